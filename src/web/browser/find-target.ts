import type { Locator, Page } from 'playwright-core';
import type { SnapshotTaker } from './page-snapshot.ts';
import type { NumberedElement } from './snapshot-tree.ts';

/** What the element is wanted for: elements that this can be done to go before others of the same name. */
export type TargetUse = 'act' | 'write' | 'choose';

/** Finds the element that a target names. The message of its errors says what there is instead. */
export type FindTarget = (
  tab: { number: number; page: Page },
  target: number | string,
  use: TargetUse,
  withinMs: number,
) => Promise<Locator>;

const lookEveryMs = 200;
const mostCandidates = 5;
const mostFrames = 20;
const countWithinMs = 2_000;

const fits: Readonly<Record<TargetUse, (role: string) => boolean>> = {
  act: (role) => role !== 'generic',
  write: (role) => ['textbox', 'searchbox', 'combobox', 'spinbutton'].includes(role),
  choose: (role) => ['combobox', 'listbox'].includes(role),
};

/** What can only be meant as a selector; anything else is words first. */
const selectorForm =
  /^(css=|xpath=|\/\/|#[\w-]|\.[a-z_-]|\[[a-z-]+)|^[a-z][a-z0-9-]*([#.][\w-]|\[|:(?:nth|first|last|not|has)[\w-]*)|\s>\s\S/i;

function plain(text: string): string {
  return text.replace(/\s+/g, ' ').trim().toLowerCase();
}

function shown({ number, role, name }: NumberedElement): string {
  return `${number} ${role === 'generic' ? 'element' : role} ${JSON.stringify(name)}`;
}

/** Pairs of letters, to tell how alike two texts are. */
function pairs(text: string): Set<string> {
  const found = new Set<string>();
  for (let at = 0; at + 1 < text.length; at += 1) found.add(text.slice(at, at + 2));
  return found;
}

function likeness(one: string, other: string): number {
  const [a, b] = [pairs(one), pairs(other)];
  return a.size + b.size === 0 ? 0 : (2 * a.intersection(b).size) / (a.size + b.size);
}

/** The elements that are called most like the words. */
export function nearest(known: readonly NumberedElement[], words: string): NumberedElement[] {
  const asked = plain(words);
  return known
    .map((element) => ({ element, score: likeness(asked, plain(element.name)) }))
    .filter(({ score }) => score > 0.25)
    .sort((one, other) => other.score - one.score)
    .slice(0, mostCandidates)
    .map(({ element }) => element);
}

/**
 * The one element that the words name: called exactly so, else the only one whose name holds them; null when there is none.
 * Throws when they name several.
 */
export function namedBy(
  known: readonly NumberedElement[],
  words: string,
  use: TargetUse,
): NumberedElement | null {
  const asked = plain(words);
  const fitting = known.filter(({ role }) => fits[use](role));
  for (const elements of use === 'act' ? [fitting, known] : [fitting]) {
    for (const matches of [
      elements.filter(({ name }) => plain(name) === asked),
      elements.filter(({ name }) => plain(name).includes(asked)),
    ]) {
      if (matches.length === 1) return matches[0] as NumberedElement;
      if (matches.length > 1) throw new Error(severalText(words, matches));
    }
  }
  return null;
}

function severalText(words: string, matches: readonly NumberedElement[]): string {
  const listed = matches.slice(0, mostCandidates).map(shown).join(', ');
  const more = matches.length > mostCandidates ? ', …' : '';
  return `${matches.length} elements are called ${JSON.stringify(words)}: ${listed}${more}; use a number`;
}

async function countOf(locator: Locator): Promise<number> {
  const late = new Promise<number>((resolve) => setTimeout(() => resolve(0), countWithinMs).unref());
  // What is no selector matches nothing.
  return Promise.race([locator.count().catch(() => 0), late]);
}

/** The first frame, the page itself first, in which the locator that `make` gives matches something. */
async function inAnyFrame(
  page: Page,
  make: (frame: ReturnType<Page['mainFrame']>) => Locator,
): Promise<Locator | null> {
  for (const frame of page.frames().slice(0, mostFrames)) {
    const locator = make(frame);
    if ((await countOf(locator)) > 0) return locator.first();
  }
  return null;
}

/** Finds targets over the snapshots of one session. */
export function createTargetFinder(snapshots: SnapshotTaker): FindTarget {
  async function byNumber(tab: { number: number; page: Page }, number: number): Promise<Locator> {
    const element = snapshots.numbered(tab.number, number);
    if (element === undefined) {
      throw new Error(`there is no element ${number} in the last snapshot of this tab`);
    }
    const locator = tab.page.getByRef(element.ref);
    if ((await countOf(locator)) === 0)
      throw new Error(`element ${shown(element)} is not on the page any more`);
    return locator;
  }

  async function byWords(
    tab: { number: number; page: Page },
    words: string,
    use: TargetUse,
  ): Promise<Locator | null> {
    await snapshots.take(tab, 1);
    const element = namedBy(snapshots.known(tab.number), words, use);
    if (element !== null) return tab.page.getByRef(element.ref);
    return use === 'act' ? inAnyFrame(tab.page, (frame) => frame.getByText(words)) : null;
  }

  async function look(
    tab: { number: number; page: Page },
    target: string,
    use: TargetUse,
  ): Promise<Locator | null> {
    const bySelector = () => inAnyFrame(tab.page, (frame) => frame.locator(target));
    if (selectorForm.test(target)) return (await bySelector()) ?? byWords(tab, target, use);
    return (await byWords(tab, target, use)) ?? bySelector();
  }

  function missingText(tabNumber: number, target: string): string {
    const near = nearest(snapshots.known(tabNumber), target);
    const instead = near.length === 0 ? '' : `; near it: ${near.map(shown).join(', ')}`;
    return `nothing on the page is ${JSON.stringify(target)}${instead}`;
  }

  return async (tab, target, use, withinMs) => {
    if (typeof target === 'number' || /^\d+$/.test(target)) return byNumber(tab, Number(target));
    const end = performance.now() + withinMs;
    for (;;) {
      const found = await look(tab, target, use);
      if (found !== null) return found;
      if (performance.now() + lookEveryMs > end) throw new Error(missingText(tab.number, target));
      await new Promise((resolve) => setTimeout(resolve, lookEveryMs));
    }
  };
}
