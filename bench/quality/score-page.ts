import { readFileSync } from 'node:fs';
import { imageUrl } from '../../src/page/markdown/inline/media.ts';
import { attribute } from '../../src/page/parse/attributes.ts';
import { tag } from '../../src/page/parse/names/tags.ts';
import { parseHtml } from '../../src/page/parse/parse-html.ts';
import { attributeOf } from '../../src/page/tree/tree.ts';
import { createUrlResolver } from '../../src/page/tree/url-resolver.ts';
import { ourReading } from '../../test/corpus/oracle.ts';
import type { SamplePage } from './sample.ts';
import { textOfMarkdown, type WordScore, wordScore, wordsOf } from './words.ts';

/** Scores of one system on one page. */
export interface Score {
  page: SamplePage;
  /** Null if the collection has no text for the page. */
  words: WordScore | null;
  /** The same without the title in the first line. */
  wordsWithoutTitle: WordScore | null;
  /** Share of the snippets that must be, and must not be, in the content; null if the page has none. */
  mustHave: number | null;
  mustNot: number | null;
  /** Share of the images of the expected HTML that the Markdown has; null without such images. */
  images: number | null;
  isEmpty: boolean;
  /** Number of visible words of the page. */
  shownWords: number;
  /** True if the page is a shell for scripts: its text lacks most words of the reference. */
  isShell: boolean;
  confidence: number;
}

function shareOf(text: string, snippets: readonly string[]): number | null {
  if (snippets.length === 0) return null;
  const folded = text.toLowerCase();
  return snippets.filter((snippet) => folded.includes(snippet.toLowerCase())).length / snippets.length;
}

const shells = new Map<string, boolean>();

/** Returns whether the reference text is missing from the page, so that it cannot be extracted. */
function isShell(page: SamplePage, html: string): boolean {
  const known = shells.get(page.id);
  if (known !== undefined) return known;
  const there = new Set(wordsOf(ourReading(html).text));
  const words = wordsOf(page.wanted);
  const verdict = words.filter((word) => there.has(word)).length * 2 < words.length;
  shells.set(page.id, verdict);
  return verdict;
}

const expectedImages = new Map<string, readonly string[]>();

const formulaClass = /(?:^|\s)mwe-math-fallback-image/;

/** Returns the file names of the images of formulas, which the Markdown has as TeX. */
function formulasOf(page: SamplePage, html: string): Set<string> {
  const tree = parseHtml(html);
  const urls = createUrlResolver(page.url, page.url);
  const names = new Set<string>();
  for (let node = 1; node < tree.count; node++) {
    if (tree.tag[node] !== tag.img || !formulaClass.test(attributeOf(tree, node, attribute.class) ?? ''))
      continue;
    names.add(fileName(imageUrl(tree, urls, node) ?? ''));
  }
  return names;
}

/**
 * Returns the file names of the images of the expected HTML, without formulas: the collection changed the rest of their
 * addresses.
 */
function imagesOf(page: SamplePage, html: string): readonly string[] {
  if (page.expectedFile === null) return [];
  const known = expectedImages.get(page.id);
  if (known !== undefined) return known;
  const tree = parseHtml(readFileSync(page.expectedFile, 'utf8'));
  const urls = createUrlResolver(page.url, page.url);
  const names = new Set<string>();
  for (let node = 1; node < tree.count; node++) {
    const url = tree.tag[node] === tag.img ? imageUrl(tree, urls, node) : null;
    const name = url === null ? '' : fileName(url);
    if (name.length > 3) names.add(name);
  }
  const formulas = formulasOf(page, html);
  const images = [...names].filter((name) => !formulas.has(name));
  expectedImages.set(page.id, images);
  return images;
}

function fileName(url: string): string {
  return (url.split(/[?#]/, 1)[0] ?? '').split('/').at(-1) ?? '';
}

/** Scores the Markdown of a page. */
export function scorePage(
  page: SamplePage,
  html: string,
  markdown: string,
  { shownWords = 0, confidence = 0 } = {},
): Score {
  const text = textOfMarkdown(markdown);
  const words = wordsOf(text);
  const wanted = page.wanted.trim() === '' ? null : wordsOf(page.wanted);
  const untitled = wordsOf(textOfMarkdown(markdown.replace(/^# .*\n?/, '')));
  const images = imagesOf(page, html);
  const plain = markdown.replace(/%2a/gi, '*').replaceAll('\\', '');
  return {
    page,
    words: wanted && wordScore(words, wanted),
    wordsWithoutTitle: wanted && wordScore(untitled, wanted),
    mustHave: shareOf(text, page.mustHave),
    mustNot: shareOf(text, page.mustNot),
    images: images.length === 0 ? null : images.filter((name) => plain.includes(name)).length / images.length,
    isEmpty: words.length === 0,
    shownWords,
    isShell: wanted !== null && isShell(page, html),
    confidence,
  };
}
