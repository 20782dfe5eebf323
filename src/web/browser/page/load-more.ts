import type { Page } from 'playwright-core';
import type { ScrolledLists } from '../../../domain/pages/records.ts';
import { compareEntries, type EntriesChange, findFixedEntries, minReplaced } from './compare-entries.ts';
import { pressControl, readEntries, scrollBy, scrollToEnd, scrollToStart } from './list-scripts.ts';

/** Dependencies of {@link loadMore}. */
export interface LoadMoreOptions {
  /** Waits until the requests that the page started have settled. */
  settled(): Promise<void>;
  /** Returns true if the page waits for requests. */
  isBusy(): boolean;
  /** Returns the number of JSON responses that the page's scripts have received to requests that can be repeated. */
  countAnswers(): Promise<number>;
  /** Returns the HTML of the page and keeps the page. */
  capture(): Promise<string>;
}

/** Lists of a page after it was scrolled and its controls for more records were pressed. */
export interface LoadedLists {
  scrolled: ScrolledLists;
  /**
   * HTML of the page whenever entries of its lists were to leave it, and at the end, in this order; together they hold
   * all entries. Empty if none left, so that the page at its end holds all of them.
   */
  states: string[];
}

/**
 * Rounds after which enough is known of a list that scripts load as JSON, because its calls can be repeated without the
 * page, and maximum number of rounds for other lists. A window that is moved over a list is bounded by time and size.
 */
const minRounds = 2;
const maxRounds = 24;
const maxWindows = 120;
const timeoutMs = 25_000;
/** Maximum length of all states in UTF-16 code units. */
const maxStatesLength = 20_000_000;
/** Milliseconds in which entries may follow without a request, such as by a timer. */
const quietMs = 1_000;
const pollMs = 150;
const windowPollMs = 60;
/** Parts of what is in view by which a window is moved: two windows of a list should have entries in common. */
const firstStepSize = 0.75;
const minStepSize = 0.1;
const maxStepSize = 6;
/** Steps without a change after which the end of the page is looked at. */
const maxStillSteps = 12;

type Action = 'scroll' | 'press';

/** A page between two actions. */
interface ListState {
  entries: string[];
  html: string;
}

/** Result of an action: the next state, `same` if nothing changed, or `left` if the page leaves its site. */
type Step = { state: ListState; change: EntriesChange; action: Action } | 'same' | 'left';

/**
 * Scrolls to the end of a page and presses its controls for more records or for the next page, as long as its lists
 * change: twice if scripts load the records as JSON that can be requested again, otherwise until they end, at most 24
 * times. If scrolling to the end passes over entries, the page is scrolled from its start in steps whose entries overlap.
 * Takes at most 25 seconds.
 */
export function loadMore(page: Page, options: LoadMoreOptions): Promise<LoadedLists> {
  return new ListWalk(page, options).run();
}

class ListWalk {
  readonly #page: Page;
  readonly #options: LoadMoreOptions;
  readonly #deadline = performance.now() + timeoutMs;
  readonly #origin: string | undefined;
  /** States whose entries left the page, and the entries of each state, to detect a circle. */
  readonly #kept: string[] = [];
  readonly #known = new Set<string>();
  /** The action that last changed the lists comes first. */
  #actions: Action[] = ['scroll', 'press'];
  /** True while a window is moved over a list. */
  #isStepping = false;
  /** Part of what is in view by which a step scrolls. */
  #stepSize = firstStepSize;
  #fixed: ReadonlySet<string> = new Set();

  constructor(page: Page, options: LoadMoreOptions) {
    this.#page = page;
    this.#options = options;
    this.#origin = URL.parse(page.url())?.origin;
  }

  async run(): Promise<LoadedLists> {
    let state = await this.#readState();
    if (state === null) return { scrolled: 'growing', states: [] };
    this.#known.add(JSON.stringify(state.entries));
    const rounds = this.#countRounds();
    for (;;) {
      if (!this.#hasRoom()) return this.#end('growing', state);
      const step = await this.#advance(state);
      if (step === 'left') return this.#end('growing', state);
      if (step === 'same') return this.#end('ended', state);
      const { change, action } = step;
      if (this.#keepIfLost(state, step) === 'circle') return this.#end('replaced', step.state);
      if (action === 'scroll' && change.hasGap) {
        // A step whose entries do not overlap with those before it may have passed over others.
        if (this.#isStepping) return this.#end('replaced', step.state);
        const start = await this.#startStepping(state, step.state);
        if (start === null) return this.#end('replaced', step.state);
        state = start;
        continue;
      }
      state = step.state;
      if (await rounds.isEnough(action)) return this.#end('growing', state);
    }
  }

  /** Counts the rounds; moving a window over a list is none. */
  #countRounds() {
    const { countAnswers } = this.#options;
    let [count, answered, answers] = [0, 0, 0];
    const start = countAnswers().then((number) => {
      answers = number;
    });
    return {
      isEnough: async (action: Action) => {
        await start;
        const now = await countAnswers();
        if (now > answers) answered += 1;
        answers = now;
        if (!this.#isStepping || action === 'press') count += 1;
        return answered >= minRounds || count >= maxRounds;
      },
    };
  }

  #hasRoom(): boolean {
    const length = this.#kept.reduce((sum, html) => sum + html.length, 0);
    return performance.now() < this.#deadline && length < maxStatesLength && this.#kept.length < maxWindows;
  }

  /** Keeps a state if entries of it left the page. Returns `circle` if the page is as it was before. */
  #keepIfLost({ html }: ListState, { state, change, action }: Exclude<Step, string>): 'circle' | null {
    const key = JSON.stringify(state.entries);
    // The few entries of a last page are no list, so that their loss is not seen.
    const isPaged = action === 'press' && this.#kept.length > 0;
    const isPassing = this.#isStepping || action === 'press';
    const isLost = change.isReplaced || isPaged || (change.gone > 0 && isPassing);
    if (isLost && this.#kept.at(-1) !== html) this.#kept.push(html);
    if (action === 'press' && this.#known.has(key)) return 'circle';
    this.#known.add(key);
    return null;
  }

  #end(scrolled: ScrolledLists, { html }: ListState): LoadedLists {
    return { scrolled, states: this.#kept.length === 0 ? [] : [...this.#kept, html] };
  }

  /** Scrolls to the start of a list of which scrolling to the end passed over entries. */
  async #startStepping(start: ListState, end: ListState): Promise<ListState | null> {
    this.#isStepping = true;
    this.#fixed = findFixedEntries(start.entries, end.entries);
    await this.#evaluate(scrollToStart);
    await this.#options.settled();
    return this.#readState();
  }

  /** Runs the actions until one changes the lists. */
  async #advance(state: ListState): Promise<Step> {
    for (const action of this.#actions) {
      const result = action === 'press' ? await this.#press(state) : await this.#scroll(state);
      if (result === 'same') continue;
      if (result !== 'left') this.#actions = action === 'press' ? ['press', 'scroll'] : ['scroll', 'press'];
      return result;
    }
    return 'same';
  }

  async #press({ entries }: ListState): Promise<Step> {
    if ((await this.#evaluate(pressControl)) !== true) return 'same';
    // A last page may have too few entries to be a list.
    return this.#awaitStep(entries, 'press', ({ isGrown, gone }) => isGrown || gone >= minReplaced);
  }

  async #scroll({ entries }: ListState): Promise<Step> {
    if (this.#isStepping) {
      const step = await this.#moveWindow(entries);
      if (step !== 'same') return step;
    }
    await this.#evaluate(scrollToEnd);
    return this.#awaitStep(entries, 'scroll', ({ isGrown, isReplaced }) => isGrown || isReplaced);
  }

  /** Scrolls on until the window of a list changes: in shorter steps if they pass over entries, else in longer ones. */
  async #moveWindow(entries: string[]): Promise<Step> {
    for (let still = 0; still < maxStillSteps && performance.now() < this.#deadline; ) {
      const size = this.#stepSize;
      const hasMoved = (await this.#evaluate(scrollBy(size))) === true;
      if (!hasMoved) break;
      const step = await this.#awaitWindow(entries);
      const isPassing = typeof step === 'object' && step.change.hasGap;
      if (step !== 'same' && (!isPassing || size <= minStepSize)) return step;
      if (isPassing) await this.#evaluate(scrollBy(-size));
      else still += 1;
      this.#stepSize = isPassing ? size / 2 : Math.min(maxStepSize, size * 2);
    }
    return 'same';
  }

  /** Waits until the entries have changed, up to {@link quietMs} after the requests. */
  async #awaitStep(
    before: string[],
    action: Action,
    hasChanged: (change: EntriesChange) => boolean,
  ): Promise<Step> {
    await this.#options.settled();
    const end = performance.now() + quietMs;
    for (;;) {
      const after = await this.#readEntries();
      if (after === null) return 'left';
      const change = compareEntries(before, after, this.#fixedOf(before, after));
      if (hasChanged(change)) return this.#toStep(change, action);
      if (performance.now() >= end) return 'same';
      await this.#page.waitForTimeout(pollMs);
    }
  }

  /** Waits until the window of a list has the entries of its new place, which overlap with those before. */
  async #awaitWindow(before: string[]): Promise<Step> {
    const end = performance.now() + quietMs;
    let last: string[] | null = null;
    for (;;) {
      await this.#page.waitForTimeout(windowPollMs);
      const after = await this.#readEntries();
      if (after === null) return 'left';
      const isStable =
        last !== null && last.length === after.length && last.every((one, at) => one === after[at]);
      const change = compareEntries(before, after, this.#fixed);
      const isReady = isStable && !this.#options.isBusy() && !change.hasGap;
      last = after;
      if (!isReady && performance.now() < end) continue;
      return change.gone + change.added === 0 ? 'same' : this.#toStep(change, 'scroll');
    }
  }

  #fixedOf(before: readonly string[], after: readonly string[]): ReadonlySet<string> {
    return this.#isStepping ? this.#fixed : findFixedEntries(before, after);
  }

  async #toStep(change: EntriesChange, action: Action): Promise<Step> {
    const state = await this.#readState();
    return state === null ? 'left' : { state, change, action };
  }

  async #readState(): Promise<ListState | null> {
    const entries = await this.#readEntries();
    return entries === null ? null : { entries, html: await this.#options.capture() };
  }

  /** Returns the entries of the page; null if it is on another site. A page that is navigating is read again. */
  async #readEntries(): Promise<string[] | null> {
    let entries = (await this.#evaluate(readEntries)) as string[] | null;
    if (entries === null) {
      await this.#options.settled();
      entries = (await this.#evaluate(readEntries)) as string[] | null;
    }
    return URL.parse(this.#page.url())?.origin === this.#origin ? entries : null;
  }

  /** Runs a script in the page; null if the page is navigating. */
  #evaluate(script: string): Promise<unknown> {
    // A page that is navigating cannot run it, and is read again or as it is.
    return this.#page.evaluate(script).catch(() => null);
  }
}
