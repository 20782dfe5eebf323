import { isUtf8 } from 'node:buffer';
import { type BrowserAction, browserAction } from '../../../domain/pages/browser-action.ts';
import { createInstructionsWarning } from '../../../domain/pages/instructions-warning.ts';
import type { PageErrorCode, Warning } from '../../../domain/pages/outcome.ts';
import type { Charge } from '../../../domain/resources/rate-card.ts';
import { runWithSecrets } from '../../../domain/secrets/known-secrets.ts';
import { maskHtml } from '../../../domain/secrets/mask-html.ts';
import { Failure } from '../../../domain/system/failure.ts';
import type { Budget } from '../../../fetching/budget.ts';
import type { FetchedPage } from '../../../fetching/fetched-page.ts';
import { createProvidedPageCommand } from '../../../operations/schemas/page-options.ts';
import type { NewContent } from '../../../store/pages/contents.ts';
import type { DownloadedFile } from '../../../web/browser/page/browser-downloads.ts';
import type { DialogView } from '../../../web/browser/page/browser-tabs.ts';
import type { UploadedFile } from '../../../web/browser/steps/action-handler.ts';
import type { ActionResult } from '../../../web/browser/steps/action-result.ts';
import type { BrowserView } from '../../../web/browser/steps/controlled-browser.ts';
import type { SnapshotOptions } from '../../../web/browser/steps/page-snapshot.ts';
import { addLoginSecrets } from '../../../web/browser/steps/secret-fields.ts';
import type { BrowserPorts, OpenBrowser, StoredFile } from './open-browser.ts';

/** The account, budget and signal of a step. */
export interface StepOptions {
  accountId: string;
  /** Budget for values that a model supplies. */
  budget: Budget;
  signal: AbortSignal;
  /**
   * True if the outcome leaves the service, so that the secrets of the browser are masked in it. A run keeps the values
   * for its variables, and masks what it writes.
   */
  isMasked: boolean;
}

/** Outcome of a step. */
export interface StepOutcome {
  /** Reason why the step failed, or null. */
  error: { code: PageErrorCode; message: string } | null;
  /** Value of the step: the result of a script, the text that was read, or the saved login. */
  result?: unknown;
  /** The screenshot, or null. */
  screenshot: Omit<StoredFile, 'text'> | null;
  /** Downloaded files. */
  files: StoredFile[];
  dialogs: DialogView[];
  /** The element of the step, when steps are recorded. */
  target: ActionResult['target'];
  /** The element at which a drag ended, when steps are recorded. */
  to: ActionResult['to'];
  /** The controls that a `fill` has set, in order. */
  filled: ActionResult['filled'];
  /** True if the step wrote into a secret field. */
  isSecret: boolean;
  warnings: Warning[];
  view: BrowserView;
  /** The page as text with numbered elements; null when not requested, or when the page does not respond. */
  snapshot: string | null;
  /** Long pages that were read. They are stored when the step is settled. */
  contents: NewContent[];
  charges: Charge[];
}

type StepOutput = Pick<StepOutcome, 'result' | 'contents' | 'charges' | 'warnings'> & {
  error: StepOutcome['error'];
};

const emptyOutput: StepOutput = { error: null, contents: [], charges: [], warnings: [] };
const screenshotNames = { 'image/png': 'screenshot.png', 'image/jpeg': 'screenshot.jpg' } as const;

async function loadUploads(
  ports: BrowserPorts,
  { files }: BrowserAction,
  accountId: string,
): Promise<UploadedFile[]> {
  const uploads = files.map(async (file, index) => {
    const stored = await ports.loadFile(accountId, file);
    if (stored !== null) return stored;
    const detail =
      'There is no stored file with this identifier or link. Use one from a response of this service.';
    throw new Failure('invalid', detail, { errors: [{ pointer: `/files/${index}`, detail }] });
  });
  return Promise.all(uploads);
}

/** Maximum size in bytes of a text file whose content an answer holds. */
const maxShownBytes = 4_096;

/** Returns the content of a small text file; null for any other file. */
async function readSmallText(
  ports: BrowserPorts,
  accountId: string,
  { fileId, mediaType, bytes }: Omit<StoredFile, 'text'>,
): Promise<string | null> {
  if (bytes > maxShownBytes || !/^text\/|[/+](?:json|xml)$/.test(mediaType)) return null;
  const stored = await ports.loadFile(accountId, fileId);
  return stored !== null && isUtf8(stored.buffer) ? stored.buffer.toString() : null;
}

async function storeDownload(
  ports: BrowserPorts,
  file: DownloadedFile,
  accountId: string,
): Promise<StoredFile> {
  try {
    const { name, mediaType } = file;
    const stored = await ports.storeFile(accountId, { name, mediaType, content: await file.open() });
    return { ...stored, text: await readSmallText(ports, accountId, stored) };
  } finally {
    await file.remove();
  }
}

/** Reads the text of the shown document, or the requested values. */
async function readShown(
  ports: BrowserPorts,
  openBrowser: OpenBrowser,
  action: BrowserAction,
  { accountId, budget, signal, isMasked }: StepOptions,
): Promise<StepOutput> {
  const { html: shownHtml, url: shownUrl, warnings } = await openBrowser.browser.html();
  const { secrets } = openBrowser.browser;
  // Positions in the text refer to its masked form.
  const [html, url] = isMasked
    ? [maskHtml(shownHtml, secrets), secrets.mask(shownUrl)]
    : [shownHtml, shownUrl];
  const { schema, prompt, maxLength } = action;
  const isExtract = action.type === 'extract';
  const command = createProvidedPageCommand(url, { maxLength, json: isExtract ? { schema, prompt } : null });
  const fetched = await ports.readShown({ html, url, exit: openBrowser.exit, warnings })(command, {
    accountId,
    budget,
    signal,
  });
  const { error = null } = fetched.page;
  if (error?.code === 'login_required' && openBrowser.login !== null) {
    await ports.logins.expire(accountId, openBrowser.login);
  }
  return {
    error: null,
    result: isExtract ? extractedValues(fetched) : fetched.page,
    contents: isExtract || fetched.content === null ? [] : [fetched.content],
    charges: fetched.observation.charges,
    warnings: isExtract ? fetched.page.warnings : [],
  };
}

function extractedValues({ page }: FetchedPage) {
  const {
    json = null,
    json_unverified: unverified = [],
    json_searched_by: searchedBy = {},
    status,
    url,
  } = page;
  const { error } = page;
  return {
    status,
    url,
    data: json,
    unverified,
    searched_by: searchedBy,
    ...(error !== undefined && { error }),
  };
}

async function saveLogin(
  ports: BrowserPorts,
  openBrowser: OpenBrowser,
  name: string,
  accountId: string,
): Promise<StepOutput> {
  const { url } = await openBrowser.browser.view();
  if (!/^https?:/.test(url)) return failedOutput('Open a page of the site before saving its login.');
  try {
    const state = await openBrowser.browser.state();
    addLoginSecrets(state, openBrowser.browser.secrets);
    const { country } = openBrowser.exit.report;
    const saved = await ports.logins.save({ accountId, name, url, country, state });
    return { ...emptyOutput, result: saved };
  } catch (error) {
    if (error instanceof Failure && error.kind === 'invalid') return failedOutput(error.message);
    throw error;
  }
}

/** Tells whether the browser shows a login form; false if the page cannot be read. */
export async function showsLoginForm(
  ports: BrowserPorts,
  openBrowser: OpenBrowser,
  options: StepOptions,
): Promise<boolean> {
  const read = browserAction({ type: 'read', snapshot: false });
  // A page that cannot be read states nothing about the login, and the step has its own error.
  const shown = await readShown(ports, openBrowser, read, options).catch(() => null);
  const { error } = (shown?.result ?? {}) as Pick<FetchedPage['page'], 'error'>;
  return error?.code === 'login_required';
}

/**
 * Returns the error of a saved login that the site no longer accepts: the browser was opened with one, and shows a login
 * form. Null otherwise. The login is marked as expired.
 */
export async function findExpiredLogin(
  ports: BrowserPorts,
  openBrowser: OpenBrowser,
  options: StepOptions,
): Promise<StepOutcome['error']> {
  const { login } = openBrowser;
  if (login === null) return null;
  if (!(await showsLoginForm(ports, openBrowser, options))) return null;
  const message = `The site no longer accepts the saved login ${login.loginId}: the page asks for a login. Log in again in a browser session, and save the login with the step save_login.`;
  return { code: 'login_required', message };
}

function failedOutput(message: string): StepOutput {
  return { ...emptyOutput, error: { code: 'step', message: `save_login: ${message}` } };
}

async function readOutput(
  ports: BrowserPorts,
  openBrowser: OpenBrowser,
  action: BrowserAction,
  options: StepOptions,
  { error, value }: ActionResult,
): Promise<StepOutput> {
  if (error !== null) {
    // Elements are missing behind a login form, so that the form is the reason.
    const expired = error.code === 'step' ? await findExpiredLogin(ports, openBrowser, options) : null;
    return { ...emptyOutput, error: expired ?? error };
  }
  switch (action.type) {
    case 'read':
    case 'extract':
      return readShown(ports, openBrowser, action, options);
    case 'save_login':
      return saveLogin(ports, openBrowser, action.name ?? '', options.accountId);
    default:
      return value === undefined ? emptyOutput : { ...emptyOutput, result: value };
  }
}

function snapshotOptions({ type, onlyChanges, region, details, maxLength }: BrowserAction): SnapshotOptions {
  // A step that asks for nothing but the page gets all of it.
  return { maxLength, region, details, onlyChanges: onlyChanges && type !== 'snapshot' };
}

const partialSnapshotWarning: Warning = {
  code: 'partial_snapshot',
  message:
    'The page has too many elements for one snapshot. It shows a part, from the top of the window on: scroll to see another part, or use a read step for the whole text.',
};

/** Takes the snapshot of a step, if it asks for one; adds what is wrong with it, and instructions to language models in it. */
async function takeSnapshot(
  ports: BrowserPorts,
  { browser }: OpenBrowser,
  action: BrowserAction,
  { warnings, signal }: { warnings: Warning[]; signal: AbortSignal },
) {
  if (!action.snapshot && action.type !== 'snapshot') return null;
  try {
    const { text, complete } = await browser.snapshot(snapshotOptions(action));
    if (!complete) warnings.push(partialSnapshotWarning);
    const quote = await ports.findInstructions(text, signal);
    if (quote !== null) warnings.push(createInstructionsWarning(quote));
    return text;
  } catch (error) {
    if (error instanceof Failure) throw error;
    warnings.push({
      code: 'page_hangs',
      message: 'The page does not respond, so the step has no snapshot.',
    });
    return null;
  }
}

/** Returns an outcome without the secrets of its browser. Stored contents were masked when they were read. */
function maskOutcome(outcome: StepOutcome, { secrets }: OpenBrowser['browser']): StepOutcome {
  const { error, result, files, dialogs, target, to, warnings, view, snapshot } = outcome;
  const masked = {
    error,
    files,
    dialogs,
    target,
    to,
    warnings,
    view,
    snapshot,
    ...('result' in outcome && { result }),
  };
  return { ...outcome, ...secrets.maskValue(masked) };
}

/**
 * Performs one step in a browser and returns its outcome; errors of the page are part of it. Rejects with Failure
 * `unavailable` when the browser is gone, and `invalid` for files that do not exist.
 */
export async function runStep(
  ports: BrowserPorts,
  openBrowser: OpenBrowser,
  action: BrowserAction,
  options: StepOptions,
): Promise<StepOutcome> {
  return runWithSecrets(
    () => openBrowser.browser.secrets,
    () => performStep(ports, openBrowser, action, options),
  );
}

async function performStep(
  ports: BrowserPorts,
  openBrowser: OpenBrowser,
  action: BrowserAction,
  options: StepOptions,
): Promise<StepOutcome> {
  const { accountId } = options;
  const actionResult = await openBrowser.browser.act(action, await loadUploads(ports, action, accountId));
  const files = await Promise.all(actionResult.files.map((file) => storeDownload(ports, file, accountId)));
  const image = actionResult.picture;
  const screenshot =
    image === null
      ? null
      : await ports.storeFile(accountId, {
          name: screenshotNames[image.mediaType],
          mediaType: image.mediaType,
          content: image.bytes,
        });
  const output = await readOutput(ports, openBrowser, action, options, actionResult);
  const warnings = [...actionResult.warnings, ...output.warnings];
  const [snapshot, view] = await Promise.all([
    takeSnapshot(ports, openBrowser, action, { warnings, signal: options.signal }),
    openBrowser.browser.view(),
  ]);
  const outcome = {
    ...('result' in output && { result: output.result }),
    error: output.error,
    screenshot,
    files,
    dialogs: actionResult.dialogs,
    target: actionResult.target,
    to: actionResult.to,
    filled: actionResult.filled,
    isSecret: actionResult.isSecret,
    warnings,
    view,
    snapshot,
    contents: output.contents,
    charges: output.charges,
  };
  return options.isMasked ? maskOutcome(outcome, openBrowser.browser) : outcome;
}
