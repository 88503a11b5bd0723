// What a link to the page looks like where people paste it.
import { escapeHtml } from './readme-code.js';

export interface Preview {
  readonly title: string;
  readonly description: string;
  /** Of the build's folder. */
  readonly image: string;
  /** What the picture shows, for those who do not see it. */
  readonly alt: string;
}

/**
 * Meta tags of the Open Graph protocol.
 * @param site the address that the build will be served at, with a slash at its end; crawlers want absolute addresses.
 *   Without one they are relative, which some crawlers understand
 */
export function openGraph({ alt, description, image, title }: Preview, site = './'): string {
  const tags = {
    'og:type': 'website',
    'og:site_name': 'lite-rollback',
    'og:title': title,
    'og:description': description,
    'og:image': `${site}${image}`,
    'og:image:width': '1200',
    'og:image:height': '630',
    'og:image:alt': alt,
    ...(site.startsWith('http') ? { 'og:url': site } : {}),
  };
  return [
    ...Object.entries(tags).map(([name, content]) => `<meta property="${name}" content="${escapeHtml(content)}" />`),
    '<meta name="twitter:card" content="summary_large_image" />',
  ].join('\n    ');
}

/**
 * Reads SITE_URL. Empty or absent means that nobody knows yet.
 * @throws {Error} for anything but a whole address of http or https
 */
export function siteOf(text: string | undefined): string | undefined {
  if (text === undefined || text === '') return undefined;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol))
    throw new Error(`SITE_URL must be the page's whole address, as https://example.org/lite-rollback/, got "${text}".`);
  return url.href.endsWith('/') ? url.href : `${url.href}/`;
}
