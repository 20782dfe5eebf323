import { attribute } from '../../page/parse/attributes.ts';
import { tag } from '../../page/parse/names/tags.ts';
import { frameAnd } from '../../page/tree/page-frame.ts';
import { attributeOf, closest, parentOf, tagOf } from '../../page/tree/tree.ts';
import { singular, wordsOf } from '../words/words.ts';
import type { PageFacts } from './page-facts.ts';

const maxHeadings = 40;
/** Parts of a page that name what else the site has. */
const isSide = frameAnd('header');

/** Returns the words by which a page says what it is about: URL, titles, headings, labels, names around the title. */
export function findSubjectWords(page: PageFacts): ReadonlySet<string> {
  const { tree, metadata } = page;
  const texts = [URL.parse(page.url)?.pathname ?? '', metadata.title ?? '', metadata.og_type ?? ''];
  const headings = page.headings().filter((node) => tagOf(tree, node) <= tag.h3);
  for (const node of headings.slice(0, maxHeadings)) texts.push(page.textOf(node).slice(0, 200));
  for (const pair of page.labels()) if (pair.strength >= 0.7) texts.push(pair.label);
  for (let at = page.titleNode(); at > 0; at = parentOf(tree, at))
    texts.push(attributeOf(tree, at, attribute.itemtype) ?? '');
  for (const { element, reason } of page.namedElements())
    if (closest(tree, element, isSide) === -1) texts.push(reason);
  return new Set(texts.flatMap((text) => wordsOf(String(text))).map(singular));
}
