import type { Locator, Page } from 'playwright-core';
import { itemAt } from '../../../domain/values/elements.ts';
import type { SnapshotTab, SnapshotTaker } from './page-snapshot.ts';
import type { NumberedElement } from './snapshot-tree.ts';

/** Use of the element; elements that support it are preferred among those with the same name. */
export type TargetUse = 'act' | 'write' | 'choose' | 'upload';

/** Finds the element that a target names. Error messages name the alternatives. */
export type FindTarget = (
  tab: SnapshotTab,
  target: number | string,
  use: TargetUse,
  timeoutMs: number,
) => Promise<Locator>;

const pollIntervalMs = 200;
const maxCandidates = 5;
const maxFrames = 20;
const countTimeoutMs = 2_000;

const supportsUse: Readonly<Record<TargetUse, (role: string) => boolean>> = {
  act: (role) => role !== 'generic',
  write: (role) => ['textbox', 'searchbox', 'combobox', 'spinbutton', 'slider'].includes(role),
  choose: (role) => ['combobox', 'listbox'].includes(role),
  upload: (role) => role !== 'generic',
};

/** Uses of any kind of element. */
const isAny = (use: TargetUse) => use === 'act' || use === 'upload';

/** Matches text that can only be a selector; all other targets are tried as names first. */
export const selectorPattern: RegExp =
  /^(css=|xpath=|\/\/|#[\w-]|\.[a-z_-]|\[[a-z-]+)|^[a-z][a-z0-9-]*([#.][\w-]|\[|:(?:nth|first|last|not|has)[\w-]*)|\s>\s\S/i;

function normalize(text: string): string {
  return text.replace(/\s+/g, ' ').trim().toLowerCase();
}

function describeElement({ number, role, name }: NumberedElement): string {
  return `${number} ${role === 'generic' ? 'element' : role} ${JSON.stringify(name)}`;
}

/** Returns the letter pairs of a text, which measure similarity. */
function letterPairs(text: string): Set<string> {
  const found = new Set<string>();
  for (let at = 0; at + 1 < text.length; at += 1) found.add(text.slice(at, at + 2));
  return found;
}

function computeSimilarity(one: string, other: string): number {
  const [a, b] = [letterPairs(one), letterPairs(other)];
  return a.size + b.size === 0 ? 0 : (2 * a.intersection(b).size) / (a.size + b.size);
}

/** Returns the elements whose names are most similar to the words. */
export function findSimilar(candidates: readonly NumberedElement[], name: string): NumberedElement[] {
  const normalizedName = normalize(name);
  return candidates
    .map((element) => ({ element, score: computeSimilarity(normalizedName, normalize(element.name)) }))
    .filter(({ score }) => score > 0.25)
    .sort((one, other) => other.score - one.score)
    .slice(0, maxCandidates)
    .map(({ element }) => element);
}

/**
 * Returns the only element with this name that supports the use, or else the only such one whose name contains the words, or
 * else any element with this name; null if there is none. Throws if there are several.
 */
export function findByName(
  candidates: readonly NumberedElement[],
  name: string,
  use: TargetUse,
): NumberedElement | null {
  const normalizedName = normalize(name);
  const supported = candidates.filter(({ role }) => supportsUse[use](role));
  return (
    findOnly(supported, name, (own) => own === normalizedName) ??
    findOnly(supported, name, (own) => own.includes(normalizedName)) ??
    (isAny(use) ? findOnly(candidates, name, (own) => own === normalizedName) : null)
  );
}

/** Returns the only element whose normalized name fits, or null. Throws if there are several. */
function findOnly(
  elements: readonly NumberedElement[],
  name: string,
  fits: (own: string) => boolean,
): NumberedElement | null {
  const matches = elements.filter((element) => fits(normalize(element.name)));
  if (matches.length > 1) throw new Error(formatAmbiguousTarget(name, matches));
  return matches.length === 1 ? itemAt(matches, 0) : null;
}

function formatAmbiguousTarget(name: string, matches: readonly NumberedElement[]): string {
  const listed = matches.slice(0, maxCandidates).map(describeElement).join(', ');
  const ellipsis = matches.length > maxCandidates ? ', …' : '';
  return `${matches.length} elements are named ${JSON.stringify(name)}: ${listed}${ellipsis}; use a number`;
}

async function countMatches(locator: Locator): Promise<number> {
  const timeout = new Promise<number>((resolve) => setTimeout(() => resolve(0), countTimeoutMs).unref());
  // An invalid selector matches nothing.
  return Promise.race([locator.count().catch(() => 0), timeout]);
}

/** Returns the locator in the first frame in which it matches, starting with the main frame. */
async function findInFrames(
  page: Page,
  createLocator: (frame: ReturnType<Page['mainFrame']>) => Locator,
): Promise<Locator | null> {
  for (const frame of page.frames().slice(0, maxFrames)) {
    const locator = createLocator(frame);
    if ((await countMatches(locator)) > 0) return locator.first();
  }
  return null;
}

/** Creates a finder that uses the snapshots of one session. */
export function createTargetFinder(snapshots: SnapshotTaker): FindTarget {
  async function findByNumber(tab: SnapshotTab, number: number, use: TargetUse): Promise<Locator> {
    const element = snapshots.getElement(tab.number, number);
    if (element === undefined) {
      throw new Error(`the last snapshot of this tab has no element ${number}; take a new snapshot`);
    }
    if (element.isHidden && use !== 'upload')
      throw new Error(`element ${number} is a file field that nobody sees: upload takes it`);
    const locator = tab.page.getByRef(element.ref);
    if ((await countMatches(locator)) === 0)
      throw new Error(`element ${describeElement(element)} is no longer on the page; take a new snapshot`);
    return locator;
  }

  /** Returns the part of an element that shows just these words, where its name holds others as well; else the element. */
  async function findWords(
    locator: Locator,
    element: NumberedElement,
    name: string,
    use: TargetUse,
  ): Promise<Locator> {
    if (!isAny(use) || normalize(element.name) === normalize(name)) return locator;
    const words = locator.getByText(name.trim(), { exact: true }).filter({ visible: true });
    return (await countMatches(words)) === 1 ? words : locator;
  }

  async function findByText(tab: SnapshotTab, name: string, use: TargetUse): Promise<Locator | null> {
    await snapshots.refresh(tab);
    // The label of a hidden file field opens it.
    const elements = snapshots.listElements(tab.number).filter(({ isHidden }) => isHidden !== true);
    const element = findByName(elements, name, use);
    if (element !== null) return findWords(tab.page.getByRef(element.ref), element, name, use);
    if (!isAny(use)) return null;
    // What shows just these words comes before an element whose content holds them beside others.
    const shown = await findInFrames(tab.page, (frame) =>
      frame.getByText(name.trim(), { exact: true }).filter({ visible: true }),
    );
    if (shown !== null) return shown;
    const holding = findOnly(elements, name, (own) => own.includes(normalize(name)));
    if (holding !== null) return tab.page.getByRef(holding.ref);
    return findInFrames(tab.page, (frame) => frame.getByText(name));
  }

  async function findOnce(tab: SnapshotTab, target: string, use: TargetUse): Promise<Locator | null> {
    const findBySelector = () => findInFrames(tab.page, (frame) => frame.locator(target));
    if (selectorPattern.test(target)) return (await findBySelector()) ?? findByText(tab, target, use);
    return (await findByText(tab, target, use)) ?? findBySelector();
  }

  function formatMissingTarget(tabNumber: number, target: string): string {
    const similar = findSimilar(snapshots.listElements(tabNumber), target);
    const suggestions =
      similar.length === 0 ? '' : `; similar elements: ${similar.map(describeElement).join(', ')}`;
    return `no element on the page matches ${JSON.stringify(target)}${suggestions}`;
  }

  /** Returns what a text of digits names: an element by its number or by its words. Throws if it names two. */
  async function findByDigits(tab: SnapshotTab, target: string, use: TargetUse): Promise<Locator | null> {
    const numbered = snapshots.getElement(tab.number, Number(target));
    if (numbered === undefined) return findOnce(tab, target, use);
    const named = await findNamed(tab, numbered, target, use);
    if (named === null) return findByNumber(tab, numbered.number, use);
    throw new Error(
      `${target} is the number of ${describeElement(numbered)}, and also the words of ${named}; use the number ${target} without quotes for the first, or 'text="${target}"' for the second`,
    );
  }

  /** Describes what shows just these words, other than an element; null if nothing does. */
  async function findNamed(
    tab: SnapshotTab,
    { ref, name }: NumberedElement,
    words: string,
    use: TargetUse,
  ): Promise<string | null> {
    if (name === words) return null;
    const named = snapshots
      .listElements(tab.number)
      .find((other) => other.name === words && other.ref !== ref && supportsUse[use](other.role));
    if (named !== undefined) return describeElement(named);
    if (!isAny(use)) return null;
    const shown = await findInFrames(tab.page, (frame) =>
      frame.getByText(words, { exact: true }).filter({ visible: true }),
    );
    return shown === null ? null : 'a text';
  }

  return async (tab, target, use, timeoutMs) => {
    if (typeof target === 'number') return findByNumber(tab, target, use);
    const isDigits = /^\d+$/.test(target);
    const deadline = performance.now() + timeoutMs;
    for (;;) {
      const found = await (isDigits ? findByDigits : findOnce)(tab, target, use);
      if (found !== null) return found;
      if (performance.now() + pollIntervalMs > deadline)
        throw new Error(formatMissingTarget(tab.number, target));
      await new Promise((resolve) => setTimeout(resolve, pollIntervalMs));
    }
  };
}
