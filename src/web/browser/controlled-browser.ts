import type { BrowserContextOptions } from 'playwright-core';
import type { BrowserAction } from '../../domain/browser-action.ts';
import { Failure } from '../../domain/failure.ts';
import type { PageErrorCode, Warning } from '../../domain/outcome.ts';
import type { Upstream } from '../exits/upstream.ts';
import type { Guard } from '../guard.ts';
import { createDownloads, type DownloadedFile } from './browser-downloads.ts';
import type { BrowserPool, HeldPlace } from './browser-pool.ts';
import { within } from './browser-process.ts';
import type { Screenshot } from './browser-request.ts';
import {
  type BrowserTabs,
  type DialogView,
  openTabs,
  type Tab,
  type TabView,
  titleOf,
} from './browser-tabs.ts';
import { documentHtml } from './document-html.ts';
import { createTargetFinder, type FindTarget } from './find-target.ts';
import { isFocusHidden, type LastingTarget, lastingTarget } from './lasting-target.ts';
import { navigationFault } from './navigation-fault.ts';
import { createSnapshotTaker, type PageSnapshot } from './page-snapshot.ts';
import { follow, refusalOf, type Trail } from './page-trail.ts';
import { runAction, type UploadedFile } from './run-action.ts';
import type { SavedState } from './saved-state.ts';
import { reasonOf } from './step-reason.ts';

/** How a browser that somebody controls is set up. */
export interface ControlledBrowserOptions {
  device: BrowserContextOptions;
  /** The proxy that everything goes through; straight from this machine when null. */
  via: Upstream | null;
  /** Cookies and storage that it begins with. */
  state: SavedState | null;
  /** Whether a place is waited for while there is none. */
  mayWait: boolean;
  /** Whether actions tell what they were done to in words that last. */
  isRecorded: boolean;
}

/** What came of an action. */
export interface ActionResult {
  /** Why it could not be done, or null. */
  error: { code: PageErrorCode; message: string } | null;
  /** What `evaluate` and `select` gave. */
  value?: unknown;
  picture: Screenshot | null;
  /** What it was done to; null where nothing is recorded, or it was done to nothing in particular. */
  target: LastingTarget | null;
  /** Files that it had the browser save, to be stored and then removed. */
  files: DownloadedFile[];
  dialogs: DialogView[];
  warnings: Warning[];
}

/** Where a browser is. */
export interface BrowserView {
  url: string;
  title: string;
  tabs: TabView[];
}

/**
 * A browser context of its own, with its own way out, that is acted on step by step. Whoever holds it does one thing at a
 * time; nothing here waits for the caller.
 */
export interface ControlledBrowser {
  /**
   * Does one action in the tab in front and waits until what it set off is over. What the page does is a value; rejects
   * only with a `Failure` of kind `unavailable` when the browser is gone.
   */
  act(action: BrowserAction, uploads?: readonly UploadedFile[]): Promise<ActionResult>;
  /**
   * What can be seen and acted on in the tab in front, in at most `most` characters. Rejects with an error when the page
   * does not answer, and with a `Failure` as {@link ControlledBrowser.act} does.
   */
  snapshot(most: number): Promise<PageSnapshot>;
  view(): Promise<BrowserView>;
  /** The document of the tab in front as it stands, in HTML, with its address. Rejects with Failure `too_large`. */
  html(): Promise<{ html: string; url: string }>;
  /** Cookies and storage of every site. */
  state(): Promise<SavedState>;
  /** The tabs, for whoever shows them. */
  readonly tabs: BrowserTabs;
  /** Bytes that sites sent so far. */
  bytes(): number;
  /** Resolves with the reason when it is gone: closed, crashed or lost. */
  readonly ended: Promise<string>;
  close(): Promise<void>;
}

/** What controlled browsers are made of. */
export interface ControlledBrowserPorts {
  pool: BrowserPool;
  guard: Guard;
}

/** How long what an action set off may take. */
const settleWithinMs = 8_000;
const downloadWithinMs = 30_000;
/** UTF-16 units of a document at most. */
const mostHtml = 20_000_000;
const stateWithinMs = 15_000;

/** Opens one. Rejects as {@link BrowserPool.hold} does. */
export async function openControlledBrowser(
  { pool, guard }: ControlledBrowserPorts,
  { device, via, state, mayWait, isRecorded }: ControlledBrowserOptions,
  signal: AbortSignal,
): Promise<ControlledBrowser> {
  const options = { ...device, acceptDownloads: true, ...(state !== null && { storageState: state }) };
  const place = await pool.hold(options, signal, via, mayWait);
  const { promise: ended, resolve: end } = Promise.withResolvers<string>();
  try {
    place.context.on('close', () => end('the browser ended'));
    const tabs = await openTabs(place.context, () => end('the page broke the browser that showed it'));
    void ended.then(() => place.close());
    return controlled({ place, tabs, guard, isRecorded }, ended, end);
  } catch (error) {
    await place.close();
    throw error;
  }
}

interface ControlledParts {
  place: HeldPlace;
  tabs: BrowserTabs;
  guard: Guard;
  isRecorded: boolean;
}

function controlled(
  { place, tabs, guard, isRecorded }: ControlledParts,
  ended: Promise<string>,
  end: (reason: string) => void,
): ControlledBrowser {
  const { context, proxy } = place;
  const snapshots = createSnapshotTaker();
  const findOnly = createTargetFinder(snapshots);
  const downloads = createDownloads(proxy);
  const trails = new Map<Tab, Trail>();
  const never = new AbortController().signal;
  const gone = ended.then((reason): never => {
    throw new Failure('unavailable', `this browser is closed: ${reason}`);
  });
  gone.catch(() => {});
  tabs.onTab((tab) => {
    if (trails.has(tab)) return;
    trails.set(tab, follow(tab.page));
    downloads.watch(tab.page);
    tab.page.on('close', () => trails.delete(tab));
  });

  /** What was asked for in words that the browser itself would follow anywhere. */
  async function navigate(tab: Tab, address: string, withinMs: number): Promise<void> {
    const url = URL.parse(address);
    if (url === null) throw new Refused('url', `${JSON.stringify(address)} is not an absolute address`);
    const verdict = guard.judge(url);
    if (!verdict.allowed) throw new Refused(verdict.code, verdict.message);
    await tab.page.goto(url.href, { waitUntil: 'commit', timeout: withinMs });
  }

  function errorOf(error: unknown, action: BrowserAction): NonNullable<ActionResult['error']> {
    if (error instanceof Refused) return { code: error.code, message: error.message };
    const trail = trails.get(tabs.front());
    const fault = navigationFault(error, trail?.asked ?? null, proxy);
    if (fault !== null) return { code: fault.code, message: fault.message };
    const where = action.target === null ? action.type : `${action.type} ${JSON.stringify(action.target)}`;
    return { code: 'step', message: `${where}: ${reasonOf(error)}.` };
  }

  /** What the guard proxy showed in place of the page that an action led to. */
  async function refused(before: unknown): Promise<ActionResult['error']> {
    const { page } = tabs.front();
    const trail = trails.get(tabs.front());
    if (page.url().startsWith('chrome-error:')) return unloaded(trail);
    if (trail === undefined || trail.answered === before) return null;
    const fault = await refusalOf(trail, proxy);
    return fault === null ? null : { code: fault.code, message: fault.message };
  }

  /** Why the browser shows a page of its own that says so. */
  function unloaded(trail: Trail | undefined): NonNullable<ActionResult['error']> {
    const fault = trail?.asked == null ? null : proxy.faultFor(trail.asked);
    return fault ?? { code: 'reset', message: 'The page could not be loaded.' };
  }

  async function act(action: BrowserAction, uploads: readonly UploadedFile[]): Promise<ActionResult> {
    const warnings: Warning[] = [];
    const tab = tabs.front();
    const answered = trails.get(tab)?.answered ?? null;
    tabs.answerDialogs(action.dialog);
    tab.activity.begin();
    let error: ActionResult['error'] = null;
    let gift: Awaited<ReturnType<typeof runAction>> = {};
    let target: LastingTarget | null = null;
    const find: FindTarget = async (where, asked, use, withinMs) => {
      const found = await findOnly(where, asked, use, withinMs);
      // Before it is acted on, which may take it away.
      if (isRecorded) target = await lastingTarget(found, asked, snapshots.known(where.number));
      return found;
    };
    try {
      if (isRecorded && action.type === 'type' && action.target === null) {
        target = { target: null, isSecret: await isFocusHidden(tab.page) };
      }
      gift = await runAction({ tabs, downloads, find, navigate }, action, uploads, warnings);
    } catch (thrown) {
      error = errorOf(thrown, action);
    }
    await tabs.arrived();
    const front = tabs.front();
    await front.activity.settled(settleWithinMs);
    const files: DownloadedFile[] = [];
    for (const outcome of await downloads.finished(downloadWithinMs)) {
      if ('file' in outcome) files.push(outcome.file);
      else warnings.push({ code: 'download_failed', message: `${outcome.name}: ${outcome.reason}` });
    }
    error ??= await refused(answered);
    if (error === null && action.type === 'download' && files.length === 0) {
      error = { code: 'document', message: warnings.at(-1)?.message ?? 'nothing was downloaded' };
    }
    return {
      error,
      picture: gift.picture ?? null,
      target,
      files,
      dialogs: tabs.takeDialogs(),
      warnings,
      ...('value' in gift && { value: gift.value }),
    };
  }

  return {
    tabs,
    ended,
    bytes: () => proxy.bytes(),
    act: (action, uploads = []) => Promise.race([place.work(never, () => act(action, uploads)), gone]),
    snapshot: (most) => Promise.race([place.work(never, () => snapshots.take(tabs.front(), most)), gone]),
    async view() {
      const shown = await tabs.list();
      const { page } = tabs.front();
      return { url: page.url(), title: await titleOf(page), tabs: shown };
    },
    async html() {
      const { page, session } = tabs.front();
      const html = await documentHtml(session, true);
      if (html.length > mostHtml) throw new Failure('too_large', 'the page is larger than is read');
      return { html, url: page.url() };
    },
    async state() {
      const read = context.storageState({ indexedDB: true }) as Promise<SavedState>;
      if (!(await within(stateWithinMs, read))) throw new Error('what the browser keeps could not be read');
      return read;
    },
    async close() {
      end('it was closed');
      await place.close();
    },
  };
}

/** An address that is not gone to. */
class Refused extends Error {
  readonly code: PageErrorCode;

  constructor(code: PageErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}
