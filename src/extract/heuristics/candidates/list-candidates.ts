import { numberAt } from '../../../domain/values/elements.ts';
import { tag } from '../../../page/parse/names/tags.ts';
import { flowKind } from '../../../page/tree/flow.ts';
import { endOf, tagOf } from '../../../page/tree/tree.ts';
import type { PageView } from '../../page-view/page-view.ts';
import { labelPhrase } from '../../words/concepts.ts';
import { wordsOf } from '../../words/words.ts';
import { type FieldNames, scoreNameMatch } from '../ranking/name-match.ts';
import type { Candidate } from './candidate.ts';
import { getNamedElements } from './named-elements.ts';

/** A list on the page that may be the value of a field. */
export interface ListCandidate {
  entries: Candidate[];
  strength: number;
}

const maxEntries = 500;

/** Returns the texts of the entries of a list element; of nested lists, the innermost entries. */
function entriesOf(page: PageView, list: number, reason: string, strength: number): Candidate[] {
  const { tree, flow } = page;
  const entries: Candidate[] = [];
  const end = endOf(tree, list);
  for (let node = list + 1; node < end && entries.length < maxEntries; node++) {
    if (tree.tag[node] !== tag.li || flow.kind[node] === flowKind.skipped) continue;
    const hasNestedList = containsTag(page, node, tag.li);
    if (hasNestedList) continue;
    const text = page.textOf(node);
    if (text !== '') entries.push({ text, node, source: 'visible', reason, strength, fit: 1 });
    node = endOf(tree, node) - 1;
  }
  return entries;
}

function containsTag(page: PageView, element: number, kind: number): boolean {
  for (let node = element + 1; node < endOf(page.tree, element); node++) {
    if (page.tree.tag[node] === kind) return true;
  }
  return false;
}

const headings: ReadonlySet<number> = new Set([
  tag.h1,
  tag.h2,
  tag.h3,
  tag.h4,
  tag.h5,
  tag.h6,
  tag.dt,
  tag.strong,
  tag.b,
  tag.legend,
  tag.caption,
  tag.summary,
]);

/** Finds lists under a heading that names the field. */
function listsUnderHeadings(page: PageView, names: FieldNames): ListCandidate[] {
  const { tree, flow } = page;
  const lists: ListCandidate[] = [];
  for (let node = 1; node < tree.count && lists.length < 5; node++) {
    const kind = tagOf(tree, node);
    if (!headings.has(kind) || flow.kind[node] === flowKind.skipped) continue;
    const text = page.textOf(node).replace(/(?<![:：\s])[:：\s]+$/u, '');
    if (text === '' || text.length > 60) continue;
    const words = wordsOf(text);
    const fit = scoreNameMatch(names, labelPhrase(words), words);
    if (fit < 0.8) continue;
    const entries = entriesAfterHeading(page, node, `${page.locatorOf(node)} "${text}"`, 0.85 * fit);
    if (entries.length > 0) lists.push({ entries, strength: 0.85 * fit });
  }
  return lists;
}

/** Returns the entries of the lists between a heading and the next heading of the same or a higher level. */
function entriesAfterHeading(page: PageView, heading: number, reason: string, strength: number): Candidate[] {
  const { tree } = page;
  const level = tagOf(tree, heading);
  const entries: Candidate[] = [];
  const start = endOf(tree, heading);
  const last = Math.min(tree.count, start + 3_000);
  for (let node = start; node < last; node++) {
    const kind = tagOf(tree, node);
    if (kind >= tag.h1 && kind <= tag.h6 && (level < tag.h1 || level > tag.h6 || kind <= level)) break;
    if (kind === tag.ul || kind === tag.ol) {
      entries.push(...entriesOf(page, node, reason, strength));
      node = endOf(tree, node) - 1;
    }
  }
  return entries;
}

/** Finds repeated elements with a matching name, and lists inside an element with one. */
function listsByName(page: PageView, names: FieldNames): ListCandidate[] {
  const { tree } = page;
  const groups = new Map<string, number[]>();
  const strengths = new Map<string, number>();
  for (const named of getNamedElements(page)) {
    const fit = scoreNameMatch(names, named.phrase, named.words);
    if (fit < 0.8) continue;
    const group = groups.get(named.reason);
    if (group === undefined) groups.set(named.reason, [named.element]);
    else group.push(named.element);
    strengths.set(named.reason, fit * named.strength);
  }
  const lists: ListCandidate[] = [];
  for (const [reason, elements] of groups) {
    const strength = strengths.get(reason) as number;
    const outermost = elements.filter(
      (element, index) => index === 0 || element >= endOf(tree, numberAt(elements, index - 1)),
    );
    const inner = outermost.flatMap((element) => entriesOf(page, element, reason, strength));
    if (inner.length > 1) lists.push({ entries: inner, strength });
    else if (outermost.length > 1) {
      const entries = outermost
        .map(
          (node): Candidate => ({
            text: page.textOf(node),
            node,
            source: 'visible',
            reason,
            strength,
            fit: 1,
          }),
        )
        .filter(({ text }) => text !== '');
      lists.push({ entries, strength: strength - 0.03 });
    }
  }
  return lists;
}

/** Returns the lists that may be the value of a field, strongest first. */
export function listCandidates(page: PageView, names: FieldNames): ListCandidate[] {
  return [...listsByName(page, names), ...listsUnderHeadings(page, names)]
    .filter(({ entries }) => entries.length > 0)
    .sort((one, other) => other.strength - one.strength || other.entries.length - one.entries.length);
}
