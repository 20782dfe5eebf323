import { attribute } from '../../page/parse/attributes.ts';
import { tag } from '../../page/parse/names/tags.ts';
import { isFrame } from '../../page/tree/page-frame.ts';
import { attributeOf, endOf, parentOf, tagOf } from '../../page/tree/tree.ts';
import type { PageFacts } from './page-facts.ts';

const readersNames = /comment|review|respond|responses|discuss|kommentar|testimonial/i;

/**
 * Returns true if an element belongs to the comments of readers or to a side part of the page. An element that also holds
 * the title of the page is neither, whatever its names are.
 */
export function isOfReaders(page: PageFacts, node: number): boolean {
  const { tree } = page;
  const title = page.titleNode();
  for (let at = node; at > 0; at = parentOf(tree, at)) {
    if (title >= at && title < endOf(tree, at)) return false;
    const kind = tagOf(tree, at);
    if (isFrame[kind] === 1) return true;
    if (kind === tag.body) return false;
    const names = `${attributeOf(tree, at, attribute.class) ?? ''} ${attributeOf(tree, at, attribute.id) ?? ''}`;
    if (names.length < 300 && readersNames.test(names)) return true;
  }
  return false;
}
