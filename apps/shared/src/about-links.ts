/** At the foot of a game's menu: what it is built on. The addresses are those of the built site. */
export const ABOUT_LINKS: readonly { label: string; href: string }[] = [
  { label: 'What this is', href: '../' },
  { label: 'How rollback works', href: '../lesson/' },
  { label: 'Docs', href: '../docs/' },
  { label: 'Source', href: 'https://github.com/lite-rollback/lite-rollback' },
];
