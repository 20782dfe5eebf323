import { attribute } from '../parse/attributes.ts';
import { tagSet } from '../parse/names/tag-sets.ts';
import { SelectorMatcher } from './styles/match-selector.ts';
import { parseSelectors } from './styles/parse-selector.ts';
import { readRules } from './styles/read-rules.ts';
import { attributeOf, isElement, type Tree, tagOf } from './tree.ts';

const isStruckTag = tagSet('del s strike');

function strikes(declarations: string): boolean {
  return /text-decoration(?:-line)?\s*:[^;]{0,60}line-through/i.test(declarations);
}

/** Returns the elements whose text the `style` elements of the page strike out, without the elements inside. */
function findStruckByRules(tree: Tree): ReadonlySet<number> {
  const struck = new Set<number>();
  if (!tree.source.includes('line-through')) return struck;
  const selectors = readRules(tree)
    .filter(({ declarations, isCertain }) => isCertain && strikes(declarations))
    .flatMap((rule) => parseSelectors(rule.selectors))
    .filter(({ compounds }) => compounds.every(({ pseudoClasses }) => pseudoClasses.length === 0));
  if (selectors.length === 0) return struck;
  const matcher = new SelectorMatcher(tree);
  for (let node = 1; node < tree.count && !matcher.isExhausted(); node++)
    if (isElement(tree, node) && selectors.some((selector) => matcher.matches(selector, node)))
      struck.add(node);
  return struck;
}

/**
 * Returns true if a page strikes out the text of an element: by `del`, `s` or `strike`, by its own style, or by a rule of a
 * `style` element of the page. Elements inside of a struck one are not examined: their text is struck as well.
 */
export function isStruck(tree: Tree, element: number): boolean {
  if (isStruckTag[tagOf(tree, element)] === 1) return true;
  if (strikes(attributeOf(tree, element, attribute.style) ?? '')) return true;
  tree.struckByRules ??= findStruckByRules(tree);
  return tree.struckByRules.has(element);
}
