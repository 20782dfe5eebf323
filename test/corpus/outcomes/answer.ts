import type { PageErrorCode } from '../../../src/domain/pages/outcome.ts';

/** Sample response of a site and its expected classification. */
export interface SampleAnswer {
  about: string;
  /** Correct codes, the best first; null for the requested page. */
  expected: readonly PageErrorCode[] | null;
  statusCode: number;
  /** In lower case, as returned by the HTTP client. */
  headers: Record<string, string>;
  url: string;
  html: string;
}

const bank =
  'The ferry leaves the old harbour at seven and crosses to the islands before the fog has lifted. People carry bread, nets and letters, and the captain counts them twice. On the way back there are fewer words and more fish. Nobody remembers a winter when the boat stayed in.'.split(
    ' ',
  );

/** Returns ordinary prose of `words` words. */
export function prose(words: number): string {
  return Array.from({ length: words }, (_, at) => bank[at % bank.length]).join(' ');
}

/** Returns a complete document with a title and a body. */
export function document(title: string, body: string, head = '', language = 'en'): string {
  return `<!DOCTYPE html><html lang="${language}"><head><meta charset="utf-8"><title>${title}</title>${head}</head><body>${body}</body></html>`;
}

/** Returns a page of a site with menu and footer. */
export function inSite(title: string, main: string, head = ''): string {
  const menu = ['Home', 'News', 'Shop', 'About', 'Contact'].map((name) => `<a href="/${name}">${name}</a>`);
  return document(
    title,
    `<header><nav>${menu.join(' ')}</nav></header><main>${main}</main><footer><a href="/imprint">Imprint</a> <a href="/login">Log in</a> © Ferry Line</footer>`,
    head,
  );
}

/** Returns the same response as other servers would write it; the classification does not depend on that. */
export function variantsOf(answer: SampleAnswer): SampleAnswer[] {
  const named = (how: string, html: string): SampleAnswer => ({
    ...answer,
    about: `${answer.about}, ${how}`,
    html,
  });
  return [
    answer,
    named(
      'tags in capitals',
      answer.html.replace(
        /<(\/?)(html|head|body|title|h1|h2|p|form|input|iframe|div|script)\b/g,
        (_, slash, tag) => `<${slash}${tag.toUpperCase()}`,
      ),
    ),
    named('laid out over many lines', answer.html.replaceAll('><', '>\r\n\t<')),
    named(
      'without a doctype, after a byte order mark',
      `\uFEFF${answer.html.replace('<!DOCTYPE html>', '')}`,
    ),
    {
      ...named(
        'with cookies and statistics',
        answer.html.replace(
          '</head>',
          '<script async src="https://stats.example/s.js"></script><link rel="icon" href="/i.png"></head>',
        ),
      ),
      headers: {
        server: 'nginx',
        'x-cache': 'MISS',
        ...answer.headers,
        'set-cookie': [answer.headers['set-cookie'], 'visit=1; Path=/', '__cf_bm=x; HttpOnly']
          .filter(Boolean)
          .join(', '),
      },
    },
  ];
}
