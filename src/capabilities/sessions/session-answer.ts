import { z } from 'zod';
import { blobUrl } from '../../domain/pages/blob-link.ts';
import type { Warning } from '../../domain/pages/outcome.ts';
import type { Charge } from '../../domain/resources/rate-card.ts';
import type { Receipt } from '../../domain/resources/receipt.ts';
import type { WorkReport } from '../../fetching/charged-work.ts';
import { fromPage } from '../../operations/page-origin.ts';
import { withSchemaName } from '../../operations/schema-names.ts';
import { warningSchema } from '../../operations/schemas/page-result.ts';
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
  sid: z.string(),
  status: z.enum(['open', 'closed', 'expired']),
  reason: z.string().nullable().describe('Reason why the session is no longer open, or null.'),
  url: fromPage(z.string()),
  title: fromPage(z.string()),
  exit: exitSchema.nullable(),
  login: z.string().nullable().describe('Id of the saved login that was loaded, or null.'),
  steps: z.int(),
  credits: z.int().describe('Credits charged so far: 1 per started minute.'),
  opened_at: z.string(),
  last_step_at: z.string(),
  expires_at: z.string(),
  closed_at: z.string().nullable(),
};

const recordingSchema = withSchemaName(
  'SessionRecording',
  z.object({
    name: fromPage(z.string()),
    steps: fromPage(z.array(z.looseObject({ type: z.string() }))),
    inputs: fromPage(z.record(z.string(), z.unknown())).describe('JSON Schema of the inputs of a replay.'),
  }),
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
    snapshot: fromPage(z.string().nullable()),
    error: pageErrorSchema.optional(),
    warnings: z.array(warningSchema),
    receipt: receiptSchema,
  }),
);
export const stepAnswerSchema = withSchemaName(
  'BrowserStepResult',
  z.object({
    sid: z.string(),
    ok: z.boolean(),
    url: fromPage(z.string()),
    title: fromPage(z.string()),
    snapshot: fromPage(z.string().nullable()).describe(
      'The page as text, in which each usable element starts with its number, or null.',
    ),
    result: fromPage(z.unknown())
      .optional()
      .describe(
        'Value of the step: the result of a script, the page that was read, the extracted values or the saved login.',
      ),
    error: pageErrorSchema.optional(),
    screenshot: z.string().optional().describe('URL of the screenshot.'),
    files: z
      .array(
        z.object({
          file_id: z.string(),
          name: fromPage(z.string()),
          media_type: z.string(),
          bytes: z.int(),
          url: z.string(),
          text: fromPage(z.string()).optional().describe('Content of a text file of at most 4,096 bytes.'),
        }),
      )
      .optional(),
    dialogs: z
      .array(z.object({ type: z.string(), message: fromPage(z.string()), accepted: z.boolean() }))
      .optional(),
    tabs: z.array(
      z.object({ tab: z.int(), url: fromPage(z.string()), title: fromPage(z.string()), active: z.boolean() }),
    ),
    warnings: z.array(warningSchema),
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
  outcome: StepOutcome,
  baseUrl: string,
): Omit<StepAnswer, 'receipt'> {
  const { error, view, screenshot, files, dialogs } = outcome;
  return {
    sid,
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
