import type { Json } from '../../../domain/pages/extraction.ts';
import { conceptsOf } from '../../../extract/schema/concepts.ts';
import type { Field } from '../../../extract/schema/field.ts';
import { fieldStems, stemsOf } from '../../../extract/schema/field-words.ts';
import { fieldsOf } from '../../../extract/schema/schema-fields.ts';
import { findAmountSpans } from '../../../extract/typed/amount-spans.ts';
import { parseAvailability } from '../../../extract/typed/availability.ts';
import { parseMoney } from '../../../extract/typed/money.ts';
import { normalizeDigits, parseNumber } from '../../../page/text/number.ts';
import { foldText } from '../../../page/text/sections.ts';
import type { VersionDiff } from '../check/compare/compare-versions.ts';
import { valueAt } from '../settings/conditions.ts';
import type { Version, Watch } from '../settings/monitor-settings.ts';
import { type GoalDecision, type GoalEvidence, toEvidence } from './goal-decision.ts';
import { type GoalClause, isStock } from './parse-goal.ts';

/** A change between two versions. */
export interface GoalChange {
  before: Version;
  after: Version;
  diff: VersionDiff;
}

/** Evidence that a clause is met; empty if the values show that it is not; null if they do not decide it. */
type Verdict = GoalEvidence[] | null;

const noSignals = { language: null, country: null, currency: null };
const priceField: Field | undefined = fieldsOf({
  type: 'object',
  properties: { price: { type: 'number' } },
})[0];

/** Returns true if values or texts of this watch can decide a clause. */
export function canDecide(watch: Watch, clause: GoalClause): boolean {
  if (clause.quoted !== undefined) return watch.kind === 'page' || watch.kind === 'section';
  if (watch.kind === 'fields' && watch.schema !== null) {
    const field = fieldOfClause(fieldsOf(watch.schema), clause);
    return field !== null && fits(field, clause);
  }
  if (watch.kind !== 'page' && watch.kind !== 'section') return false;
  return isStock(clause) ? clause.subject.length === 0 : isPriceClause(clause);
}

/** Decides by values whether a change meets one of the clauses. */
export function decideByValues(
  watch: Watch,
  clauses: readonly GoalClause[],
  change: GoalChange,
): GoalDecision {
  const verdicts = clauses.map((clause) => decideClause(watch, clause, change));
  const met = verdicts.flatMap((verdict) => verdict ?? []);
  if (met.length > 0) return { met: true, by: 'values', evidence: met };
  if (!verdicts.includes(null)) return { met: false, by: 'values', evidence: [] };
  return { met: null, by: 'none', evidence: [], reason: 'The changed texts do not decide the goal.' };
}

function decideClause(watch: Watch, clause: GoalClause, change: GoalChange): Verdict {
  if (!canDecide(watch, clause)) return null;
  if (clause.quoted !== undefined) return decideQuoted(clause.quoted, clause, change);
  if (watch.kind === 'fields' && watch.schema !== null) {
    const field = fieldOfClause(fieldsOf(watch.schema), clause);
    return field === null ? null : decideField(field, clause, change);
  }
  // An answer in JSON has values without a schema.
  return change.after.text === null ? null : decideTexts(clause, change);
}

/** Returns the words of a text without Markdown marks and targets of links, to compare with those of a person. */
function plainWords(markdown: string): string {
  return foldText(markdown)
    .replace(/\]\([^()\s]{0,2000}\)/g, '')
    .replace(/[*_`#[\]|>\\]/g, ' ')
    .replace(/\s+/g, ' ');
}

/** Decides by the complete texts whether words have appeared or disappeared; the changed text that has them is the evidence. */
function decideQuoted(
  quoted: string,
  { movement }: GoalClause,
  { before, after, diff }: GoalChange,
): Verdict {
  if (before.text === null || after.text === null) return null;
  const words = plainWords(quoted).trim();
  const has = (text: string | null) => text !== null && plainWords(text).includes(words);
  const [was, is] = [has(before.text), has(after.text)];
  const isMet = movement === 'added' ? !was && is : was && !is;
  if (!isMet) return [];
  const block = diff.blocks.find((one) => has(movement === 'added' ? one.after : one.before));
  if (block !== undefined) return [toEvidence(block.section, block.before, block.after)];
  return [movement === 'added' ? toEvidence(null, null, quoted) : toEvidence(null, quoted, null)];
}

/** Returns the one field that a clause names, by its words or else by what they are called in English; null for none or several. */
function fieldOfClause(fields: readonly Field[], clause: GoalClause): Field | null {
  const words = isStock(clause) && clause.subject.length === 0 ? ['availability'] : clause.subject;
  return fieldOfWords(fields, words) ?? fieldOfWords(fields, englishWords(words));
}

/** Returns the words of the concept that the words name in any language, such as `price` for `preis`; empty if there is none. */
function englishWords(words: readonly string[]): string[] {
  const concepts = conceptsOf(words);
  return concepts.length === 1 ? (concepts[0]?.name.split('_') ?? []) : [];
}

function fieldOfWords(fields: readonly Field[], words: readonly string[]): Field | null {
  const stems = [...stemsOf(words.join(' '))];
  if (stems.length === 0) return null;
  const matches = fields.filter((field) => {
    const { own, around } = fieldStems(field);
    return stems.every((stem) => own.has(stem) || around.has(stem)) && stems.some((stem) => own.has(stem));
  });
  return matches.length === 1 ? (matches[0] ?? null) : null;
}

/** Returns true if a field has values of which a movement can be stated. */
function fits(field: Field, { movement }: GoalClause): boolean {
  if (movement === 'changes') return true;
  if (movement === 'added' || movement === 'removed') return true;
  return field.structure === 'scalar';
}

function isPriceClause({ subject, movement }: GoalClause): boolean {
  if (movement === 'added' || movement === 'removed' || priceField === undefined) return false;
  return (
    subject.length === 1 &&
    (fieldOfWords([priceField], subject) ?? fieldOfWords([priceField], englishWords(subject))) !== null
  );
}

function decideField(field: Field, clause: GoalClause, { before, after }: GoalChange): Verdict {
  const [old, now] = [valueAt(before.data, field.pointer), valueAt(after.data, field.pointer)];
  const hasChanged = JSON.stringify(old) !== JSON.stringify(now);
  if (!hasChanged) return [];
  const evidence = [toEvidence(field.pointer, old, now)];
  if (field.structure !== 'scalar') return decideList(field, clause, old, now);
  switch (clause.movement) {
    case 'changes':
      return evidence;
    case 'added':
      return old === null ? evidence : now === null ? [] : evidence;
    case 'removed':
      return now === null ? evidence : [];
    case 'in_stock':
    case 'out_of_stock':
      return decideStock(clause, old, now, evidence);
    default:
      return decideAmounts(clause, amountOf(old), amountOf(now), evidence);
  }
}

/** Compares the entries of a list regardless of their order. */
function decideList(field: Field, { movement }: GoalClause, old: Json, now: Json): Verdict {
  const [oldTexts, newTexts] = [old, now].map(
    (list) => new Set((Array.isArray(list) ? list : []).map((entry) => JSON.stringify(entry))),
  ) as [Set<string>, Set<string>];
  const added = [...newTexts].filter((text) => !oldTexts.has(text));
  const removed = [...oldTexts].filter((text) => !newTexts.has(text));
  const shown = (text: string) => JSON.parse(text) as Json;
  return [
    ...(movement === 'removed' ? [] : added.map((text) => toEvidence(field.pointer, null, shown(text)))),
    ...(movement === 'added' ? [] : removed.map((text) => toEvidence(field.pointer, shown(text), null))),
  ];
}

function stockOf(value: Json): boolean | null {
  if (typeof value === 'boolean') return value;
  if (typeof value === 'number') return value > 0;
  const availability = typeof value === 'string' ? parseAvailability(value) : null;
  if (availability === null) return null;
  return availability === 'in_stock' || availability === 'limited';
}

function decideStock({ movement }: GoalClause, old: Json, now: Json, evidence: GoalEvidence[]): Verdict {
  const [was, is] = [stockOf(old), stockOf(now)];
  if (is === null) return null;
  return is === (movement === 'in_stock') && was !== is ? evidence : [];
}

/** Start of the line that states what the main control of a page says. */
const actionLabel = /^Action: /;

interface Amount {
  value: number;
  currency: string | null;
}

function amountOf(value: Json): Amount | null {
  if (typeof value === 'number') return { value, currency: null };
  if (typeof value !== 'string') return null;
  const money = parseMoney(value, noSignals);
  if (money !== null && (money.currency !== null || money.isCurrencyAmbiguous))
    return { value: Number(money.amount), currency: money.currency };
  const number = parseNumber(value);
  return number === null ? null : { value: number, currency: null };
}

function decideAmounts(
  { movement, amount, isPercent, currency }: GoalClause,
  old: Amount | null,
  now: Amount | null,
  evidence: GoalEvidence[],
): Verdict {
  if (movement === 'below' || movement === 'above') {
    const isOther = now?.currency != null && currency !== null && now.currency !== currency;
    if (now === null || isOther) return null;
    const isPast = (value: number) =>
      movement === 'below' ? value < Number(amount) : value > Number(amount);
    return isPast(now.value) && (old === null || !isPast(old.value)) ? evidence : [];
  }
  if (old === null || now === null || old.currency !== now.currency) return null;
  if (movement === 'changes') return old.value === now.value ? [] : evidence;
  const difference = movement === 'falls' ? old.value - now.value : now.value - old.value;
  if (difference <= 0) return [];
  const measured = isPercent ? (difference / Math.abs(old.value)) * 100 : difference;
  return amount === null || measured >= amount - 1e-9 ? evidence : [];
}

/** Decides a clause by the changed texts of a page: by their one amount, or by what they say about the stock. */
function decideTexts(clause: GoalClause, { diff }: GoalChange): Verdict {
  if (diff.truncated) return null;
  const verdicts = diff.blocks.flatMap(({ section, before, after }): Verdict[] => {
    const evidence = [toEvidence(section, before, after)];
    if (isStock(clause)) return [decideStockText(clause, before, after, evidence)];
    const [old = [], now = []] = [before, after].map((text) => (text === null ? [] : findPrices(text)));
    if (old.join() === now.join()) return [];
    if (old.length !== 1 || now.length !== 1) return [null];
    return [decideAmounts(clause, amountOf(old[0] ?? null), amountOf(now[0] ?? null), evidence)];
  });
  const met = verdicts.flatMap((verdict) => verdict ?? []);
  // Prices of several changed texts may belong to several things, of which the goal means one.
  const isMixed = !isStock(clause) && met.length > 0 && met.length < verdicts.length;
  if (isMixed || (met.length === 0 && verdicts.includes(null))) return null;
  return met;
}

/** Decides by one changed text; null if it says something about the stock only before, or what a control offers now. */
function decideStockText(
  clause: GoalClause,
  before: string | null,
  after: string | null,
  evidence: GoalEvidence[],
): Verdict {
  const [old, now] = [before, after].map((text) => text?.replace(actionLabel, '') ?? null) as [
    string | null,
    string | null,
  ];
  if (stockOf(now) !== null) return decideStock(clause, old, now, evidence);
  const isControl = [before, after].some((text) => text !== null && actionLabel.test(text));
  return stockOf(old) !== null || isControl ? null : [];
}

/** Returns the amounts with a currency sign in a text. */
function findPrices(text: string): string[] {
  const plain = normalizeDigits(text);
  return findAmountSpans(plain)
    .filter(({ hasMark }) => hasMark)
    .map(({ from, to }) => plain.slice(from, to));
}
