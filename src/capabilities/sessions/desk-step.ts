import type { BrowserAction } from '../../domain/browser-action.ts';
import { Failure } from '../../domain/failure.ts';
import type { PageErrorCode, Warning } from '../../domain/outcome.ts';
import type { Charge } from '../../domain/rate-card.ts';
import type { Budget } from '../../fetching/budget.ts';
import type { FetchedPage } from '../../fetching/fetched-page.ts';
import { shownPageCommand } from '../../operations/schemas/page-options.ts';
import type { NewContent } from '../../store/contents.ts';
import type { DownloadedFile } from '../../web/browser/browser-downloads.ts';
import type { DialogView } from '../../web/browser/browser-tabs.ts';
import type { ActionResult, BrowserView } from '../../web/browser/controlled-browser.ts';
import type { UploadedFile } from '../../web/browser/run-action.ts';
import type { DeskBrowser, DeskPorts, StoredFile } from './browser-desk.ts';

/** On whose behalf a step is done. */
export interface StepOrder {
  accountId: string;
  /** What values that a model gives may cost. */
  budget: Budget;
  signal: AbortSignal;
}

/** What came of a step. */
export interface StepOutcome {
  /** Why it could not be done, or null. */
  error: { code: PageErrorCode; message: string } | null;
  /** What the step gave by itself: what a script returned, what was read, the login that was saved. */
  result?: unknown;
  /** The picture of a screenshot. */
  screenshot: StoredFile | null;
  /** Files that were downloaded. */
  files: StoredFile[];
  dialogs: DialogView[];
  /** What it was done to, where that is told. */
  target: ActionResult['target'];
  warnings: Warning[];
  view: BrowserView;
  /** The page as text, with its numbers; null when not wanted, or when the page does not answer. */
  snapshot: string | null;
  /** Long pages that were read, to be stored when the step is settled. */
  contents: NewContent[];
  charges: Charge[];
}

type Gift = Pick<StepOutcome, 'result' | 'contents' | 'charges' | 'warnings'> & {
  error: StepOutcome['error'];
};

const nothing: Gift = { error: null, contents: [], charges: [], warnings: [] };
const pictureNames = { 'image/png': 'screenshot.png', 'image/jpeg': 'screenshot.jpg' } as const;

async function uploadsOf(
  ports: DeskPorts,
  { files }: BrowserAction,
  accountId: string,
): Promise<UploadedFile[]> {
  const loaded = files.map(async (file, index) => {
    const found = await ports.loadFile(accountId, file);
    if (found !== null) return found;
    const detail = 'there is no such stored file';
    throw new Failure('invalid', detail, { faults: [{ pointer: `/files/${index}`, detail }] });
  });
  return Promise.all(loaded);
}

async function store(ports: DeskPorts, file: DownloadedFile, accountId: string): Promise<StoredFile> {
  try {
    const { name, mediaType } = file;
    return await ports.storeFile(accountId, { name, mediaType, content: await file.open() });
  } finally {
    await file.remove();
  }
}

/** Reads what is shown: its text, or the values that are asked for. */
async function readShown(
  ports: DeskPorts,
  desk: DeskBrowser,
  action: BrowserAction,
  { accountId, budget, signal }: StepOrder,
): Promise<Gift> {
  const { html, url } = await desk.browser.html();
  const { schema, prompt, maxLength } = action;
  const isExtract = action.type === 'extract';
  const command = shownPageCommand(url, { maxLength, json: isExtract ? { schema, prompt } : null });
  const fetched = await ports.readShown({ html, url, exit: desk.exit })(command, {
    accountId,
    budget,
    signal,
  });
  const { error = null } = fetched.page;
  if (error?.code === 'login_required' && desk.login !== null) {
    await ports.logins.markExpired(accountId, desk.login.loginId);
  }
  return {
    error: null,
    result: isExtract ? valuesOf(fetched) : fetched.page,
    contents: isExtract || fetched.content === null ? [] : [fetched.content],
    charges: fetched.observation.charges,
    warnings: isExtract ? fetched.page.warnings : [],
  };
}

function valuesOf({ page }: FetchedPage) {
  const { json = null, json_unverified: unverified = [], status, url, error } = page;
  return { status, url, data: json, unverified, ...(error !== undefined && { error }) };
}

async function saveLogin(
  ports: DeskPorts,
  desk: DeskBrowser,
  name: string,
  accountId: string,
): Promise<Gift> {
  const { url } = await desk.browser.view();
  if (!/^https?:/.test(url)) return failed('open a page of the site first');
  try {
    const state = await desk.browser.state();
    const { country } = desk.exit.report;
    const saved = await ports.logins.save({ accountId, name, url, country, state });
    return { ...nothing, result: saved };
  } catch (error) {
    if (error instanceof Failure && error.kind === 'invalid') return failed(error.message);
    throw error;
  }
}

function failed(message: string): Gift {
  return { ...nothing, error: { code: 'step', message: `save_login: ${message}.` } };
}

async function giftOf(
  ports: DeskPorts,
  desk: DeskBrowser,
  action: BrowserAction,
  order: StepOrder,
  { error, value }: ActionResult,
): Promise<Gift> {
  if (error !== null) return { ...nothing, error };
  switch (action.type) {
    case 'read':
    case 'extract':
      return readShown(ports, desk, action, order);
    case 'save_login':
      return saveLogin(ports, desk, action.name ?? '', order.accountId);
    default:
      return value === undefined ? nothing : { ...nothing, result: value };
  }
}

async function snapshotOf({ browser }: DeskBrowser, action: BrowserAction, warnings: Warning[]) {
  if (!action.snapshot && action.type !== 'snapshot') return null;
  try {
    return (await browser.snapshot(action.maxLength)).text;
  } catch (error) {
    if (error instanceof Failure) throw error;
    warnings.push({
      code: 'page_hangs',
      message: 'The page does not answer, so that it could not be looked at.',
    });
    return null;
  }
}

/**
 * Does one step in a browser and tells what came of it. What the page does is a value; rejects with Failure `unavailable`
 * when the browser is gone, and `invalid` for files that are not there.
 */
export async function stepAtDesk(
  ports: DeskPorts,
  desk: DeskBrowser,
  action: BrowserAction,
  order: StepOrder,
): Promise<StepOutcome> {
  const { accountId } = order;
  const acted = await desk.browser.act(action, await uploadsOf(ports, action, accountId));
  const files = await Promise.all(acted.files.map((file) => store(ports, file, accountId)));
  const picture = acted.picture;
  const screenshot =
    picture === null
      ? null
      : await ports.storeFile(accountId, {
          name: pictureNames[picture.mediaType],
          mediaType: picture.mediaType,
          content: picture.bytes,
        });
  const gift = await giftOf(ports, desk, action, order, acted);
  const warnings = [...acted.warnings, ...gift.warnings];
  const [snapshot, view] = await Promise.all([snapshotOf(desk, action, warnings), desk.browser.view()]);
  return {
    ...('result' in gift && { result: gift.result }),
    error: gift.error,
    screenshot,
    files,
    dialogs: acted.dialogs,
    target: acted.target,
    warnings,
    view,
    snapshot,
    contents: gift.contents,
    charges: gift.charges,
  };
}
