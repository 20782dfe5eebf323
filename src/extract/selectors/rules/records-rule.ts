import { numberAt } from '../../../domain/values/elements.ts';
import { elementText, lettersOf } from '../../page-view/page-letters.ts';
import { findRecords } from '../../page-view/record-clusters.ts';
import type { PageIndex } from '../layouts/page-index.ts';
import type { ListLocator } from '../locators/list-locator.ts';
import type { Locator } from '../locators/locator.ts';
import type { KnownValue } from '../locators/value-positions.ts';
import { isSureList, observeList, voteList } from './list-rule.ts';
import { isSure, observeScalar, type ScalarRule, type ScalarVote, voteScalar } from './scalar-rule.ts';
import { applyObservation, type Observation, type Rule } from './vote.ts';

/** Rule for records of a layout: the elements of the records, and the positions of the values in them. */
export interface RecordsRule {
  container: Rule<ListLocator>;
  /** Rules by the pointer of the field. */
  fields: Record<string, ScalarRule>;
}

/** Observation of a rule on a page with known records. Plain data. */
export interface RecordsObservation {
  container: Observation<ListLocator>;
  /** Observations by the pointer of the field, one for each record. */
  fields: Record<string, Observation<Locator>[]>;
}

/** Known values of a record by the pointer of the field. */
export type KnownRecord = ReadonlyMap<string, KnownValue>;

/** Maximum number of records of a page that are learned from. */
const maxLearnedRecords = 6;
const maxClusters = 12;
/** Minimum share of the known values that a cluster's members must contain. */
const minValueShare = 0.6;

function containsValue(page: PageIndex, node: number, known: KnownValue): boolean {
  const letters = known.text === null ? '' : lettersOf(known.text);
  if (letters !== '') return page.letters.slice(page.from[node], page.to[node]).includes(letters);
  return true;
}

/** Returns the share of a record's searchable values that an element contains. */
function getValueShare(page: PageIndex, node: number, record: KnownRecord): number {
  const searchable = [...record.values()].filter((known) => known.text !== null);
  if (searchable.length === 0) return 0;
  return searchable.filter((known) => containsValue(page, node, known)).length / searchable.length;
}

/** Returns the elements of the known records in order, or null. */
function findRecordElements(page: PageIndex, records: readonly KnownRecord[]): number[] | null {
  let best: { elements: number[]; totalShare: number } | null = null;
  for (const { members, lasts } of findRecords(page).slice(0, maxClusters)) {
    // Rules of records need one element for each.
    if (lasts !== undefined) continue;
    const elements: number[] = [];
    let totalShare = 0;
    let next = 0;
    for (const record of records) {
      while (next < members.length && getValueShare(page, numberAt(members, next), record) < minValueShare)
        next++;
      if (next === members.length) break;
      totalShare += getValueShare(page, numberAt(members, next), record);
      elements.push(numberAt(members, next++));
    }
    if (elements.length === records.length && (best === null || totalShare > best.totalShare))
      best = { elements, totalShare };
  }
  return best?.elements ?? null;
}

/** Observes a rule on a page with known records; null if no elements match them in order. */
export function observeRecords(
  rule: RecordsRule | null,
  page: PageIndex,
  records: readonly KnownRecord[],
): RecordsObservation | null {
  const elements = records.length < 2 ? null : findRecordElements(page, records);
  if (elements === null) return null;
  const texts = elements.map((node) => elementText(page.tree, node));
  const container = observeList(rule?.container ?? null, page, texts);
  const fields: Record<string, Observation<Locator>[]> = {};
  records.slice(0, maxLearnedRecords).forEach((record, index) => {
    for (const [pointer, known] of record) {
      const observation = observeScalar(
        rule?.fields[pointer] ?? null,
        page,
        known,
        numberAt(elements, index),
      );
      fields[pointer] = [...(fields[pointer] ?? []), observation];
    }
  });
  return { container, fields };
}

/** Applies the observation of one more page to a rule. */
export function applyRecordsObservation(
  rule: RecordsRule | null,
  pageObservation: RecordsObservation,
): RecordsRule {
  const fields: Record<string, ScalarRule> = { ...rule?.fields };
  for (const [pointer, observations] of Object.entries(pageObservation.fields)) {
    let fieldRule = fields[pointer] ?? null;
    for (const observation of observations) fieldRule = applyObservation(fieldRule, observation);
    if (fieldRule !== null) fields[pointer] = fieldRule;
  }
  return { container: applyObservation(rule?.container ?? null, pageObservation.container), fields };
}

/** A record found on a page, with the votes on its fields by pointer. */
export interface FoundRecord<Value> {
  node: number;
  values: Map<string, ScalarVote<Value>>;
}

/** Returns the records that a rule finds on a page, or null if its locators do not agree. */
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
      const fieldVote = voteScalar(field, page, (text, isMachine) => read(pointer, text, isMachine), node);
      if (fieldVote !== null && isSure(fieldVote)) values.set(pointer, fieldVote);
    }
    return { node, values };
  });
  return { records, agreement: vote.agreement, locator: vote.locator };
}
