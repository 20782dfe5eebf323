import { attribute } from '../../parse/attributes.ts';
import { tagSet } from '../../parse/names/tag-sets.ts';
import { tag } from '../../parse/names/tags.ts';
import { attributeOf, endOf, namespace, type Tree, tagOf, textOf } from '../tree.ts';
import { matchesScreen } from './matches-screen.ts';
import { type StyleRule, StyleRuleReader } from './style-rules.ts';

/** Maximum length of all style sheets of a page that are read, in UTF-16 code units. */
const maxStyleLength = 2_000_000;
/** Elements whose style sheets do not apply to the document, or only without scripts. */
const isOutsideDocument = tagSet('template noscript');

/** Returns the rules of the `style` elements that may apply to a screen, of the first 2,000,000 code units. */
export function readRules(tree: Tree): StyleRule[] {
  const reader = new StyleRuleReader();
  let length = 0;
  for (let node = 1; node < tree.count; node++) {
    const tagId = tagOf(tree, node);
    if (isOutsideDocument[tagId] === 1) node = endOf(tree, node) - 1;
    if (tagId !== tag.style || tree.namespace[node] !== namespace.html || endOf(tree, node) !== node + 2)
      continue;
    const type = attributeOf(tree, node, attribute.type);
    if (type !== null && type !== '' && type.toLowerCase() !== 'text/css') continue;
    const css = textOf(tree, node + 1);
    length += css.length;
    if (length > maxStyleLength) break;
    reader.read(css, matchesScreen(attributeOf(tree, node, attribute.media) ?? ''));
  }
  return reader.rules;
}
