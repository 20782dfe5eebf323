import { tagSet } from '../../../page/parse/names/tag-sets.ts';
import { tag } from '../../../page/parse/names/tags.ts';
import { parentOf, tagOf } from '../../../page/tree/tree.ts';
import type { PageFacts } from '../../facts/page-facts.ts';
import type { Mapping } from '../../page-data/map-entity.ts';
import { labelPhrase } from '../../schema/concepts.ts';
import type { Field } from '../../schema/field.ts';
import { getFieldNames, scoreNameMatch } from '../../schema/name-match.ts';
import { wordsOf } from '../../words/words.ts';

/** Limits of the search for names around an element: ancestors, and preceding nodes. */
const maxAncestors = 4;
const maxPrecedingNodes = 400;
const maxHeadingLength = 80;
const minNameFit = 0.8;

const namesWhatFollows = tagSet('h1 h2 h3 h4 h5 h6 caption legend');

/** Returns the words of the names of an element and its ancestors, and of the heading before it. */
export function getSurroundingNames(page: PageFacts, first: number): string[][] {
  const { tree } = page;
  const names: string[][] = [];
  let at = first;
  for (let step = 0; step < maxAncestors && at > 0 && tree.tag[at] !== tag.body; step++) {
    for (const name of ['class', 'id', 'aria-label']) {
      names.push(...(page.attributeOf(at, name) ?? '').split(/\s+/).map(wordsOf));
    }
    at = parentOf(tree, at);
  }
  for (let node = first; node > Math.max(0, first - maxPrecedingNodes); node--) {
    if (namesWhatFollows[tagOf(tree, node)] !== 1) continue;
    const text = page.textOf(node);
    if (text === '' || text.length > maxHeadingLength) continue;
    names.push(wordsOf(text));
    break;
  }
  return names.filter((words) => words.length > 0);
}

/** Returns true if a name or heading around an element matches the field's name. */
export function hasSurroundingName(page: PageFacts, field: Field, mapping: Mapping, first: number): boolean {
  if (field.words.length === 0) return false;
  const names = getFieldNames(field, mapping.concepts(field));
  return getSurroundingNames(page, first).some(
    (words) => scoreNameMatch(names, labelPhrase(words), words) >= minNameFit,
  );
}
