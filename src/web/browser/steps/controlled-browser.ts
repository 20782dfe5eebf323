import type { BrowserContextOptions } from 'playwright-core';
import type { BrowserAction } from '../../../domain/pages/browser-action.ts';
import { framesNotReadWarnings, unreadFramesAdvice } from '../../../domain/pages/frames.ts';
import type { PageErrorCode, Warning } from '../../../domain/pages/outcome.ts';
import { createSecretFilter, type SecretFilter } from '../../../domain/secrets/secret-filter.ts';
import { Failure } from '../../../domain/system/failure.ts';
import { parseAbsoluteUrl } from '../../../domain/values/absolute-url.ts';
import type { Upstream } from '../../exits/upstream.ts';
import type { Guard } from '../../guard/ssrf-guard.ts';
import { createDownloads, type DownloadedFile } from '../page/browser-downloads.ts';
import { type BrowserTabs, openTabs, readTitle, type Tab, type TabView } from '../page/browser-tabs.ts';
import { readDocumentHtml } from '../page/document-html.ts';
import { toNavigationError, withCertificate } from '../page/navigation-error.ts';
import { getProxyError, type NavigationRecord, recordNavigation } from '../page/navigation-record.ts';
import { createPageLog } from '../page/page-log.ts';
import type { SavedState } from '../page/saved-state.ts';
import type { BrowserPool, HeldContext } from '../pool/browser-pool.ts';
import { settlesWithin } from '../pool/browser-process.ts';
import { browserFailure } from '../pool/open-guarded-context.ts';
import type { ElementFinder, UploadedFile } from './action-handler.ts';
import type { ActionResult } from './action-result.ts';
import { createDurableTarget, type DurableTarget } from './durable-target.ts';
import { getErrorReason } from './error-reason.ts';
import { otherContentWarning } from './fill-field.ts';
import { fillForm } from './fill-form.ts';
import { createTargetFinder } from './find-target.ts';
import {
  createSnapshotTaker,
  type PageSnapshot,
  type SnapshotOptions,
  type SnapshotTaker,
} from './page-snapshot.ts';
import { runAction } from './run-action.ts';
import { addLoginSecrets } from './secret-fields.ts';
import { watchWriting } from './watch-writing.ts';

/** Options of a controlled browser. */
export interface ControlledBrowserOptions {
  device: BrowserContextOptions;
  /** Proxy for all traffic; null for a direct connection. */
  via: Upstream | null;
  /** Cookies and storage at the start. */
  state: SavedState | null;
  /** True to wait for a free slot. */
  canWait: boolean;
  /** True to describe the target of each action in a durable form. */
  isRecorded: boolean;
  /** Secret values that are known already; the browser adds those that are typed and those of `state`. */
  secrets?: SecretFilter;
  /** Maximum number of elements of a page in a snapshot. Default: 20,000. */
  maxSnapshotElements?: number;
}

/** Location and tabs of a browser. */
export interface BrowserView {
  url: string;
  title: string;
  tabs: TabView[];
}

/** Current document of a tab. */
export interface ShownDocument {
  html: string;
  url: string;
  warnings: Warning[];
}

/** A browser context with its own exit that is controlled step by step. The caller runs one action at a time. */
export interface ControlledBrowser {
  /**
   * Runs one action in the active tab and waits until its effects have ended. Errors of the page are returned; rejects only
   * with a Failure of kind `unavailable` if the browser is gone.
   */
  act(action: BrowserAction, uploads?: readonly UploadedFile[]): Promise<ActionResult>;
  /**
   * Returns the visible and usable elements of the active tab in at most `most` characters. Rejects with an error if the
   * page does not respond, and with the same Failure as {@link ControlledBrowser.act}.
   */
  snapshot(options: SnapshotOptions): Promise<PageSnapshot>;
  view(): Promise<BrowserView>;
  /**
   * Returns the current HTML of the active tab with the content of its frames, and its URL. Rejects with Failure `too_large`, or `unavailable` if the page
   * does not respond.
   */
  html(): Promise<ShownDocument>;
  /** Returns cookies and storage of all sites. */
  state(): Promise<SavedState>;
  /** The secret values that this browser has used. Results of actions are not masked; snapshots are. */
  readonly secrets: SecretFilter;
  /** The tabs, for the live view. */
  readonly tabs: BrowserTabs;
  /** Returns the bytes received from sites so far. */
  bytes(): number;
  /** Resolves with the reason when the browser is closed, crashed or lost. */
  readonly ended: Promise<string>;
  close(): Promise<void>;
}

/** Dependencies of controlled browsers. */
export interface ControlledBrowserDependencies {
  pool: BrowserPool;
  guard: Guard;
}

/** Maximum wait for the effects of an action. */
const settleTimeoutMs = 8_000;
const downloadTimeoutMs = 30_000;
/** Maximum length of a document in UTF-16 units. */
const maxHtml = 20_000_000;
const stateTimeoutMs = 15_000;
const htmlTimeoutMs = 20_000;

/** Opens a controlled browser. Rejects like {@link BrowserPool.hold}. */
export async function openControlledBrowser(
  { pool, guard }: ControlledBrowserDependencies,
  {
    device,
    via,
    state,
    canWait,
    isRecorded,
    secrets = createSecretFilter(),
    maxSnapshotElements,
  }: ControlledBrowserOptions,
  signal: AbortSignal,
): Promise<ControlledBrowser> {
  const options = { ...device, acceptDownloads: true, ...(state !== null && { storageState: state }) };
  if (state !== null) addLoginSecrets(state, secrets);
  const place = await pool.hold(options, signal, via, canWait);
  const { promise: ended, resolve: end } = Promise.withResolvers<string>();
  try {
    place.context.on('close', () => end('the browser ended unexpectedly'));
    const tabs = await openTabs(place, () => end('the page crashed its browser process'));
    // The caller of `close` gets its errors; otherwise they are not awaited.
    ended.then(() => place.close()).catch(() => {});
    const snapshots = createSnapshotTaker(secrets, maxSnapshotElements);
    return createControlledBrowser({ place, tabs, guard, isRecorded, secrets, snapshots }, ended, end);
  } catch (error) {
    await place.close();
    throw error;
  }
}

interface ControlledBrowserParts {
  place: HeldContext;
  tabs: BrowserTabs;
  guard: Guard;
  isRecorded: boolean;
  secrets: SecretFilter;
  snapshots: SnapshotTaker;
}

function createControlledBrowser(
  { place, tabs, guard, isRecorded, secrets, snapshots }: ControlledBrowserParts,
  ended: Promise<string>,
  end: (reason: string) => void,
): ControlledBrowser {
  const { context, proxy } = place;
  const findTarget = createTargetFinder(snapshots);
  const downloads = createDownloads(proxy);
  const log = createPageLog();
  const navigations = new Map<Tab, NavigationRecord>();
  const never = new AbortController().signal;
  const rejectOnEnd = ended.then((reason): never => {
    throw new Failure('unavailable', `The browser of this session is closed: ${reason}`);
  });
  // A running action gets this rejection; otherwise it is not awaited.
  rejectOnEnd.catch(() => {});
  tabs.onTabActivated((tab) => {
    if (navigations.has(tab)) return;
    navigations.set(tab, recordNavigation(tab.page));
    downloads.addPage(tab.page);
    log.watch(tab.page);
    tab.page.on('close', () => navigations.delete(tab));
  });

  /** Navigates to a URL after a guard check; the browser itself would open any scheme. */
  async function navigate(tab: Tab, requestedUrl: string, withinMs: number): Promise<void> {
    const url = parseAbsoluteUrl(requestedUrl);
    if (url === null)
      throw new NavigationRejectedError(
        'url',
        `${JSON.stringify(requestedUrl)} is not an absolute URL. Use a URL such as https://example.com/.`,
      );
    const verdict = guard.check(url);
    if (!verdict.allowed) throw new NavigationRejectedError(verdict.code, verdict.message);
    await tab.page.goto(url.href, { waitUntil: 'commit', timeout: withinMs });
  }

  async function toActionError(
    error: unknown,
    action: BrowserAction,
  ): Promise<NonNullable<ActionResult['error']>> {
    if (error instanceof NavigationRejectedError) return { code: error.code, message: error.message };
    const where = action.target === null ? action.type : `${action.type} ${JSON.stringify(action.target)}`;
    // The driver waited for the target in vain. Its log says why; the page is not to blame.
    if (action.target !== null && error instanceof Error && error.name === 'TimeoutError')
      return { code: 'step', message: `${where}: ${getErrorReason(error)}.` };
    const trail = navigations.get(tabs.activeTab());
    const fault = toNavigationError(error, trail?.requestedUrl ?? null, proxy);
    if (fault !== null) {
      const { code, message } = await withCertificate(fault, trail?.requestedUrl ?? null, proxy);
      return { code, message };
    }
    return { code: 'step', message: `${where}: ${getErrorReason(error)}.` };
  }

  /** Returns the error that the guard proxy or the browser showed instead of the page. */
  async function getPageError(before: unknown): Promise<ActionResult['error']> {
    const { page } = tabs.activeTab();
    const trail = navigations.get(tabs.activeTab());
    if (page.url().startsWith('chrome-error:')) return getLoadError(trail);
    if (trail === undefined || trail.response === before) return null;
    const fault = await getProxyError(trail, proxy);
    return fault === null ? null : { code: fault.code, message: fault.message };
  }

  /** Returns the error behind a browser error page. */
  function getLoadError(trail: NavigationRecord | undefined): NonNullable<ActionResult['error']> {
    const fault = trail?.requestedUrl == null ? null : proxy.getError(trail.requestedUrl);
    return fault ?? { code: 'reset', message: 'The page could not be loaded.' };
  }

  async function act(action: BrowserAction, uploads: readonly UploadedFile[]): Promise<ActionResult> {
    const warnings: Warning[] = [];
    const tab = tabs.activeTab();
    const responseBefore = navigations.get(tab)?.response ?? null;
    const writing = watchWriting(tab.page, action, secrets);
    await writing.begin();
    tabs.setDialogAnswer(action.dialog);
    tab.activity.startAction();
    let error: ActionResult['error'] = null;
    let output: Awaited<ReturnType<typeof runAction>> = {};
    let target: DurableTarget | null = null;
    let to: DurableTarget | null = null;
    const find: ElementFinder['find'] = async (requested, use, withinMs) => {
      const found = await findTarget(tab, requested, use, withinMs);
      await writing.found(found);
      // Describe the element before the action, which may remove it.
      if (isRecorded) {
        const elements = snapshots.listElements(tab.number);
        const durable = await createDurableTarget(found, requested, elements, secrets);
        if (requested === action.to) to = durable;
        else target = durable;
      }
      return found;
    };
    try {
      if (isRecorded && action.type === 'type' && action.target === null) target = { target: null };
      output = await runAction({ tabs, downloads, log, find, navigate }, action, uploads, warnings);
    } catch (thrown) {
      error = await toActionError(thrown, action);
    }
    const isSecret = await writing.end();
    if (output.other != null) warnings.push(otherContentWarning(output.other, isSecret));
    await tabs.waitForOpened();
    const front = tabs.activeTab();
    await front.activity.waitUntilSettled(settleTimeoutMs);
    const files: DownloadedFile[] = [];
    for (const outcome of await downloads.waitForOutcomes(downloadTimeoutMs)) {
      if ('file' in outcome) files.push(outcome.file);
      else warnings.push({ code: 'download_failed', message: `${outcome.name}: ${outcome.reason}` });
    }
    error ??= await getPageError(responseBefore);
    if (error === null && action.type === 'download' && files.length === 0) {
      error = {
        code: 'document',
        message: warnings.at(-1)?.message ?? 'No file was downloaded. Check the target or URL of the action.',
      };
    }
    return {
      error,
      picture: output.picture ?? null,
      target,
      to,
      filled: [],
      isSecret,
      files,
      dialogs: tabs.takeDialogs(),
      warnings,
      ...('value' in output && { value: output.value }),
    };
  }

  async function view(): Promise<BrowserView> {
    const tabViews = await tabs.list();
    const { page } = tabs.activeTab();
    return { url: page.url(), title: await readTitle(page), tabs: tabViews };
  }

  async function html(): Promise<ShownDocument> {
    const { page, session } = tabs.activeTab();
    const read = readDocumentHtml(session, true);
    if (!(await settlesWithin(htmlTimeoutMs, read)))
      throw browserFailure('The page does not respond. Reload it or try again later.');
    const { html: text, unreadFrames } = await read;
    if (text.length > maxHtml)
      throw new Failure('too_large', `The page is larger than the limit of ${maxHtml} characters.`);
    return { html: text, url: page.url(), warnings: framesNotReadWarnings(unreadFrames, unreadFramesAdvice) };
  }

  async function state(): Promise<SavedState> {
    const read = context.storageState({ indexedDB: true }) as Promise<SavedState>;
    if (!(await settlesWithin(stateTimeoutMs, read)))
      throw new Error('The cookies and storage of the browser could not be read in time. Try again.');
    return read;
  }

  return {
    secrets,
    tabs,
    ended,
    bytes: () => proxy.bytes(),
    act: (action, uploads = []) => {
      const run =
        action.form === null ? () => act(action, uploads) : () => fillForm(action, (one) => act(one, []));
      return Promise.race([place.work(never, run), rejectOnEnd]);
    },
    snapshot: (options) =>
      Promise.race([place.work(never, () => snapshots.take(tabs.activeTab(), options)), rejectOnEnd]),
    view: () => Promise.race([view(), rejectOnEnd]),
    html: () => Promise.race([html(), rejectOnEnd]),
    state: () => Promise.race([state(), rejectOnEnd]),
    async close() {
      end('it was closed');
      await place.close();
    },
  };
}

/** Thrown if a navigation is rejected. */
class NavigationRejectedError extends Error {
  readonly code: PageErrorCode;

  constructor(code: PageErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}
