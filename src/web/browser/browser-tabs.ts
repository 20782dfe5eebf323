import type { BrowserContext, CDPSession, Dialog, Page } from 'playwright-core';
import type { DialogAnswer } from '../../domain/browser-action.ts';
import { type ActivityWatch, watchActivity } from './activity-watch.ts';

/** One open page of a context. */
export interface Tab {
  /** Counts from 1 and is never given twice. */
  number: number;
  page: Page;
  session: CDPSession;
  activity: ActivityWatch;
}

/** A tab as callers see it; a document in wire names. */
export interface TabView {
  tab: number;
  url: string;
  title: string;
  active: boolean;
}

/** A dialog that a page opened and how it was answered; a document in wire names. */
export interface DialogView {
  type: string;
  message: string;
  accepted: boolean;
}

/** The tabs of one context: the one in front is acted on. */
export interface BrowserTabs {
  /** The tab in front. */
  front(): Tab;
  /** Waits, for a moment at most, until pages that were opened have come. */
  arrived(): Promise<void>;
  list(): Promise<TabView[]>;
  /** Puts a tab in front; false when there is none of that number. */
  switchTo(number: number): Promise<boolean>;
  /** Closes a tab; the newest that is left comes in front, or a fresh one. False when there is none of that number. */
  close(number: number): Promise<boolean>;
  /** How dialogs are answered from now on; null for the usual way. */
  answerDialogs(answer: DialogAnswer | null): void;
  /** The dialogs since it was last asked. */
  takeDialogs(): DialogView[];
  /** Calls `listener` with the tab in front, and with whichever comes in front later; what it gives ends that. */
  onTab(listener: (tab: Tab) => void): () => void;
}

/** Pages of one context at most; what a page opens beyond that is closed. */
const mostTabs = 10;
const mostDialogs = 20;
const mostMessage = 1_000;
/** How long a page that was opened may take to come. */
const arriveWithinMs = 2_000;

/** Opens the first tab, and takes in those that pages open. `onCrash` is told when a page broke its process. */
export async function openTabs(context: BrowserContext, onCrash: () => void): Promise<BrowserTabs> {
  const tabs = new Map<Page, Tab>();
  const listeners = new Set<(tab: Tab) => void>();
  let last = 0;
  let expected = 0;
  let came = 0;
  let front: Tab | null = null;
  let answer: DialogAnswer | null = null;
  let dialogs: DialogView[] = [];

  /** A page stands still until its dialog is answered. */
  async function answerDialog(dialog: Dialog): Promise<void> {
    const type = dialog.type();
    const accepted = answer?.accept ?? (type === 'alert' || type === 'beforeunload');
    if (dialogs.length < mostDialogs) {
      dialogs.push({ type, message: dialog.message().slice(0, mostMessage), accepted });
    }
    const done = accepted ? dialog.accept(answer?.text ?? undefined) : dialog.dismiss();
    await done.catch(() => {});
  }

  async function take(page: Page): Promise<Tab | null> {
    if (tabs.size >= mostTabs) {
      await page.close().catch(() => {});
      return null;
    }
    page.on('crash', onCrash);
    page.on('dialog', (dialog) => void answerDialog(dialog));
    last += 1;
    const number = last;
    try {
      const session = await context.newCDPSession(page);
      const tab = { number, page, session, activity: await watchActivity(page, session) };
      if (page.isClosed()) return null;
      // The page itself is told of only when its document has begun to come.
      session.on('Page.windowOpen', () => {
        expected += 1;
      });
      tabs.set(page, tab);
      page.on('close', () => leave(tab));
      putInFront(tab);
      return tab;
    } catch {
      // It was closed again at once.
      return null;
    }
  }

  function leave(tab: Tab): void {
    tabs.delete(tab.page);
    if (front !== tab) return;
    front = null;
    const newest = [...tabs.values()].at(-1);
    if (newest !== undefined) putInFront(newest);
  }

  function putInFront(tab: Tab): void {
    front = tab;
    for (const listener of listeners) listener(tab);
  }

  function numbered(number: number): Tab | undefined {
    return [...tabs.values()].find((tab) => tab.number === number);
  }

  async function ensureFront(): Promise<Tab> {
    while (front === null) {
      await context.newPage();
      await settleTaken();
    }
    return front;
  }

  let taking: Promise<unknown> = Promise.resolve();
  const settleTaken = () => taking;
  context.on('page', (page) => {
    came += 1;
    const taken = take(page);
    taking = Promise.all([taking, taken]);
  });
  await ensureFront();
  // The first was opened by us.
  came = 0;

  async function arrived(): Promise<void> {
    const end = performance.now() + arriveWithinMs;
    while (came < expected && performance.now() < end)
      await new Promise((resolve) => setTimeout(resolve, 20));
    expected = came;
    await settleTaken();
    await ensureFront();
  }

  return {
    arrived,
    front() {
      if (front === null) throw new Error('no page is open');
      return front;
    },
    async list() {
      await arrived();
      const shown = [...tabs.values()].map(async (tab) => ({
        tab: tab.number,
        url: tab.page.url(),
        title: await titleOf(tab.page),
        active: tab === front,
      }));
      return Promise.all(shown);
    },
    async switchTo(number) {
      const tab = numbered(number);
      if (tab === undefined) return false;
      await tab.page.bringToFront();
      putInFront(tab);
      return true;
    },
    async close(number) {
      const tab = numbered(number);
      if (tab === undefined) return false;
      await tab.page.close();
      leave(tab);
      expected = came;
      await ensureFront();
      return true;
    },
    answerDialogs(given) {
      answer = given;
    },
    takeDialogs() {
      const taken = dialogs;
      dialogs = [];
      return taken;
    },
    onTab(listener) {
      listeners.add(listener);
      if (front !== null) listener(front);
      return () => void listeners.delete(listener);
    },
  };
}

const titleWithinMs = 1_000;

/** The page's title; empty for one that does not answer. */
export async function titleOf(page: Page): Promise<string> {
  const late = new Promise<string>((resolve) => setTimeout(() => resolve(''), titleWithinMs).unref());
  return Promise.race([page.title().catch(() => ''), late]);
}
