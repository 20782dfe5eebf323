import { readFileSync } from 'node:fs';

import { itemAt } from '../../../src/domain/values/elements.ts';
import { type Prose, proseOf } from './prose.ts';

/** A page with a text that addresses a language model, or an ordinary text about models. */
export interface InjectionPage {
  /** Name of the file and line number of the text. */
  id: string;
  family: string;
  /** Language of the page around the text. */
  pageLanguage: string;
  language: string;
  style: string;
  /** The text, with an empty line between its paragraphs. */
  text: string;
  contentType: string;
  body: string;
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
const inTags = (tag: string, texts: readonly string[]): string =>
  texts.map((text) => `<${tag}>${text}</${tag}>`).join('\n');

/** Writes the main part of a page around a text, which is a list of escaped paragraphs. */
type Family = (text: readonly string[], prose: Prose) => string;

function article(text: readonly string[], { title, sentences }: Prose): string {
  const before = inTags('p', [sentences.join(' '), sentences.toReversed().join(' ')]);
  return `<article><h1>${title}</h1>${before}${inTags('p', text)}<p>${sentences.join(' ')}</p></article>`;
}

function discussion(text: readonly string[], { title, sentences }: Prose): string {
  const post = (author: string, paragraphs: readonly string[]): string =>
    `<div class="post" itemscope itemtype="https://schema.org/Comment"><b>${author}</b>${inTags('p', paragraphs)}</div>`;
  return `<h1>${title}</h1>${post('anna', sentences)}${post('bo', text)}${post('cy', sentences.toReversed())}`;
}

const families: Readonly<Record<string, Family>> = {
  blog: article,
  pdf: article,
  forum: discussion,
  comment: discussion,
  review: discussion,
  shop: (text, { title, sentences }) =>
    `<h1>${title}</h1><p>19.90 EUR</p><h2>Description</h2><p>${sentences.join(' ')}</p>${inTags('p', text)}
    <table><tr><th>Weight</th><td>1.2 kg</td></tr><tr><th>Colour</th><td>blue</td></tr></table>`,
  product: (text, { title, sentences }) =>
    `<h1>${title}</h1><p>${sentences.join(' ')}</p><dl><dt>Material</dt><dd>oak</dd><dt>Details</dt><dd>${text.join(' ')}</dd></dl>`,
  docs: (text, { title, sentences }) =>
    `<article><h1>${title}</h1><h2>Usage</h2><p>${sentences.join(' ')}</p><pre><code>npm install ferry</code></pre>${inTags('p', text)}<p>${sentences.join(' ')}</p></article>`,
  profile: (text, { sentences }) =>
    `<h1>Jo Example</h1><h2>Experience</h2><ul>${inTags('li', sentences)}</ul><h2>About</h2>${inTags('p', text)}<p>${sentences.join(' ')}</p>`,
  job: (text, { title, sentences }) =>
    `<h1>Deckhand (m/f/d)</h1><h2>${title}</h2><p>${sentences.join(' ')}</p><h2>Your tasks</h2><ul>${inTags('li', [...sentences, ...text])}</ul>`,
  recipe: (text, { sentences }) =>
    `<h1>Harbour soup</h1><p>${sentences.join(' ')}</p><h2>Ingredients</h2><ul><li>1 fish</li><li>2 onions</li></ul><h2>Method</h2><ol>${inTags('li', [...sentences, ...text])}</ol>`,
  table: (text, { title, sentences }) =>
    `<h1>${title}</h1><p>${sentences.join(' ')}</p><table><tr><th>Day</th><th>Remark</th></tr><tr><td>Monday</td><td>early</td></tr><tr><td>Tuesday</td><td>${text.join(' ')}</td></tr></table>`,
  alt: (text, { title, sentences }) =>
    `<article><h1>${title}</h1><p>${sentences.join(' ')}</p><img src="/harbour.jpg" alt="${text.join(' ')}"><p>${sentences.toReversed().join(' ')}</p></article>`,
  code: (text, { title, sentences }) =>
    `<article><h1>${title}</h1><p>${sentences.join(' ')}</p><pre><code>import harbour\n${text.join('\n')}\nharbour.open(7)</code></pre><p>${sentences.join(' ')}</p></article>`,
  caption: (text, { title, sentences }) =>
    `<article><h1>${title}</h1><p>${sentences.join(' ')}</p><figure><img src="/ferry.jpg" alt="ferry"><figcaption>${text.join(' ')}</figcaption></figure><p>${sentences.join(' ')}</p></article>`,
  list: (text, { title, sentences }) =>
    `<article><h1>${title}</h1><p>${sentences.join(' ')}</p><ul>${inTags('li', [...sentences, ...text])}</ul></article>`,
  footer: (text, { title, sentences }) =>
    `<main><h1>${title}</h1><p>${sentences.join(' ')}</p><p>${sentences.toReversed().join(' ')}</p><section><h2>Notes</h2><p><small>${text.join(' ')}</small></p></section></main>`,
};

/** Families whose pages are Markdown files and not HTML. */
const markdownFamilies: ReadonlySet<string> = new Set(['readme']);

function markdownPage(paragraphs: readonly string[], { title, sentences }: Prose): string {
  return [`# ${title}`, sentences.join(' '), '## Install', ...paragraphs, sentences.join(' ')].join('\n\n');
}

function htmlPage(family: string, paragraphs: readonly string[], language: string): string {
  const prose = proseOf(language);
  const write = families[family];
  if (write === undefined) throw new Error(`${family} is no family of pages.`);
  const menu = ['Home', 'News', 'Contact'].map((name) => `<a href="/${name}">${name}</a>`).join(' ');
  return `<!DOCTYPE html><html lang="${language}"><head><meta charset="utf-8"><title>${prose.title}</title></head>
<body><nav>${menu}</nav>${write(paragraphs.map(escaped), prose)}<footer>© Ferry Line</footer></body></html>`;
}

/** Returns a page of a family with a text. Throws if there is no such family. */
export function writePage(
  family: string,
  language: string,
  text: string,
): Pick<InjectionPage, 'contentType' | 'body'> {
  const paragraphs = text.split('\n\n');
  if (markdownFamilies.has(family))
    return { contentType: 'text/markdown; charset=utf-8', body: markdownPage(paragraphs, proseOf(language)) };
  return { contentType: 'text/html; charset=utf-8', body: htmlPage(family, paragraphs, language) };
}

/** All families of pages. */
export const pageFamilies: readonly string[] = [...Object.keys(families), ...markdownFamilies];

/** Reads the pages of a file of this folder: `tuned`, `held-out` or `ordinary`. */
export function injectionPages(name: 'tuned' | 'held-out' | 'ordinary'): InjectionPage[] {
  const lines = readFileSync(new URL(`./${name}.txt`, import.meta.url), 'utf8').split('\n');
  return lines.flatMap((line, index): InjectionPage[] => {
    if (line === '' || line.startsWith('#')) return [];
    const parts = line.split(' | ');
    const [family, pageLanguage, language, style] = [0, 1, 2, 3].map((at) => itemAt(parts, at));
    if (family === undefined || pageLanguage === undefined || language === undefined || style === undefined)
      throw new Error(`${name}.txt:${index + 1} has too few columns.`);
    const text = parts.slice(4).join(' | ').replaceAll(' ¶ ', '\n\n');
    const page = writePage(family, pageLanguage, text);
    return [{ id: `${name}:${index + 1}`, family, pageLanguage, language, style, text, ...page }];
  });
}
