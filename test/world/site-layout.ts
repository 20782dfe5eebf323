import { escapeHtml } from './words.ts';

/** One page of the static site. */
export interface SitePage {
  path: string;
  kind: 'home' | 'article' | 'listing' | 'documentation' | 'product' | 'person';
  title: string;
  /** Sentence that occurs only in the main content of this page. */
  phrase: string;
  /** Date of the last change, `YYYY-MM-DD`. */
  changed: string;
  html: string;
}

/** Content of a page; everything around it is the same on all pages. */
export interface PageParts extends Omit<SitePage, 'html'> {
  /** HTML of the main content after the heading and the phrase. */
  content: string;
  /** Additional elements of the head. */
  head?: string;
}

const menu = [
  ['/', 'Home'],
  ['/articles/', 'Articles'],
  ['/docs/', 'Documentation'],
  ['/products/', 'Products'],
  ['/people/', 'People'],
] as const;

/** Returns the complete page with landmarks, menu, breadcrumbs, side column and footer around the content. */
export function layOut(parts: PageParts): SitePage {
  const { path, kind, title, phrase, changed } = parts;
  const html = `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>${escapeHtml(title)} | Quayside</title>
<meta name="description" content="${escapeHtml(phrase)}">
<link rel="canonical" href="${path}">
<meta property="og:title" content="${escapeHtml(title)}">
<meta property="og:site_name" content="Quayside">
<link rel="icon" href="/files/picture.png">
${parts.head ?? ''}
<style>main { max-width: 60em } .aside { float: right }</style>
</head>
<body>
<header><a class="logo" href="/"><img src="/files/picture.png" alt="Quayside"></a>
<nav aria-label="Main"><ul>${menu.map(([to, name]) => `<li><a href="${to}">${name}</a></li>`).join('')}</ul></nav></header>
<main>
<${kind === 'article' ? 'article' : 'section'}>
<h1>${escapeHtml(title)}</h1>
<p>${escapeHtml(phrase)}</p>
${parts.content}
</${kind === 'article' ? 'article' : 'section'}>
</main>
<aside class="aside"><h2>Newsletter</h2><p>One letter a month, nothing else.</p><form action="/subscribe"><input type="email" name="mail"><button>Subscribe</button></form></aside>
<footer><p>Quayside is a made-up place. <a href="/odd/">Odd corners</a> <a href="/private/closed">Members</a></p></footer>
<script>window.pageKind = ${JSON.stringify(kind)};</script>
</body>
</html>
`;
  return { path, kind, title, phrase, changed, html };
}

/** Returns a list of links. */
export function linkList(pages: readonly Pick<SitePage, 'path' | 'title'>[]): string {
  const items = pages.map(({ path, title }) => `<li><a href="${path}">${escapeHtml(title)}</a></li>`);
  return `<ul>\n${items.join('\n')}\n</ul>`;
}

/** Returns the date `at` days before a fixed one, `YYYY-MM-DD`. */
export function dayBack(at: number): string {
  return new Date(Date.UTC(2026, 8, 30) - at * 86_400_000).toISOString().slice(0, 10);
}
