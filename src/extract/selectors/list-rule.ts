import { tag } from '../../page/parse/tags.ts';
import { isSettled, keyOf, type Observation, type Rule, type Verdict, votersOf } from './judged.ts';
import { type Item, type Items, itemsWithin, type ListLocator, readList, shapeOf } from './list-locator.ts';
import type { LocatorFamily } from './locator.ts';
import { makeLocators, ownStarts } from './make-locators.ts';
import type { PageIndex } from './page-index.ts';
import { lettersOf } from './page-letters.ts';
import { textAt } from './places.ts';
import { type Agreement, isSure } from './scalar-rule.ts';

/** Where a layout shows a list. */
export type ListRule = Rule<ListLocator>;

/** What a rule says of a list on a page. */
export interface ListVote extends Agreement {
  items: Item[];
  locator: ListLocator;
}

/** Share of entries (F1) from which a locator counts as right about a list. */
const rightFrom = 0.8;
/** Share of entries that a way of writing must bring to be looked at. */
const worthFrom = 0.6;
/** What a part of a list speaks for the whole. */
const partSupport = 0.8;
const maxEntries = 300;
const maxPositions = 20;
const maxShapes = 6;
const maxContainers = 6;
const maxFresh = 200;

/** How far two lists hold the same entries, by letters and digits: F1, 0 to 1. */
export function listLikeness(one: readonly string[], other: readonly string[]): number {
  if (one.length === 0 || other.length === 0) return 0;
  const counts = new Map<string, number>();
  for (const entry of one) counts.set(entry, (counts.get(entry) ?? 0) + 1);
  let same = 0;
  for (const entry of other) {
    const left = counts.get(entry) ?? 0;
    if (left === 0) continue;
    counts.set(entry, left - 1);
    same++;
  }
  return (2 * same) / (one.length + other.length);
}

function lettersOfItems(items: readonly Item[]): string[] {
  return items.map((item) => lettersOf(item.text));
}

/** A node that shows an entry, and which. */
interface Shown {
  node: number;
  entry: number;
}

/** Nodes that say one entry and nothing else, or no more than a number before it. */
function nodesOf(page: PageIndex, wanted: string, entry: number): Shown[] {
  const { tree, from, to } = page;
  const found: Shown[] = [];
  let at = page.letters.indexOf(wanted);
  for (let count = 0; at !== -1 && count < maxPositions; count++) {
    const start = at;
    const end = at + wanted.length;
    const slack = wanted.length >= 12 ? 8 : 0;
    let node = textAt(page, start);
    for (let climb = 0; climb < 8 && node > 0; climb++, node = tree.parent[node] as number) {
      if ((to[node] as number) < end) continue;
      if ((to[node] as number) > end || (from[node] as number) < start - slack) break;
      found.push({ node, entry });
    }
    at = page.letters.indexOf(wanted, at + 1);
  }
  return found;
}

/** Runs of entries in their order among nodes of one shape: a page may show a list twice. */
function runsOf(shown: Shown[]): number[][] {
  const runs: number[][] = [];
  let run: number[] = [];
  let last = -1;
  for (const { node, entry } of shown.sort((one, other) => one.node - other.node)) {
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
  let ancestor = page.tree.parent[Math.min(...nodes)] as number;
  while (ancestor > 0 && (page.tree.end[ancestor] as number) <= last) {
    ancestor = page.tree.parent[ancestor] as number;
  }
  return ancestor;
}

/** Ways of writing that most entries share, the best first: a shape of an element and of the one around it. */
function shapesOf(
  page: PageIndex,
  wanted: readonly string[],
  within: number,
): { shape: string[]; shown: Shown[] }[] {
  const byShape = new Map<string, { shape: string[]; shown: Shown[] }>();
  const end = page.tree.end[within] as number;
  wanted.forEach((letters, entry) => {
    for (const shown of nodesOf(page, letters, entry)) {
      if (shown.node <= within || shown.node >= end) continue;
      const parent = page.tree.parent[shown.node] as number;
      const shape = [shapeOf(page, shown.node), shapeOf(page, parent)];
      const key = shape.join(' < ');
      const group = byShape.get(key) ?? { shape, shown: [] };
      byShape.set(key, group);
      group.shown.push(shown);
    }
  });
  const covered = (group: { shown: Shown[] }) => new Set(group.shown.map((one) => one.entry)).size;
  return [...byShape.values()]
    .filter((group) => covered(group) >= Math.min(wanted.length, Math.max(1, wanted.length * 0.3)))
    .sort((one, other) => covered(other) - covered(one))
    .slice(0, maxShapes);
}

/** Collects the locators of a list on a page, each with how well it does there. */
class ListFinder {
  readonly found = new Map<string, { locator: ListLocator; likeness: number }>();
  private readonly page: PageIndex;
  private readonly wanted: readonly string[];
  private readonly within: number;
  private readonly tried = new Set<string>();

  constructor(page: PageIndex, wanted: readonly string[], within: number) {
    this.page = page;
    this.wanted = wanted;
    this.within = within;
  }

  run(): void {
    for (const { shape, shown } of shapesOf(this.page, this.wanted, this.within)) {
      for (const run of runsOf(shown)) {
        if (run.length < Math.max(1, this.wanted.length * 0.3)) continue;
        this.tryAll(run[0] as number);
        this.tryContainers(run, shape);
      }
    }
    this.tryLines();
  }

  private add(locator: ListLocator): void {
    const key = JSON.stringify(locator);
    if (this.found.has(key)) return;
    const likeness = listLikeness(lettersOfItems(readList(this.page, locator, this.within)), this.wanted);
    if (likeness >= worthFrom) this.found.set(key, { locator, likeness });
  }

  private tryAll(node: number): void {
    if (this.page.tree.tag[node] === tag.text) return;
    for (const { family, start } of ownStarts(this.page, node)) {
      for (const isCounted of [false, true]) {
        this.add({ family, start: [start], nth: 0, steps: [], items: { by: 'all' }, isCounted });
      }
    }
  }

  private tryContainers(run: number[], shape: readonly string[]): void {
    let container = commonAncestor(this.page, run);
    for (let climb = 0; climb < maxContainers && container > this.within; climb++) {
      for (const depth of [1, 2]) {
        for (const isCounted of [false, true]) {
          this.tryContainer(container, { by: 'shape', shape: shape.slice(0, depth) }, isCounted);
        }
      }
      container = this.page.tree.parent[container] as number;
    }
  }

  private tryContainer(container: number, items: Items, isCounted: boolean): void {
    const key = `${container} ${isCounted} ${JSON.stringify(items)}`;
    if (this.tried.has(key)) return;
    this.tried.add(key);
    const texts = lettersOfItems(itemsWithin(this.page, container, items, isCounted));
    const likeness = listLikeness(texts, this.wanted);
    if (likeness < worthFrom) return;
    const place = { node: container, take: { what: 'text' }, text: '', before: '', after: '' } as const;
    for (const { family, start, nth, steps } of makeLocators(this.page, place, this.within)) {
      const locator: ListLocator = { family, start, nth, steps, items, isCounted };
      if (isRepeatable(locator)) this.add({ ...locator, nth: -1 });
      this.found.set(JSON.stringify(locator), { locator, likeness });
    }
  }

  /** Entries that only breaks part, with markup in them. */
  private tryLines(): void {
    if ([...this.found.values()].some(({ likeness }) => likeness >= rightFrom)) return;
    const [first] = this.wanted;
    const last = this.wanted.at(-1);
    if (first === undefined || last === undefined) return;
    const start = this.page.letters.indexOf(first);
    const end = start === -1 ? -1 : this.page.letters.indexOf(last, start);
    if (start === -1 || end === -1) return;
    let container = commonAncestor(this.page, [textAt(this.page, start), textAt(this.page, end)]);
    for (let climb = 0; climb < 3 && container > this.within; climb++) {
      for (const isCounted of [false, true]) this.tryContainer(container, { by: 'lines' }, isCounted);
      container = this.page.tree.parent[container] as number;
    }
  }
}

/** Whether more containers of its kind may stand on a page: groups of entries. */
function isRepeatable({ start: [first, second], nth }: ListLocator): boolean {
  if (nth !== 0) return false;
  return [first, second].some((one) => one?.by === 'class' || one?.by === 'meaning');
}

const inline = /^(?:span|a|b|i|em|strong|small|label|font)(?:\.|$)/;

function costOf({ nth, steps, items }: ListLocator): number {
  const [own = ''] = items.by === 'shape' ? items.shape : [];
  const parts = own === '#text' ? 6 : inline.test(own) ? 2 : 0;
  return (nth === -1 ? -1 : nth * 2) + steps.length / 4 + (items.by === 'lines' ? 4 : 0) + parts;
}

function freshLocators(page: PageIndex, wanted: readonly string[], within: number): ListLocator[] {
  const finder = new ListFinder(page, wanted, within);
  finder.run();
  const found = [...finder.found.values()];
  const best = Math.max(0, ...found.map((one) => one.likeness));
  return found
    .filter(({ likeness }) => likeness >= rightFrom && likeness >= best - 0.02)
    .sort((one, other) => other.likeness - one.likeness || costOf(one.locator) - costOf(other.locator))
    .slice(0, maxFresh)
    .map(({ locator }) => locator);
}

/** How far one answer speaks for another: the same list, or a part of it, as where a locator reads one group of several. */
function support(one: readonly string[], other: readonly string[]): number {
  const likeness = listLikeness(one, other);
  const shared = (likeness * (one.length + other.length)) / 2;
  return other.length < one.length ? Math.max(likeness, (partSupport * shared) / other.length) : likeness;
}

/** What a page with a known list says of a rule. */
export function observeList(
  rule: ListRule | null,
  page: PageIndex,
  entries: readonly string[],
  within = 0,
): Observation<ListLocator> {
  const wanted = entries
    .slice(0, maxEntries)
    .map(lettersOf)
    .filter((letters) => letters !== '');
  const verdicts: Record<string, Verdict> = {};
  for (const { way } of rule?.ways ?? []) {
    const items = lettersOfItems(readList(page, way, within));
    const likeness = listLikeness(items, wanted);
    verdicts[keyOf(way)] = items.length === 0 ? 'missed' : likeness >= rightFrom ? 'right' : 'wrong';
  }
  const isKnown = wanted.length === 0 || isSettled(rule, verdicts);
  return { verdicts, fresh: isKnown ? [] : freshLocators(page, wanted, within) };
}

/** A list that only few locators find is sure when these agree: entries in a row hardly agree by chance. */
const leastOfAll = 0.1;
const fewEntries = 3;

/** Whether a vote on a list is answered. */
export function isSureList(vote: ListVote): boolean {
  if (isSure(vote)) return true;
  return vote.items.length >= fewEntries && vote.majority >= 0.75 && vote.agreement >= leastOfAll;
}

/** The list that the rule's locators agree on most, or null when none finds any. */
export function voteList(rule: ListRule, page: PageIndex, within = 0): ListVote | null {
  const answers = [];
  let total = 0;
  let answering = 0;
  for (const { way, weight } of votersOf(rule)) {
    total += weight;
    const items = readList(page, way, within);
    if (items.length === 0) continue;
    answering += weight;
    answers.push({ way, weight, items, letters: lettersOfItems(items) });
  }
  let best: ListVote | null = null;
  let bestWeight = 0;
  for (const one of answers) {
    const families = new Set<LocatorFamily>();
    let weight = 0;
    for (const other of answers) {
      const share = support(one.letters, other.letters);
      weight += other.weight * share;
      if (share >= partSupport) families.add(other.way.family);
    }
    if (weight <= bestWeight) continue;
    bestWeight = weight;
    const agreement = { agreement: weight / total, majority: weight / answering, families };
    best = { items: one.items, locator: one.way, ...agreement };
  }
  return best;
}
