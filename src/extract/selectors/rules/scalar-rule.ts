import { lettersOf } from '../../page-view/page-letters.ts';
import type { PageIndex } from '../layouts/page-index.ts';
import { createLocators } from '../locators/create-locators.ts';
import { type Locator, type LocatorFamily, readLocator } from '../locators/locator.ts';
import { getPositionCost } from '../locators/position-cost.ts';
import { isMachineReadable } from '../locators/take.ts';
import { getFirstKind } from '../locators/text-form.ts';
import { findPositions, type KnownValue, type ValuePosition } from '../locators/value-positions.ts';
import { getLocatorKey, isSettled, type Observation, type Rule, selectVoters, type Verdict } from './vote.ts';

/** Rule for one value of a layout. */
export type ScalarRule = Rule<Locator>;

/** Support of a rule's locators for its answer. */
export interface Agreement {
  /** Weight of the agreeing locators as a share of all voters: 0 to 1. */
  agreement: number;
  /** Weight of the agreeing locators as a share of those that found a value. */
  majority: number;
  /** Families of the agreeing locators. */
  families: ReadonlySet<LocatorFamily>;
}

/** Answer of a rule for a page. */
export interface ScalarVote<Value> extends Agreement {
  value: Value;
  /** Best position with this value: its node, locator and text. */
  node: number;
  locator: Locator;
  text: string;
}

/**
 * Minimum agreement for a sure answer; or minimum majority and agreement of locators of several or meaningful
 * families.
 */
const minAgreement = 0.5;
const minMajority = 2 / 3;
const minMajorityAgreement = 0.3;

/** Returns true if a vote is sure enough to be returned. Less agreement indicates another layout. */
export function isSure({ agreement, majority, families }: Agreement): boolean {
  if (agreement >= minAgreement) return true;
  const isMeaningful = families.size >= 2 || families.has('semantic') || families.has('label');
  return isMeaningful && majority >= minMajority && agreement >= minMajorityAgreement;
}

/** Maximum number of locators for all positions of a value. */
const maxNewLocators = 400;
const shortNumber = /^\d{1,3}$/;
/** Maximum number of letters beside a number that may be its unit or sign. */
const maxUnitLength = 16;

/**
 * Returns true for a short number without a unit or sign. Such numbers are too common to be located without a
 * label.
 */
function isBareNumber({ text, before, after }: ValuePosition): boolean {
  const letters = lettersOf(text);
  if (!shortNumber.test(letters.replace(/\D/gu, '')) || lettersOf(before + after) !== '') return false;
  if (letters.length > letters.replace(/\D/gu, '').length) return letters.length > maxUnitLength;
  return !/[^\d\s.,]/u.test(text);
}

function isMeaningfulLocator({ family, take }: Locator): boolean {
  return family === 'semantic' || (family === 'label' && take.what !== 'attribute');
}

const takeCosts: Readonly<Record<Locator['take']['what'], number>> = {
  text: 0,
  own: 0.5,
  form: 1,
  attribute: 3,
};

/** Returns true if a locator counts siblings, texts or parts from the end. */
function isFromEnd({ take, steps, part }: Locator): boolean {
  return (take.what === 'own' && take.index < 0) || (steps.at(-1)?.[1] ?? 0) < 0 || (part?.index ?? 0) < 0;
}

/** Returns the cost of a locator; a lower cost means fewer conditions and positions. */
function getLocatorCost(locator: Locator): number {
  const affixes = (locator.before === '' ? 0 : 2) + (locator.after === '' ? 0 : 2);
  const part = locator.part === undefined ? 0 : 1.5;
  const [start] = locator.start;
  // A text behind the value is a label less often than one in front of it.
  const distance = start.by !== 'label' ? 0 : start.skip < 0 ? 2 - start.skip : start.skip / 4;
  return (
    locator.nth * 2 +
    locator.steps.length / 4 +
    affixes +
    part +
    distance +
    takeCosts[locator.take.what] +
    (isFromEnd(locator) ? 0.4 : 0)
  );
}

function findNewLocators(
  page: PageIndex,
  known: KnownValue,
  within: number,
  accepts: (position: ValuePosition) => boolean,
): Locator[] {
  const locators = new Map<string, { locator: Locator; cost: number }>();
  for (const position of findPositions(page, known, within)) {
    if (!accepts(position)) continue;
    const isLimited = isBareNumber(position);
    const positionCost = getPositionCost(page, position);
    for (const locator of createLocators(page, position, within)) {
      if (isLimited && !isMeaningfulLocator(locator)) continue;
      const key = JSON.stringify(locator);
      if (locators.has(key)) continue;
      const located = readLocator(page, locator, within);
      if (located !== null && known.matches(located.text, isMachineReadable(locator.take)))
        locators.set(key, { locator, cost: positionCost + getLocatorCost(locator) });
    }
  }
  return [...locators.values()]
    .sort((one, other) => one.cost - other.cost)
    .slice(0, maxNewLocators)
    .map(({ locator }) => locator);
}

/**
 * Observes a rule on a page with a known value: which locators hold, and which new ones exist at the accepted
 * positions of the value.
 */
export function observeScalar(
  rule: ScalarRule | null,
  page: PageIndex,
  known: KnownValue,
  within = 0,
  accepts: (position: ValuePosition) => boolean = () => true,
): Observation<Locator> {
  const verdicts: Record<string, Verdict> = {};
  for (const { way } of rule?.ways ?? []) {
    const located = readLocator(page, way, within);
    verdicts[getLocatorKey(way)] =
      located === null
        ? 'missed'
        : known.matches(located.text, isMachineReadable(way.take))
          ? 'right'
          : 'wrong';
  }
  return {
    verdicts,
    newLocators: isSettled(rule, verdicts) ? [] : findNewLocators(page, known, within, accepts),
    ...(known.text !== null && { form: getFirstKind(known.text) }),
  };
}

/**
 * Returns the value with the most weight among a rule's locators; null if none finds a value. `read` parses a
 * text.
 */
export function voteScalar<Value>(
  rule: ScalarRule,
  page: PageIndex,
  read: (text: string, isMachine: boolean) => { value: Value; key: string } | null,
  within = 0,
): ScalarVote<Value> | null {
  const byKey = new Map<string, Tally<Value>>();
  let totalWeight = 0;
  let answeringWeight = 0;
  let best: Tally<Value> | null = null;
  for (const { way, weight } of selectVoters(rule)) {
    totalWeight += weight;
    const located = readLocator(page, way, within);
    const parsed = located === null ? null : read(located.text, isMachineReadable(way.take));
    if (located === null || parsed === null) continue;
    const support = hasKnownForm(rule, located.text) ? weight : weight * otherFormFactor;
    answeringWeight += support;
    const tally = byKey.get(parsed.key) ?? {
      first: { value: parsed.value, node: located.node, locator: way, text: located.text },
      weight: 0,
      families: new Set<LocatorFamily>(),
    };
    byKey.set(parsed.key, tally);
    tally.weight += support;
    tally.families.add(way.family);
    if (best === null || tally.weight > best.weight) best = tally;
  }
  if (best === null) return null;
  const { first, weight, families } = preferWhole(best, [...byKey.values()]);
  return { ...first, agreement: weight / totalWeight, majority: weight / answeringWeight, families };
}

/** Weight of an answer whose text has another form than all known values, in relation to one with a known form. */
const otherFormFactor = 0.6;
/** Maximum number of forms of a field whose values have typical forms. */
const maxTypicalForms = 1;

function hasKnownForm({ forms = [] }: ScalarRule, text: string): boolean {
  return forms.length === 0 || forms.length > maxTypicalForms || forms.includes(getFirstKind(text));
}

const ellipsis = /(?<!\.)(?:\.{3}|…)$/;

/** Returns the answer that another locator gives in full if the best one is cut off: "A long title of…". */
function preferWhole<Value>(best: Tally<Value>, all: readonly Tally<Value>[]): Tally<Value> {
  const { text } = best.first;
  if (!ellipsis.test(text)) return best;
  const start = lettersOf(text);
  const whole = all.find(
    ({ first }) =>
      first.text.length > text.length &&
      lettersOf(first.text).startsWith(start) &&
      !ellipsis.test(first.text),
  );
  return whole === undefined ? best : { ...whole, weight: whole.weight + best.weight };
}

interface Tally<Value> {
  first: Pick<ScalarVote<Value>, 'value' | 'node' | 'locator' | 'text'>;
  weight: number;
  families: Set<LocatorFamily>;
}
