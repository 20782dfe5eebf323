import { dirname, join } from 'node:path/posix';
import type { MarkdownRenderer } from 'vitepress';

/** A link to another place: a URL, or a path of the service. */
const absolute = /^(?:[a-z]+:|\/|#)/;

/** Returns true if a relative link leads out of docs/, to a file that only a checkout has. */
function leavesDocs(href: string, page: string): boolean {
  return !absolute.test(href) && join(dirname(page), href).startsWith('..');
}

type Token = ReturnType<MarkdownRenderer['parse']>[number];

/** Replaces a link by text whose tooltip is the path of the file. */
function replaceLink(token: Token, page: string): void {
  const path = join('docs', dirname(page), token.attrGet('href') ?? '');
  token.tag = 'span';
  token.attrs = [
    ['class', 'file'],
    ['title', `file ${path} of the checkout`],
  ];
}

/** Replaces the links of a line that lead out of docs/. */
function replaceLinks(tokens: readonly Token[], page: string): void {
  let isReplaced = false;
  for (const token of tokens) {
    if (token.type === 'link_open') {
      isReplaced = leavesDocs(token.attrGet('href') ?? '', page);
      if (isReplaced) replaceLink(token, page);
    } else if (token.type === 'link_close' && isReplaced) {
      token.tag = 'span';
      isReplaced = false;
    }
  }
}

/** Turns links to files outside of docs/, such as the sources, into text, because the site does not contain these files. */
export function adaptLinks(markdown: MarkdownRenderer): void {
  markdown.core.ruler.push('links-to-the-checkout', ({ tokens, env }) => {
    const page = String((env as { relativePath?: string }).relativePath ?? '');
    for (const { children } of tokens) replaceLinks(children ?? [], page);
  });
}
