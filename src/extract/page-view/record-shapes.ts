import { integerAt } from '../../domain/values/elements.ts';
import { attribute } from '../../page/parse/attributes.ts';
import { tag } from '../../page/parse/names/tags.ts';
import { endOf, type Tree, tagOf } from '../../page/tree/tree.ts';
import { hashShape } from './path-sets.ts';
import { isStableName } from './stable-name.ts';

/** Minimum number of elements of a class that describes more than one item. */
const minElements = 2;
/** Maximum number of children of one element whose classes are compared. */
const maxChildren = 3000;

/** Returns the distinct stable classes of an element. */
function classesOf(tree: Tree, node: number, cache: Map<string, readonly string[]>): readonly string[] {
  const to = integerAt(tree.to, node);
  for (let row = integerAt(tree.from, node); row < to; row++) {
    if (tree.attributeName[row] !== attribute.class) continue;
    const text = tree.source.slice(tree.attributeFrom[row], tree.attributeTo[row]);
    let names = cache.get(text);
    if (names === undefined) {
      names = [...new Set(text.split(/\s+/).filter(isStableName))];
      cache.set(text, names);
    }
    return names;
  }
  return [];
}

interface ClassCounts {
  classes: (readonly string[])[];
  onPage: Map<string, number>;
}

function countClasses(tree: Tree): ClassCounts {
  const cache = new Map<string, readonly string[]>();
  const classes: (readonly string[])[] = new Array(tree.count).fill([]);
  const onPage = new Map<string, number>();
  for (let node = 1; node < tree.count; node++) {
    if (tagOf(tree, node) <= tag.document) continue;
    const names = classesOf(tree, node, cache);
    classes[node] = names;
    for (const name of names) onPage.set(name, (onPage.get(name) ?? 0) + 1);
  }
  return { classes, onPage };
}

/** Counts the classes of the children of an element by tag and class. */
function countAmongChildren(tree: Tree, parent: number, { classes }: ClassCounts): Map<string, number> {
  const counts = new Map<string, number>();
  const end = endOf(tree, parent);
  let visited = 0;
  for (let child = parent + 1; child < end && visited < maxChildren; child = endOf(tree, child), visited++) {
    for (const name of classes[child] ?? []) {
      const key = `${tree.name[child]} ${name}`;
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
  }
  return counts;
}

/**
 * Returns the class of an element that most of its siblings share; of several, the most frequent one of the page.
 * Empty if none describes more than one element.
 */
function representativeClass(
  tree: Tree,
  node: number,
  { classes, onPage }: ClassCounts,
  siblings: ReadonlyMap<string, number>,
): string {
  const amongSiblings = (name: string) => siblings.get(`${tree.name[node]} ${name}`) ?? 0;
  const onThisPage = (name: string) => onPage.get(name) ?? 0;
  let best = '';
  for (const name of classes[node] ?? []) {
    if (onThisPage(name) < minElements) continue;
    const order =
      amongSiblings(name) - amongSiblings(best) ||
      onThisPage(name) - onThisPage(best) ||
      (name < best ? 1 : -1);
    if (best === '' || order > 0) best = name;
  }
  return best;
}

/**
 * Returns a hash of each element's tag and representative class. Classes that name one item (`post-93`), its topics
 * or its state do not take part, so that the records of a listing have equal hashes. 0 for texts.
 */
export function recordShapes(tree: Tree): Uint32Array {
  const shapes = new Uint32Array(tree.count);
  const counts = countClasses(tree);
  for (let parent = 0; parent < tree.count; parent++) {
    if (tagOf(tree, parent) === tag.text) continue;
    const end = endOf(tree, parent);
    if (end <= parent + 1) continue;
    const siblings = countAmongChildren(tree, parent, counts);
    for (let child = parent + 1; child < end; child = endOf(tree, child)) {
      if (tagOf(tree, child) <= tag.document) continue;
      shapes[child] = hashShape(tree, child, representativeClass(tree, child, counts, siblings));
    }
  }
  return shapes;
}
