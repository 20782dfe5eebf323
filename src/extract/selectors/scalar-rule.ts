import { isSettled, keyOf, type Observation, type Rule, type Verdict, votersOf } from './judged.ts';
import { isForMachines, type Locator, type LocatorFamily, readLocator } from './locator.ts';
import { makeLocators } from './make-locators.ts';
import type { PageIndex } from './page-index.ts';
import { lettersOf } from './page-letters.ts';
import { type KnownValue, type Place, placesOf } from './places.ts';

/** Where a layout shows one value. */
export type ScalarRule = Rule<Locator>;

/** How much of a rule speaks for what it says of a page. */
export interface Agreement {
  /** Weight of the locators that say so, of all that vote: 0 to 1. */
  agreement: number;
  /** The same of those that found anything. */
  majority: number;
  /** The families of those that say so. */
  families: ReadonlySet<LocatorFamily>;
}

/** What a rule says of a page. */
export interface ScalarVote<Value> extends Agreement {
  value: Value;
  /** The best place that says so, its locator, and what is written there. */
  node: number;
  locator: Locator;
  text: string;
}

/** Part of all that must agree; or of those that found anything, when they are of different families and not too few. */
const enough = 0.5;
const clearMajority = 2 / 3;
const leastOfAll = 0.3;

/** Whether a vote is answered; less says that the layout is another. */
export function isSure({ agreement, majority, families }: Agreement): boolean {
  if (agreement >= enough) return true;
  const isMeant = families.size >= 2 || families.has('semantic') || families.has('label');
  return isMeant && majority >= clearMajority && agreement >= leastOfAll;
}

/** Locators of a place that are made at most, over all places of a value. */
const maxFresh = 400;
const shortNumber = /^\d{1,3}$/;
/** Letters beside a number that may be its unit or sign; more are other words. */
const longestUnit = 16;

/** A short number alone says too little to be recognised by (minutes are everywhere): it needs a label or a displayed form. */
function isBare({ text, before, after }: Place): boolean {
  const letters = lettersOf(text);
  if (!shortNumber.test(letters.replace(/\D/gu, '')) || lettersOf(before + after) !== '') return false;
  if (letters.length > letters.replace(/\D/gu, '').length) return letters.length > longestUnit;
  return !/[^\d\s.,]/u.test(text);
}

function speaks({ family, take }: Locator): boolean {
  return family === 'semantic' || (family === 'label' && take.what !== 'attribute');
}

/** How good a locator is likely to be, smaller is better: few conditions, nothing counted. */
function costOf(locator: Locator): number {
  const affixes = (locator.before === '' ? 0 : 2) + (locator.after === '' ? 0 : 2);
  const attribute = locator.take.what === 'attribute' ? 3 : 0;
  return (
    locator.nth * 2 + locator.steps.length / 4 + affixes + attribute + (locator.take.what === 'own' ? 0.5 : 0)
  );
}

function freshLocators(page: PageIndex, known: KnownValue, within: number): Locator[] {
  const found = new Map<string, Locator>();
  for (const place of placesOf(page, known, within)) {
    const isLimited = isBare(place);
    for (const locator of makeLocators(page, place, within)) {
      if (isLimited && !speaks(locator)) continue;
      const key = JSON.stringify(locator);
      if (found.has(key)) continue;
      const read = readLocator(page, locator, within);
      if (read !== null && known.isSaidBy(read.text, isForMachines(locator.take))) found.set(key, locator);
    }
  }
  return [...found.values()].sort((one, other) => costOf(one) - costOf(other)).slice(0, maxFresh);
}

/** What a page with a known value says of a rule: which locators hold, and which ones there are. */
export function observeScalar(
  rule: ScalarRule | null,
  page: PageIndex,
  known: KnownValue,
  within = 0,
): Observation<Locator> {
  const verdicts: Record<string, Verdict> = {};
  for (const { way } of rule?.ways ?? []) {
    const read = readLocator(page, way, within);
    verdicts[keyOf(way)] =
      read === null ? 'missed' : known.isSaidBy(read.text, isForMachines(way.take)) ? 'right' : 'wrong';
  }
  return { verdicts, fresh: isSettled(rule, verdicts) ? [] : freshLocators(page, known, within) };
}

/** The value that most of a rule's locators give, by weight; null when none gives any. `read` types a text, null when it cannot. */
export function voteScalar<Value>(
  rule: ScalarRule,
  page: PageIndex,
  read: (text: string, isMachine: boolean) => { value: Value; key: string } | null,
  within = 0,
): ScalarVote<Value> | null {
  const byKey = new Map<string, Tally<Value>>();
  let total = 0;
  let answering = 0;
  let best: Tally<Value> | null = null;
  for (const { way, weight } of votersOf(rule)) {
    total += weight;
    const found = readLocator(page, way, within);
    const typed = found === null ? null : read(found.text, isForMachines(way.take));
    if (found === null || typed === null) continue;
    answering += weight;
    const tally = byKey.get(typed.key) ?? {
      first: { value: typed.value, node: found.node, locator: way, text: found.text },
      weight: 0,
      families: new Set<LocatorFamily>(),
    };
    byKey.set(typed.key, tally);
    tally.weight += weight;
    tally.families.add(way.family);
    if (best === null || tally.weight > best.weight) best = tally;
  }
  if (best === null) return null;
  const { first, weight, families } = best;
  return { ...first, agreement: weight / total, majority: weight / answering, families };
}

interface Tally<Value> {
  first: Pick<ScalarVote<Value>, 'value' | 'node' | 'locator' | 'text'>;
  weight: number;
  families: Set<LocatorFamily>;
}
