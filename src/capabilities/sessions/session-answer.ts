import { z } from 'zod';
import { blobUrl } from '../../domain/pages/blob-link.ts';
import {
  type BrowserAction,
  type BrowserActionType,
  browserActionTypes,
} from '../../domain/pages/browser-action.ts';
import type { Warning } from '../../domain/pages/outcome.ts';
import type { Charge } from '../../domain/resources/rate-card.ts';
import type { Receipt } from '../../domain/resources/receipt.ts';
import type { WorkReport } from '../../fetching/charged-work.ts';
import { fromPage } from '../../operations/page-origin.ts';
import { withSchemaName } from '../../operations/schema-names.ts';
import { warningsSchema } from '../../operations/schemas/page-result.ts';
import { exitSchema, pageErrorSchema, receiptSchema } from '../../operations/schemas/receipt.ts';
import type { DialogView, TabView } from '../../web/browser/page/browser-tabs.ts';
import type { OpenBrowser, StoredFile } from './browser/open-browser.ts';
import type { SessionRecording } from './browser/recording.ts';
import type { StepOutcome } from './browser/run-step.ts';
import type { SessionDocument } from './session-document.ts';

/** A stored file in responses. */
interface FileDocument {
  file_id: string;
  name: string;
  media_type: string;
  bytes: number;
  url: string;
  text?: string;
}

/** Response of a step, in wire names. */
export interface StepAnswer {
  sid: string;
  type: BrowserActionType;
  ok: boolean;
  url: string;
  title: string;
  snapshot: string | null;
  result?: unknown;
  error?: NonNullable<StepOutcome['error']>;
  screenshot?: string;
  files?: FileDocument[];
  dialogs?: DialogView[];
  tabs: TabView[];
  warnings: Warning[];
  receipt: Receipt;
}

/** Response of `open_browser`. */
export type OpenAnswer = SessionDocument & {
  live_url: string;
  snapshot: string | null;
  error?: NonNullable<StepOutcome['error']>;
  warnings: Warning[];
  receipt: Receipt;
};

/** A session, with its recording if there is one. */
export type SessionAnswer = SessionDocument & { recording?: SessionRecording };

const sessionFields = {
  sid: z.string().describe('Identifier of the session.'),
  status: z.enum(['open', 'closed', 'expired']).describe('Status of the session.'),
  reason: z.string().nullable().describe('Reason why the session is no longer open, or null.'),
  url: fromPage(z.string()).describe('URL of the active page.'),
  title: fromPage(z.string()).describe('Title of the active page.'),
  exit: exitSchema.nullable().describe('Exit of the session. null: it has not been observed.'),
  login: z.string().nullable().describe('Id of the saved login that was loaded, or null.'),
  steps: z.int().describe('Number of steps so far.'),
  credits: z.int().describe('Credits charged so far: 1 per started minute.'),
  opened_at: z.string().describe('Time at which the session was opened (ISO 8601, UTC).'),
  last_step_at: z.string().describe('Time of the last step, or of the opening.'),
  expires_at: z.string().describe('Time at which the session expires.'),
  closed_at: z.string().nullable().describe('Time at which the session ended. null: it is open.'),
};

const recordingSchema = withSchemaName(
  'SessionRecording',
  z
    .object({
      name: fromPage(z.string()).describe('Name of the workflow.'),
      steps: fromPage(z.array(z.looseObject({ type: z.string().describe('Type of the step.') }))).describe(
        'Steps of the workflow.',
      ),
      inputs: fromPage(z.record(z.string(), z.unknown())).describe('JSON Schema of the inputs of a replay.'),
    })
    .describe('Recording of the steps as a workflow.'),
);

export const sessionSchema = withSchemaName('BrowserSession', z.object(sessionFields));
export const sessionAnswerSchema = withSchemaName(
  'BrowserSessionWithRecording',
  z.object({ ...sessionFields, recording: recordingSchema.optional() }),
);
export const openAnswerSchema = withSchemaName(
  'OpenedBrowserSession',
  z.object({
    ...sessionFields,
    live_url: z
      .string()
      .nullable()
      .describe(
        'WebSocket URL of the live view. It opens once, within one minute. null in a response that is replayed for an Idempotency-Key.',
      ),
    snapshot: fromPage(z.string().nullable()).describe(
      'The page as text, in which each usable element starts with its number. null: no page was opened.',
    ),
    error: pageErrorSchema.optional(),
    warnings: warningsSchema,
    receipt: receiptSchema,
  }),
);
/** Steps whose result is the words of the service; those of all others can contain text from a page. */
const ownResults: ReadonlySet<unknown> = new Set<BrowserActionType>(['live', 'save_login']);

/** Tells whether the result of a step is the words of the service. */
export function hasOwnResult({ type }: Pick<StepAnswer, 'type'>): boolean {
  return ownResults.has(type);
}

export const stepAnswerSchema = withSchemaName(
  'BrowserStepResult',
  z.object({
    sid: z.string().describe('Identifier of the session.'),
    type: z.enum(browserActionTypes).describe('Type of the step.'),
    ok: z.boolean().describe('True if the step succeeded; otherwise, `error` states the reason.'),
    url: fromPage(z.string()).describe('URL of the active page after the step.'),
    title: fromPage(z.string()).describe('Title of the active page after the step.'),
    snapshot: fromPage(z.string().nullable()).describe(
      'The page as text, in which each usable element starts with its number, or null.',
    ),
    result: fromPage(z.unknown(), (_result, step) => !hasOwnResult(step as Pick<StepAnswer, 'type'>))
      .optional()
      .describe(
        'Value of the step: the result of a script, the page that was read, the extracted values or the saved login.',
      ),
    error: pageErrorSchema.optional(),
    screenshot: z.string().optional().describe('URL of the screenshot.'),
    files: z
      .array(
        z.object({
          file_id: z.string().describe('Identifier of the file.'),
          name: fromPage(z.string()).describe('Name of the file.'),
          media_type: z.string().describe('Media type of the file.'),
          bytes: z.int().describe('Size of the file in bytes.'),
          url: z.string().describe('URL of the file.'),
          text: fromPage(z.string()).optional().describe('Content of a text file of at most 4,096 bytes.'),
        }),
      )
      .optional()
      .describe('Files that the step downloaded.'),
    dialogs: z
      .array(
        z.object({
          type: z.string().describe('Kind of the dialog.'),
          message: fromPage(z.string()).describe('Text of the dialog.'),
          accepted: z.boolean().describe('True if it was accepted, false if it was dismissed.'),
        }),
      )
      .optional()
      .describe('Dialogs that the step opened.'),
    tabs: z
      .array(
        z.object({
          tab: z.int().describe('Number of the tab.'),
          url: fromPage(z.string()).describe('URL of the tab.'),
          title: fromPage(z.string()).describe('Title of the tab.'),
          active: z.boolean().describe('True for the tab that steps use.'),
        }),
      )
      .describe('Open tabs.'),
    warnings: warningsSchema,
    receipt: receiptSchema,
  }),
);

function toFileDocument({ fileId, name, mediaType, bytes, text }: StoredFile, baseUrl: string): FileDocument {
  return {
    file_id: fileId,
    name,
    media_type: mediaType,
    bytes,
    url: blobUrl(fileId, baseUrl),
    ...(text !== null && { text }),
  };
}

/** What the receipt of opening a session, or of a step in it, states about the step. */
interface StepFacts {
  url: string | null;
  outcome: Pick<StepOutcome, 'error' | 'view'>;
  charges: Charge[];
  startedAt: Date;
  /** Bytes that the browser had received before the step. */
  bytesBefore: number;
}

/** Returns the report of opening a session or of a step in it. */
export function createStepReport(
  { browser, exit }: OpenBrowser,
  { url, outcome, charges, startedAt, bytesBefore }: StepFacts,
): WorkReport {
  return {
    facts: {
      url,
      final_url: outcome.view.url,
      status: outcome.error === null ? 'ok' : 'failed',
      route: exit.network === 'service' ? 'browser' : 'residential_browser',
      exit: exit.report,
      charges,
      fetched_at: startedAt.toISOString(),
      bytes: browser.bytes() - bytesBefore,
    },
    secrets: browser.secrets,
    chargedPages: null,
    error: outcome.error,
  };
}

/** Returns the response of a step. */
export function toStepAnswer(
  sid: string,
  { type }: Pick<BrowserAction, 'type'>,
  outcome: StepOutcome,
  baseUrl: string,
): Omit<StepAnswer, 'receipt'> {
  const { error, view, screenshot, files, dialogs } = outcome;
  return {
    sid,
    type,
    ok: error === null,
    url: view.url,
    title: view.title,
    snapshot: outcome.snapshot,
    ...('result' in outcome && { result: outcome.result }),
    ...(error !== null && { error }),
    ...(screenshot !== null && { screenshot: blobUrl(screenshot.fileId, baseUrl) }),
    ...(files.length > 0 && { files: files.map((file) => toFileDocument(file, baseUrl)) }),
    ...(dialogs.length > 0 && { dialogs }),
    tabs: view.tabs,
    warnings: outcome.warnings,
  };
}
