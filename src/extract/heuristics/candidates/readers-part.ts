import { attribute } from '../../../page/parse/attributes.ts';
import { tag } from '../../../page/parse/names/tags.ts';
import { attributeOf, parentOf, tagOf } from '../../../page/tree/tree.ts';
import type { PageView } from '../../page-view/page-view.ts';

const readersNames = /comment|review|respon|discuss|kommentar/i;

/** Returns true if an element belongs to the comments of readers or to a side part of the page. */
export function isOfReaders(page: PageView, node: number): boolean {
  const { tree } = page;
  for (let at = node; at > 0; at = parentOf(tree, at)) {
    const kind = tagOf(tree, at);
    if (kind === tag.nav || kind === tag.footer || kind === tag.aside) return true;
    if (kind === tag.body) return false;
    const names = `${attributeOf(tree, at, attribute.class) ?? ''} ${attributeOf(tree, at, attribute.id) ?? ''}`;
    if (names.length < 300 && readersNames.test(names)) return true;
  }
  return false;
}
