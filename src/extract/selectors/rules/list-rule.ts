import { integerAt, numberAt } from '../../../domain/values/elements.ts';
import { tag } from '../../../page/parse/names/tags.ts';
import { endOf, parentOf } from '../../../page/tree/tree.ts';
import { lettersOf } from '../../page-view/page-letters.ts';
import type { PageIndex } from '../layouts/page-index.ts';
import { createLocators, getOwnStarts } from '../locators/create-locators.ts';
import {
  getElementShape,
  getItems,
  type ItemSelection,
  type ListItem,
  type ListLocator,
  readList,
} from '../locators/list-locator.ts';
import type { LocatorFamily } from '../locators/locator.ts';
import { findTextAt } from '../locators/value-positions.ts';
import { type Agreement, isSure } from './scalar-rule.ts';
import { getLocatorKey, isSettled, type Observation, type Rule, selectVoters, type Verdict } from './vote.ts';

/** Rule for a list of a layout. */
export type ListRule = Rule<ListLocator>;

/** Answer of a rule for a list on a page. */
export interface ListVote extends Agreement {
  items: ListItem[];
  locator: ListLocator;
}

/** Minimum F1 score of the entries of a correct locator. */
const minRightScore = 0.8;
/** Minimum F1 score of the entries of a candidate. */
const minCandidateScore = 0.6;
/** Support of a partial list for the whole list. */
const maxPartialSupport = 0.8;
const maxEntries = 300;
const maxPositions = 20;
const maxShapes = 6;
const maxContainers = 6;
const maxNewLocators = 200;

/** Returns the F1 score of two lists by letters and digits, 0 to 1. */
export function computeListSimilarity(one: readonly string[], other: readonly string[]): number {
  if (one.length === 0 || other.length === 0) return 0;
  const counts = new Map<string, number>();
  for (const entry of one) counts.set(entry, (counts.get(entry) ?? 0) + 1);
  let same = 0;
  for (const entry of other) {
    const remaining = counts.get(entry) ?? 0;
    if (remaining === 0) continue;
    counts.set(entry, remaining - 1);
    same++;
  }
  return (2 * same) / (one.length + other.length);
}

function getItemLetters(items: readonly ListItem[]): string[] {
  return items.map((item) => lettersOf(item.text));
}

/** A node that shows an entry, and the entry's index. */
interface EntryNode {
  node: number;
  entry: number;
}

/** Returns the nodes that contain one entry and at most a number before it. */
function findEntryNodes(page: PageIndex, expected: string, entry: number): EntryNode[] {
  const { tree, from, to } = page;
  const entryNodes: EntryNode[] = [];
  let at = page.letters.indexOf(expected);
  for (let count = 0; at !== -1 && count < maxPositions; count++) {
    const start = at;
    const end = at + expected.length;
    const slack = expected.length >= 12 ? 8 : 0;
    let node = findTextAt(page, start);
    for (let level = 0; level < 8 && node > 0; level++, node = parentOf(tree, node)) {
      if (integerAt(to, node) < end) continue;
      if (integerAt(to, node) > end || integerAt(from, node) < start - slack) break;
      entryNodes.push({ node, entry });
    }
    at = page.letters.indexOf(expected, at + 1);
  }
  return entryNodes;
}

/** Splits nodes of one shape into runs of entries in order, because a page may show a list twice. */
function splitRuns(entryNodes: EntryNode[]): number[][] {
  const runs: number[][] = [];
  let run: number[] = [];
  let last = -1;
  for (const { node, entry } of entryNodes.sort((one, other) => one.node - other.node)) {
    if (entry <= last && run.length > 0) {
      runs.push(run);
      run = [];
    }
    run.push(node);
    last = entry;
  }
  if (run.length > 0) runs.push(run);
  return runs;
}

function commonAncestor(page: PageIndex, nodes: readonly number[]): number {
  const last = Math.max(...nodes);
  let ancestor = parentOf(page.tree, Math.min(...nodes));
  while (ancestor > 0 && endOf(page.tree, ancestor) <= last) {
    ancestor = parentOf(page.tree, ancestor);
  }
  return ancestor;
}

/** Returns the shapes that many entries share, best first: those of an element and of its parent. */
function findShapes(
  page: PageIndex,
  expected: readonly string[],
  within: number,
): { shape: string[]; entryNodes: EntryNode[] }[] {
  const byShape = new Map<string, { shape: string[]; entryNodes: EntryNode[] }>();
  const end = endOf(page.tree, within);
  expected.forEach((letters, entry) => {
    for (const entryNode of findEntryNodes(page, letters, entry)) {
      if (entryNode.node <= within || entryNode.node >= end) continue;
      const parent = parentOf(page.tree, entryNode.node);
      const shape = [getElementShape(page, entryNode.node), getElementShape(page, parent)];
      const key = shape.join(' < ');
      const group = byShape.get(key) ?? { shape, entryNodes: [] };
      byShape.set(key, group);
      group.entryNodes.push(entryNode);
    }
  });
  const countEntries = (group: { entryNodes: EntryNode[] }) =>
    new Set(group.entryNodes.map((one) => one.entry)).size;
  return [...byShape.values()]
    .filter((group) => countEntries(group) >= Math.min(expected.length, Math.max(1, expected.length * 0.3)))
    .sort((one, other) => countEntries(other) - countEntries(one))
    .slice(0, maxShapes);
}

/** Collects the locators of a list on a page with their scores. */
class ListFinder {
  readonly candidates = new Map<string, { locator: ListLocator; similarity: number }>();
  private readonly page: PageIndex;
  private readonly expected: readonly string[];
  private readonly within: number;
  private readonly attemptedKeys = new Set<string>();

  constructor(page: PageIndex, expected: readonly string[], within: number) {
    this.page = page;
    this.expected = expected;
    this.within = within;
  }

  run(): void {
    for (const { shape, entryNodes } of findShapes(this.page, this.expected, this.within)) {
      for (const run of splitRuns(entryNodes)) {
        if (run.length < Math.max(1, this.expected.length * 0.3)) continue;
        this.tryAll(numberAt(run, 0));
        this.tryContainers(run, shape);
      }
    }
    this.tryLines();
  }

  private add(locator: ListLocator): void {
    const key = JSON.stringify(locator);
    if (this.candidates.has(key)) return;
    const similarity = computeListSimilarity(
      getItemLetters(readList(this.page, locator, this.within)),
      this.expected,
    );
    if (similarity >= minCandidateScore) this.candidates.set(key, { locator, similarity });
  }

  private tryAll(node: number): void {
    if (this.page.tree.tag[node] === tag.text) return;
    for (const { family, start } of getOwnStarts(this.page, node)) {
      for (const isCounted of [false, true]) {
        this.add({ family, start: [start], nth: 0, steps: [], items: { by: 'all' }, isCounted });
      }
    }
  }

  private tryContainers(run: number[], shape: readonly string[]): void {
    let container = commonAncestor(this.page, run);
    for (let level = 0; level < maxContainers && container > this.within; level++) {
      for (const depth of [1, 2]) {
        for (const isCounted of [false, true]) {
          this.tryContainer(container, { by: 'shape', shape: shape.slice(0, depth) }, isCounted);
        }
      }
      container = parentOf(this.page.tree, container);
    }
  }

  private tryContainer(container: number, items: ItemSelection, isCounted: boolean): void {
    const key = `${container} ${isCounted} ${JSON.stringify(items)}`;
    if (this.attemptedKeys.has(key)) return;
    this.attemptedKeys.add(key);
    const texts = getItemLetters(getItems(this.page, container, items, isCounted));
    const similarity = computeListSimilarity(texts, this.expected);
    if (similarity < minCandidateScore) return;
    const position = { node: container, take: { what: 'text' }, text: '', before: '', after: '' } as const;
    for (const { family, start, nth, steps } of createLocators(this.page, position, this.within)) {
      const locator: ListLocator = { family, start, nth, steps, items, isCounted };
      if (isRepeatable(locator)) this.add({ ...locator, nth: -1 });
      this.candidates.set(JSON.stringify(locator), { locator, similarity });
    }
  }

  /** Tries entries that are separated only by breaks and contain markup. */
  private tryLines(): void {
    if ([...this.candidates.values()].some(({ similarity }) => similarity >= minRightScore)) return;
    const [first] = this.expected;
    const last = this.expected.at(-1);
    if (first === undefined || last === undefined) return;
    const start = this.page.letters.indexOf(first);
    const end = start === -1 ? -1 : this.page.letters.indexOf(last, start);
    if (start === -1 || end === -1) return;
    let container = commonAncestor(this.page, [findTextAt(this.page, start), findTextAt(this.page, end)]);
    for (let level = 0; level < 3 && container > this.within; level++) {
      for (const isCounted of [false, true]) this.tryContainer(container, { by: 'lines' }, isCounted);
      container = parentOf(this.page.tree, container);
    }
  }
}

/** Returns true if the page may have several such containers, such as groups of entries. */
function isRepeatable({ start: [first, second], nth }: ListLocator): boolean {
  if (nth !== 0) return false;
  return [first, second].some((one) => one?.by === 'class' || one?.by === 'meaning');
}

const inlineShape = /^(?:span|a|b|i|em|strong|small|label|font)(?:\.|$)/;

function getLocatorCost({ nth, steps, items }: ListLocator): number {
  const [tagShape = ''] = items.by === 'shape' ? items.shape : [];
  const parts = tagShape === '#text' ? 6 : inlineShape.test(tagShape) ? 2 : 0;
  return (nth === -1 ? -1 : nth * 2) + steps.length / 4 + (items.by === 'lines' ? 4 : 0) + parts;
}

function findNewLocators(page: PageIndex, expected: readonly string[], within: number): ListLocator[] {
  const finder = new ListFinder(page, expected, within);
  finder.run();
  const candidates = [...finder.candidates.values()];
  const best = Math.max(0, ...candidates.map((one) => one.similarity));
  return candidates
    .filter(({ similarity }) => similarity >= minRightScore && similarity >= best - 0.02)
    .sort(
      (one, other) =>
        other.similarity - one.similarity || getLocatorCost(one.locator) - getLocatorCost(other.locator),
    )
    .slice(0, maxNewLocators)
    .map(({ locator }) => locator);
}

/**
 * Returns the support of one answer for another: the same list, or a part of it if a locator reads one of
 * several groups.
 */
function computeSupport(one: readonly string[], other: readonly string[]): number {
  const similarity = computeListSimilarity(one, other);
  const shared = (similarity * (one.length + other.length)) / 2;
  return other.length < one.length
    ? Math.max(similarity, (maxPartialSupport * shared) / other.length)
    : similarity;
}

/** Observes a rule on a page with a known list. */
export function observeList(
  rule: ListRule | null,
  page: PageIndex,
  entries: readonly string[],
  within = 0,
): Observation<ListLocator> {
  const expected = entries
    .slice(0, maxEntries)
    .map(lettersOf)
    .filter((letters) => letters !== '');
  const verdicts: Record<string, Verdict> = {};
  for (const { way } of rule?.ways ?? []) {
    const items = getItemLetters(readList(page, way, within));
    const similarity = computeListSimilarity(items, expected);
    verdicts[getLocatorKey(way)] =
      items.length === 0 ? 'missed' : similarity >= minRightScore ? 'right' : 'wrong';
  }
  const isKnown = expected.length === 0 || isSettled(rule, verdicts);
  return { verdicts, newLocators: isKnown ? [] : findNewLocators(page, expected, within) };
}

/**
 * Minimum agreement for a list that few locators find; several entries in the same order seldom agree by
 * chance.
 */
const minAgreement = 0.1;
const minEntries = 3;

/** Returns true if a vote on a list is sure enough to be returned. */
export function isSureList(vote: ListVote): boolean {
  if (isSure(vote)) return true;
  return vote.items.length >= minEntries && vote.majority >= 0.75 && vote.agreement >= minAgreement;
}

/** Returns the list with the most support among the rule's locators, or null if none finds a list. */
export function voteList(rule: ListRule, page: PageIndex, within = 0): ListVote | null {
  const answers = [];
  let totalWeight = 0;
  let answeringWeight = 0;
  for (const { way, weight } of selectVoters(rule)) {
    totalWeight += weight;
    const items = readList(page, way, within);
    if (items.length === 0) continue;
    answeringWeight += weight;
    answers.push({ way, weight, items, letters: getItemLetters(items) });
  }
  let best: ListVote | null = null;
  let bestWeight = 0;
  for (const one of answers) {
    const families = new Set<LocatorFamily>();
    let weight = 0;
    for (const other of answers) {
      const share = computeSupport(one.letters, other.letters);
      weight += other.weight * share;
      if (share >= maxPartialSupport) families.add(other.way.family);
    }
    if (weight <= bestWeight) continue;
    bestWeight = weight;
    const agreement = { agreement: weight / totalWeight, majority: weight / answeringWeight, families };
    best = { items: one.items, locator: one.way, ...agreement };
  }
  return best;
}
