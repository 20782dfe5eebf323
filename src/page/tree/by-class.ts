import { integerAt, itemAt } from '../../domain/values/elements.ts';
import { attribute } from '../parse/attributes.ts';
import { attributeOf, type ClassValues, isElement, type Tree } from './tree.ts';

function collectClassValues(tree: Tree): ClassValues {
  const index = new Int32Array(tree.count);
  const texts = [''];
  const known = new Map([['', 0]]);
  for (let node = 1; node < tree.count; node++) {
    if (!isElement(tree, node) || tree.from[node] === tree.to[node]) continue;
    const text = attributeOf(tree, node, attribute.class);
    if (text === null) continue;
    let at = known.get(text);
    if (at === undefined) {
      at = texts.push(text) - 1;
      known.set(text, at);
    }
    index[node] = at;
  }
  return { index, texts };
}

/**
 * Returns a function of an element that depends on its class attribute alone (empty if it has none). It is computed once for
 * each distinct value, because the elements of a page repeat few.
 */
export function byClass<Result>(
  tree: Tree,
  compute: (classes: string) => Result,
): (element: number) => Result {
  tree.classValues ??= collectClassValues(tree);
  const { index, texts } = tree.classValues;
  const results: (Result | undefined)[] = new Array(texts.length).fill(undefined);
  return (element) => {
    const at = integerAt(index, element);
    let result = results[at];
    if (result === undefined) {
      result = compute(itemAt(texts, at));
      results[at] = result;
    }
    return result;
  };
}
