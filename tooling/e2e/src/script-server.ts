// Serves one script in a page of its own, for tabs that no playwright context can route: those of raw-browser.ts.
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const HERE = fileURLToPath(new URL('..', import.meta.url));

export interface ScriptServer {
  /** The page's address. */
  readonly url: string;
  close(): void;
}

export interface ScriptPage {
  /** An ES module as an app would write it: its imports are found from this package, and bundled. */
  script: string;
  /** What stands in the page before the script. */
  body?: string;
  /** Content-Security-Policy of the page. */
  policy?: string;
}

/** `script`, bundled. */
export async function bundleScript(script: string): Promise<string> {
  const result = await build({
    stdin: { contents: script, resolveDir: HERE },
    bundle: true,
    format: 'esm',
    write: false,
  });
  return String(result.outputFiles[0]?.text);
}

export async function startScriptServer({ script, body = '', policy }: ScriptPage): Promise<ScriptServer> {
  const bundled = await bundleScript(script);
  const html = `<!doctype html><link rel="icon" href="data:,">${body}<script type="module" src="script.js"></script>`;
  const server = createServer((request, response) => {
    const isPage = request.url === '/';
    if (!isPage && request.url !== '/script.js') return void response.writeHead(404).end();
    response.setHeader('content-type', isPage ? 'text/html' : 'text/javascript');
    if (isPage && policy !== undefined) response.setHeader('content-security-policy', policy);
    response.end(isPage ? html : bundled);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('the server has no port');
  return {
    url: `http://127.0.0.1:${address.port}/`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
