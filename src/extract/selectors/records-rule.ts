import { findRecords } from '../records.ts';
import { afterPage, type Observation, type Rule } from './judged.ts';
import type { ListLocator } from './list-locator.ts';
import { isSureList, observeList, voteList } from './list-rule.ts';
import type { Locator } from './locator.ts';
import type { PageIndex } from './page-index.ts';
import { elementText, lettersOf } from './page-letters.ts';
import type { KnownValue } from './places.ts';
import { isSure, observeScalar, type ScalarRule, type ScalarVote, voteScalar } from './scalar-rule.ts';

/** Where a layout shows records: which elements they are, and where in each its values stand. */
export interface RecordsRule {
  container: Rule<ListLocator>;
  /** By the pointer of the field. */
  fields: Record<string, ScalarRule>;
}

/** What a page with known records says of a rule. Plain data. */
export interface RecordsObservation {
  container: Observation<ListLocator>;
  /** By the pointer of the field, one a record. */
  fields: Record<string, Observation<Locator>[]>;
}

/** A record of known values by the pointer of their field. */
export type KnownRecord = ReadonlyMap<string, KnownValue>;

/** Records of a page that are learned from. */
const maxTaught = 6;
const maxClusters = 12;
/** Part of the known values that a cluster's members must hold, in order. */
const heldFrom = 0.6;

function holds(page: PageIndex, node: number, known: KnownValue): boolean {
  const wanted = known.text === null ? '' : lettersOf(known.text);
  if (wanted !== '') return page.letters.slice(page.from[node], page.to[node]).includes(wanted);
  return true;
}

/** How many of a record's values that can be searched for an element holds, of all of them. */
function share(page: PageIndex, node: number, record: KnownRecord): number {
  const searched = [...record.values()].filter((known) => known.text !== null);
  if (searched.length === 0) return 0;
  return searched.filter((known) => holds(page, node, known)).length / searched.length;
}

/** The elements that show the known records, one each in their order, or null. */
function elementsOf(page: PageIndex, records: readonly KnownRecord[]): number[] | null {
  let best: { elements: number[]; held: number } | null = null;
  for (const { members } of findRecords(page).slice(0, maxClusters)) {
    const elements: number[] = [];
    let held = 0;
    let next = 0;
    for (const record of records) {
      while (next < members.length && share(page, members[next] as number, record) < heldFrom) next++;
      if (next === members.length) break;
      held += share(page, members[next] as number, record);
      elements.push(members[next++] as number);
    }
    if (elements.length === records.length && (best === null || held > best.held)) best = { elements, held };
  }
  return best?.elements ?? null;
}

/** What a page with known records teaches; null when it shows them in no order. */
export function observeRecords(
  rule: RecordsRule | null,
  page: PageIndex,
  records: readonly KnownRecord[],
): RecordsObservation | null {
  const elements = records.length < 2 ? null : elementsOf(page, records);
  if (elements === null) return null;
  const texts = elements.map((node) => elementText(page.tree, node));
  const container = observeList(rule?.container ?? null, page, texts);
  const fields: Record<string, Observation<Locator>[]> = {};
  records.slice(0, maxTaught).forEach((record, index) => {
    for (const [pointer, known] of record) {
      const observed = observeScalar(rule?.fields[pointer] ?? null, page, known, elements[index] as number);
      fields[pointer] = [...(fields[pointer] ?? []), observed];
    }
  });
  return { container, fields };
}

/** The rule after one more page. */
export function afterRecordsPage(rule: RecordsRule | null, observed: RecordsObservation): RecordsRule {
  const fields: Record<string, ScalarRule> = { ...rule?.fields };
  for (const [pointer, observations] of Object.entries(observed.fields)) {
    let learned = fields[pointer] ?? null;
    for (const observation of observations) learned = afterPage(learned, observation);
    if (learned !== null) fields[pointer] = learned;
  }
  return { container: afterPage(rule?.container ?? null, observed.container), fields };
}

/** One record found on a page: what the rules say of its fields, by their pointer. */
export interface FoundRecord<Value> {
  node: number;
  values: Map<string, ScalarVote<Value>>;
}

/** The records that a rule finds on a page, or null when its locators do not agree. */
export function voteRecords<Value>(
  rule: RecordsRule,
  page: PageIndex,
  read: (pointer: string, text: string, isMachine: boolean) => { value: Value; key: string } | null,
): { records: FoundRecord<Value>[]; agreement: number; locator: ListLocator } | null {
  const vote = voteList(rule.container, page);
  if (vote === null || !isSureList(vote)) return null;
  const records = vote.items.map(({ node }) => {
    const values = new Map<string, ScalarVote<Value>>();
    for (const [pointer, field] of Object.entries(rule.fields)) {
      const found = voteScalar(field, page, (text, isMachine) => read(pointer, text, isMachine), node);
      if (found !== null && isSure(found)) values.set(pointer, found);
    }
    return { node, values };
  });
  return { records, agreement: vote.agreement, locator: vote.locator };
}
