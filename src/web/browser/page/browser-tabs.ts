import type { CDPSession, Dialog, Page } from 'playwright-core';
import type { DialogAnswer } from '../../../domain/pages/browser-action.ts';
import { settlesWithin } from '../pool/browser-process.ts';
import { browserFailure, type GuardedContext } from '../pool/open-guarded-context.ts';
import { type ActivityMonitor, monitorActivity } from './network/activity-monitor.ts';

/** An open page of a context. */
export interface Tab {
  /** Number from 1; not reused. */
  number: number;
  page: Page;
  session: CDPSession;
  activity: ActivityMonitor;
}

/** A tab in wire names. */
export interface TabView {
  tab: number;
  url: string;
  title: string;
  active: boolean;
}

/** A dialog of a page and its answer, in wire names. */
export interface DialogView {
  type: string;
  message: string;
  accepted: boolean;
}

/** Tabs of one context; actions go to the active tab. */
export interface BrowserTabs {
  /** Returns the active tab. */
  activeTab(): Tab;
  /** Waits briefly for pages that were opened. */
  waitForOpened(): Promise<void>;
  list(): Promise<TabView[]>;
  /** Activates a tab; returns false if there is none with this number. */
  switchTo(number: number): Promise<boolean>;
  /** Closes a tab and activates the newest remaining one or a new one. Returns false if there is none with this number. */
  close(number: number): Promise<boolean>;
  /** Sets the answer to dialogs; null for the default. */
  setDialogAnswer(answer: DialogAnswer | null): void;
  /** Returns the dialogs since the last call. */
  takeDialogs(): DialogView[];
  /** Calls `listener` with the active tab, and again whenever it changes. Returns a function that ends this. */
  onTabActivated(listener: (tab: Tab) => void): () => void;
}

/** Maximum pages of a context; further ones are closed. */
const maxTabs = 10;
const maxDialogs = 20;
const maxMessage = 1_000;
/** Maximum wait for an opened page. */
const openTimeoutMs = 2_000;
/** Maximum time for an open page to become ready for actions. */
const readyTimeoutMs = 10_000;
const maxOpenAttempts = 3;

/** Opens the first tab and tracks those that pages open. `onCrash` is called when the process of a page crashes. */
export async function openTabs(
  { context, newPage }: Pick<GuardedContext, 'context' | 'newPage'>,
  onCrash: () => void,
): Promise<BrowserTabs> {
  const tabs = new Map<Page, Tab>();
  const listeners = new Set<(tab: Tab) => void>();
  let lastNumber = 0;
  let expectedPages = 0;
  let openedPages = 0;
  let activeTab: Tab | null = null;
  let answer: DialogAnswer | null = null;
  let dialogs: DialogView[] = [];

  /** Answers a dialog, which blocks its page until then. */
  async function answerDialog(dialog: Dialog): Promise<void> {
    const type = dialog.type();
    const accepted = answer?.accept ?? (type === 'alert' || type === 'beforeunload');
    if (dialogs.length < maxDialogs) {
      dialogs.push({ type, message: dialog.message().slice(0, maxMessage), accepted });
    }
    const done = accepted ? dialog.accept(answer?.text ?? undefined) : dialog.dismiss();
    // Answering fails if the page is closed, which closes the dialog.
    await done.catch(() => {});
  }

  async function openTab(page: Page, number: number): Promise<Tab> {
    const session = await context.newCDPSession(page);
    return { number, page, session, activity: await monitorActivity(page, session) };
  }

  async function trackPage(page: Page): Promise<Tab | null> {
    if (tabs.size >= maxTabs) {
      // Closing fails if the page has closed itself.
      await page.close().catch(() => {});
      return null;
    }
    const { promise: crashed, resolve: crash } = Promise.withResolvers<null>();
    page.on('crash', () => {
      onCrash();
      crash(null);
    });
    page.on('dialog', (dialog) => void answerDialog(dialog));
    lastNumber += 1;
    const number = lastNumber;
    try {
      // A page whose process has died does not respond, and the crash may precede the listener.
      const opening = openTab(page, number);
      if (!(await settlesWithin(readyTimeoutMs, Promise.race([opening, crashed])))) crash(null);
      const tab = await Promise.race([opening, crashed]);
      if (tab === null) {
        // The page of a dead process may already be closed.
        void page.close().catch(() => {});
        return null;
      }
      if (page.isClosed()) return null;
      const { session } = tab;
      // The `page` event comes only when the document starts to arrive.
      session.on('Page.windowOpen', () => {
        expectedPages += 1;
      });
      tabs.set(page, tab);
      page.on('close', () => removeTab(tab));
      activate(tab);
      return tab;
    } catch {
      // The page was closed at once.
      return null;
    }
  }

  function removeTab(tab: Tab): void {
    tabs.delete(tab.page);
    if (activeTab !== tab) return;
    activeTab = null;
    const newest = [...tabs.values()].at(-1);
    if (newest !== undefined) activate(newest);
  }

  function activate(tab: Tab): void {
    activeTab = tab;
    for (const listener of listeners) listener(tab);
  }

  function findTab(number: number): Tab | undefined {
    return [...tabs.values()].find((tab) => tab.number === number);
  }

  async function ensureActiveTab(): Promise<Tab> {
    for (let attempt = 0; activeTab === null; attempt += 1) {
      if (attempt === maxOpenAttempts)
        throw browserFailure('The browser cannot open a page. Try again later.');
      await newPage();
      await waitForTracking();
    }
    return activeTab;
  }

  let tracking: Promise<unknown> = Promise.resolve();
  const waitForTracking = () => tracking;
  context.on('page', (page) => {
    openedPages += 1;
    const tracked = trackPage(page);
    tracking = Promise.all([tracking, tracked]);
  });
  await ensureActiveTab();
  // The first page was opened by this function.
  openedPages = 0;

  async function waitForOpened(): Promise<void> {
    const deadline = performance.now() + openTimeoutMs;
    while (openedPages < expectedPages && performance.now() < deadline)
      await new Promise((resolve) => setTimeout(resolve, 20));
    expectedPages = openedPages;
    await waitForTracking();
    await ensureActiveTab();
  }

  return {
    waitForOpened,
    activeTab() {
      if (activeTab === null) throw new Error('The browser has no open page.');
      return activeTab;
    },
    async list() {
      await waitForOpened();
      const views = [...tabs.values()].map(async (tab) => ({
        tab: tab.number,
        url: tab.page.url(),
        title: await readTitle(tab.page),
        active: tab === activeTab,
      }));
      return Promise.all(views);
    },
    async switchTo(number) {
      const tab = findTab(number);
      if (tab === undefined) return false;
      await tab.page.bringToFront();
      activate(tab);
      return true;
    },
    async close(number) {
      const tab = findTab(number);
      if (tab === undefined) return false;
      await tab.page.close();
      removeTab(tab);
      expectedPages = openedPages;
      await ensureActiveTab();
      return true;
    },
    setDialogAnswer(newAnswer) {
      answer = newAnswer;
    },
    takeDialogs() {
      const reported = dialogs;
      dialogs = [];
      return reported;
    },
    onTabActivated(listener) {
      listeners.add(listener);
      if (activeTab !== null) listener(activeTab);
      return () => void listeners.delete(listener);
    },
  };
}

const titleTimeoutMs = 1_000;

/** Returns the title of the page; empty if the page does not respond. */
export async function readTitle(page: Page): Promise<string> {
  const expired = new Promise<string>((resolve) => setTimeout(() => resolve(''), titleTimeoutMs).unref());
  // A page that is closing or navigating has no title.
  return Promise.race([page.title().catch(() => ''), expired]);
}
