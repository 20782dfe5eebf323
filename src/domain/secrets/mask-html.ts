import type { SecretFilter } from './secret-filter.ts';

/** Values of attributes in a tag. */
const quotedValue = /="([^"]*)"|='([^']*)'/g;

/**
 * Masks secrets in the texts and the quoted attributes of an HTML document. Names of elements and attributes stay, so that
 * a password such as `table` does not change the structure of a page.
 */
export function maskHtml(html: string, secrets: SecretFilter): string {
  const parts: string[] = [];
  let at = 0;
  while (at < html.length) {
    const open = html.indexOf('<', at);
    if (open < 0) break;
    const close = html.indexOf('>', open);
    if (close < 0) break;
    parts.push(secrets.mask(html.slice(at, open)));
    const tag = html.slice(open, close + 1);
    parts.push(
      tag.replace(
        quotedValue,
        (value) => value.slice(0, 2) + secrets.mask(value.slice(2, -1)) + value.at(-1),
      ),
    );
    at = close + 1;
  }
  parts.push(secrets.mask(html.slice(at)));
  return parts.join('');
}
