import { tag } from '../../page/parse/tags.ts';
import { labelPhrase } from '../concepts.ts';
import type { Field } from '../field.ts';
import type { Mapping } from '../page-data/map-entity.ts';
import type { PageView } from '../page-view.ts';
import { wordsOf } from '../words.ts';
import { fitOf, namesOf } from './matches.ts';

/** Elements around a place, and nodes before it, whose names and headings are looked at. */
const mostAround = 4;
const mostBefore = 400;
const longestHeading = 80;
const named = 0.8;

function isHeading(kind: number): boolean {
  return (kind >= tag.h1 && kind <= tag.h6) || kind === tag.caption || kind === tag.legend;
}

/** Words of the names of what stands around a node, and of the heading before it. */
export function namesAround(page: PageView, first: number): string[][] {
  const { tree } = page;
  const found: string[][] = [];
  let at = first;
  for (let step = 0; step < mostAround && at > 0 && tree.tag[at] !== tag.body; step++) {
    for (const name of ['class', 'id', 'aria-label']) {
      found.push(...(page.attributeOf(at, name) ?? '').split(/\s+/).map(wordsOf));
    }
    at = tree.parent[at] as number;
  }
  for (let node = first; node > Math.max(0, first - mostBefore); node--) {
    if (!isHeading(tree.tag[node] as number)) continue;
    const text = page.textOf(node);
    if (text === '' || text.length > longestHeading) continue;
    found.push(wordsOf(text));
    break;
  }
  return found.filter((words) => words.length > 0);
}

/** Whether what stands around a node is called as a field is. */
export function isNamedAround(page: PageView, field: Field, mapping: Mapping, first: number): boolean {
  if (field.words.length === 0) return false;
  const names = namesOf(field, mapping.concepts(field));
  return namesAround(page, first).some((words) => fitOf(names, labelPhrase(words), words) >= named);
}
