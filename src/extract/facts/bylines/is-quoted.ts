import { attribute } from '../../../page/parse/attributes.ts';
import { tag } from '../../../page/parse/names/tags.ts';
import { attributeOf, endOf, parentOf, tagOf } from '../../../page/tree/tree.ts';
import type { PageFacts } from '../page-facts.ts';

const maxNamesLength = 300;
const quotationName = /(?:^|[\s_-])(?:block|pull)-?quotes?(?:$|[\s_-])/i;

/** Returns true if a node is in a quotation, which names whom the page quotes. A part that holds the page's title is none. */
export function isQuoted(page: PageFacts, node: number): boolean {
  const { tree } = page;
  const title = page.titleNode();
  for (let at = node; at > 0 && tagOf(tree, at) !== tag.body; at = parentOf(tree, at)) {
    if (title >= at && title < endOf(tree, at)) return false;
    if (tagOf(tree, at) === tag.blockquote) return true;
    const names = attributeOf(tree, at, attribute.class) ?? '';
    if (names.length < maxNamesLength && quotationName.test(names)) return true;
  }
  return false;
}
