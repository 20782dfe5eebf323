import { dirname, join } from 'node:path/posix';

/** Path of the documentation in the service. */
export const docsRoot = '/docs/';

/** A link to another place: a URL, a path of the service, or a heading of the same page. */
const absolute = /^(?:[a-z][a-z0-9+.-]*:|\/|#)/i;

/**
 * Returns the path of a page below `/docs/` for its file below the root of the checkout: `docs/scrape.md` becomes `scrape`,
 * `docs/decisions/README.md` becomes `decisions/`, and `CONTRIBUTING.md` becomes `contributing`.
 */
export function pathOfFile(file: string): string {
  const name = file.startsWith('docs/') ? file.slice('docs/'.length) : file.toLowerCase();
  return name.replace(/\.md$/, '').replace(/(^|\/)(?:index|README)$/, '$1');
}

/**
 * Returns where a link of a page leads on the site. Returns null for a file that the site does not contain, such as a
 * source. `files` are the files of the site below the root of the checkout.
 */
export function resolveLink(href: string, file: string, files: ReadonlySet<string>): string | null {
  if (absolute.test(href)) return href;
  const [path = '', heading] = href.split('#');
  const target = join(dirname(file), decodeURI(path));
  if (!files.has(target)) return null;
  const address = target.endsWith('.md') ? pathOfFile(target) : target.slice('docs/'.length);
  return `${docsRoot}${address}${heading === undefined ? '' : `#${heading}`}`;
}
