import { tag } from '../../page/parse/tags.ts';
import { flowKind } from '../../page/visible.ts';
import { labelPhrase } from '../concepts.ts';
import type { PageView } from '../page-view.ts';
import { wordsOf } from '../words.ts';
import type { Candidate } from './candidate.ts';
import { type FieldNames, fitOf } from './matches.ts';
import { namedElementsOf } from './named-elements.ts';

/** A list on the page that may be a field's. */
export interface ListCandidate {
  entries: Candidate[];
  strength: number;
}

const mostEntries = 500;

/** The texts of the entries directly in a list element; entries of lists inside of entries on their own. */
function entriesOf(page: PageView, list: number, reason: string, strength: number): Candidate[] {
  const { tree, flow } = page;
  const found: Candidate[] = [];
  const end = tree.end[list] as number;
  for (let node = list + 1; node < end && found.length < mostEntries; node++) {
    if (tree.tag[node] !== tag.li || flow.kind[node] === flowKind.skipped) continue;
    const holdsList = holds(page, node, tag.li);
    if (holdsList) continue;
    const text = page.textOf(node);
    if (text !== '') found.push({ text, node, source: 'visible', reason, strength, fit: 1 });
    node = (tree.end[node] as number) - 1;
  }
  return found;
}

function holds(page: PageView, element: number, kind: number): boolean {
  for (let node = element + 1; node < (page.tree.end[element] as number); node++) {
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

/** Lists under a heading that names the field. */
function underHeadings(page: PageView, names: FieldNames): ListCandidate[] {
  const { tree, flow } = page;
  const found: ListCandidate[] = [];
  for (let node = 1; node < tree.count && found.length < 5; node++) {
    const kind = tree.tag[node] as number;
    if (!headings.has(kind) || flow.kind[node] === flowKind.skipped) continue;
    const text = page.textOf(node).replace(/[:：\s]+$/u, '');
    if (text === '' || text.length > 60) continue;
    const words = wordsOf(text);
    const fit = fitOf(names, labelPhrase(words), words);
    if (fit < 0.8) continue;
    const entries = nextList(page, node, `${page.locatorOf(node)} "${text}"`, 0.85 * fit);
    if (entries.length > 0) found.push({ entries, strength: 0.85 * fit });
  }
  return found;
}

/** Entries of the lists between a heading and the next one of its rank or higher. */
function nextList(page: PageView, heading: number, reason: string, strength: number): Candidate[] {
  const { tree } = page;
  const rank = tree.tag[heading] as number;
  const found: Candidate[] = [];
  const start = tree.end[heading] as number;
  const last = Math.min(tree.count, start + 3_000);
  for (let node = start; node < last; node++) {
    const kind = tree.tag[node] as number;
    if (kind >= tag.h1 && kind <= tag.h6 && (rank < tag.h1 || rank > tag.h6 || kind <= rank)) break;
    if (kind === tag.ul || kind === tag.ol) {
      found.push(...entriesOf(page, node, reason, strength));
      node = (tree.end[node] as number) - 1;
    }
  }
  return found;
}

/** Elements of one name that repeat, and lists inside of one that is named so. */
function byName(page: PageView, names: FieldNames): ListCandidate[] {
  const { tree } = page;
  const groups = new Map<string, number[]>();
  const strengths = new Map<string, number>();
  for (const named of namedElementsOf(page)) {
    const fit = fitOf(names, named.phrase, named.words);
    if (fit < 0.8) continue;
    const group = groups.get(named.reason);
    if (group === undefined) groups.set(named.reason, [named.element]);
    else group.push(named.element);
    strengths.set(named.reason, fit * named.strength);
  }
  const found: ListCandidate[] = [];
  for (const [reason, elements] of groups) {
    const strength = strengths.get(reason) as number;
    const outermost = elements.filter(
      (element, index) => index === 0 || element >= (tree.end[elements[index - 1] as number] as number),
    );
    const inner = outermost.flatMap((element) => entriesOf(page, element, reason, strength));
    if (inner.length > 1) found.push({ entries: inner, strength });
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
      found.push({ entries, strength: strength - 0.03 });
    }
  }
  return found;
}

/** Lists that may be a field's, strongest first. */
export function listCandidates(page: PageView, names: FieldNames): ListCandidate[] {
  return [...byName(page, names), ...underHeadings(page, names)]
    .filter(({ entries }) => entries.length > 0)
    .sort((one, other) => other.strength - one.strength || other.entries.length - one.entries.length);
}
