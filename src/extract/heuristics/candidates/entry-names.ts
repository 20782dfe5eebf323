import { attribute } from '../../../page/parse/attributes.ts';
import { flowKind } from '../../../page/tree/flow.ts';
import { attributeOf, endOf, isElement } from '../../../page/tree/tree.ts';
import type { Candidate } from '../../facts/candidate.ts';
import type { PageView } from '../../page-view/page-view.ts';
import { wordsOf } from '../../words/words.ts';

const maxParts = 12;
const maxWrappers = 3;
/** Last words of classes of the element that names an entry. */
const nameWords: ReadonlySet<string> = new Set(['name', 'title', 'heading', 'headline']);

/** Returns the child elements with text, through elements that hold nothing else; empty if there is text beside them. */
function partsOf(page: PageView, entry: number): number[] {
  const { tree, flow } = page;
  let element = entry;
  for (let level = 0; level <= maxWrappers; level++) {
    const parts: number[] = [];
    for (
      let child = element + 1;
      child < endOf(tree, element);
      child = Math.max(child + 1, endOf(tree, child))
    ) {
      if (flow.kind[child] === flowKind.skipped || page.textOf(child) === '') continue;
      if (!isElement(tree, child) || parts.length >= maxParts) return [];
      parts.push(child);
    }
    const [only] = parts;
    if (parts.length !== 1 || only === undefined) return parts;
    element = only;
  }
  return [];
}

/** Returns true if a class calls an element the name of something: `name`, `person-name`. */
function isName(page: PageView, element: number): boolean {
  const classes = (attributeOf(page.tree, element, attribute.class) ?? '').split(/\s+/);
  return classes.some((one) => nameWords.has(wordsOf(one).at(-1) ?? ''));
}

/**
 * Returns the names of entries that have several parts, of which exactly one is called the name of the entry: an author beside
 * an affiliation. Null if an entry has no such part.
 */
export function entryNames(page: PageView, entries: readonly Candidate[]): Candidate[] | null {
  const names: Candidate[] = [];
  for (const entry of entries) {
    const parts = partsOf(page, entry.node);
    const [name, other] = parts.filter((part) => isName(page, part));
    if (parts.length < 2 || name === undefined || other !== undefined) return null;
    names.push({ ...entry, text: page.textOf(name), node: name });
  }
  return names.length === 0 ? null : names;
}
