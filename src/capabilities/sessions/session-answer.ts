import { z } from 'zod';
import { withBase } from '../../domain/blob-link.ts';
import type { ExitReport } from '../../domain/exit.ts';
import type { Warning } from '../../domain/outcome.ts';
import type { Charge } from '../../domain/rate-card.ts';
import type { Receipt } from '../../domain/receipt.ts';
import { type Signer, sealObservation } from '../../fetching/receipts.ts';
import type { OperationContext } from '../../operations/operation.ts';
import { named } from '../../operations/schema-names.ts';
import { warningSchema } from '../../operations/schemas/page-result.ts';
import { exitSchema, pageErrorSchema, receiptSchema } from '../../operations/schemas/receipt.ts';
import type { DialogView, TabView } from '../../web/browser/browser-tabs.ts';
import type { DeskBrowser, StoredFile } from './browser-desk.ts';
import type { StepOutcome } from './desk-step.ts';
import type { SessionRecording } from './recording.ts';
import type { SessionDocument } from './session-table.ts';

/** A stored file as answered. */
interface FileDocument {
  file_id: string;
  name: string;
  media_type: string;
  bytes: number;
  url: string;
}

/** What a step answers, in wire names. */
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

/** What opening a session answers. */
export type OpenAnswer = SessionDocument & {
  live_url: string;
  snapshot: string | null;
  error?: NonNullable<StepOutcome['error']>;
  warnings: Warning[];
  receipt: Receipt;
};

/** A session, with its steps where they were recorded. */
export type SessionAnswer = SessionDocument & { recording?: SessionRecording };

const sessionFields = {
  sid: z.string(),
  status: z.enum(['open', 'closed', 'expired']),
  reason: z.string().nullable().describe('why it is no longer open'),
  url: z.string(),
  title: z.string(),
  exit: exitSchema.nullable(),
  login: z.string().nullable().describe('id of the saved login that it began with'),
  steps: z.int(),
  credits: z.int().describe('charged so far: one for each started minute'),
  opened_at: z.string(),
  last_step_at: z.string(),
  expires_at: z.string(),
  closed_at: z.string().nullable(),
};

const recordingSchema = named(
  'SessionRecording',
  z.object({
    name: z.string(),
    steps: z.array(z.looseObject({ type: z.string() })),
    inputs: z.record(z.string(), z.unknown()).describe('JSON Schema of what must be given to replay it'),
  }),
);

export const sessionSchema = named('BrowserSession', z.object(sessionFields));
export const sessionAnswerSchema = named(
  'BrowserSessionWithRecording',
  z.object({ ...sessionFields, recording: recordingSchema.optional() }),
);
export const openAnswerSchema = named(
  'OpenedBrowserSession',
  z.object({
    ...sessionFields,
    live_url: z.string().describe('WebSocket that shows the session; opens once, within a minute'),
    snapshot: z.string().nullable(),
    error: pageErrorSchema.optional(),
    warnings: z.array(warningSchema),
    receipt: receiptSchema,
  }),
);
export const stepAnswerSchema = named(
  'BrowserStepResult',
  z.object({
    sid: z.string(),
    ok: z.boolean(),
    url: z.string(),
    title: z.string(),
    snapshot: z.string().nullable().describe('the page as text; what one can act on begins with its number'),
    result: z
      .unknown()
      .optional()
      .describe('what the step gave: of a script, what was read, the login that was saved'),
    error: pageErrorSchema.optional(),
    screenshot: z.string().optional().describe('link to the picture'),
    files: z
      .array(
        z.object({
          file_id: z.string(),
          name: z.string(),
          media_type: z.string(),
          bytes: z.int(),
          url: z.string(),
        }),
      )
      .optional(),
    dialogs: z.array(z.object({ type: z.string(), message: z.string(), accepted: z.boolean() })).optional(),
    tabs: z.array(z.object({ tab: z.int(), url: z.string(), title: z.string(), active: z.boolean() })),
    warnings: z.array(warningSchema),
    receipt: receiptSchema,
  }),
);

function fileOf({ fileId, name, mediaType, bytes }: StoredFile, baseUrl: string): FileDocument {
  return { file_id: fileId, name, media_type: mediaType, bytes, url: withBase(fileId, baseUrl) };
}

/** What of a request in a browser its receipt tells. */
export interface ReceiptFacts {
  url: string | null;
  finalUrl: string;
  error: StepOutcome['error'];
  exit: ExitReport;
  isOwnNetwork: boolean;
  charges: Charge[];
  bytes: number;
}

/** The signed receipt of opening a session or of a step in it. */
export function receiptOf(
  facts: ReceiptFacts,
  context: OperationContext,
  now: Date,
  signer: Signer,
): Receipt {
  const observation = {
    url: facts.url,
    final_url: facts.finalUrl,
    status: facts.error === null ? ('ok' as const) : ('failed' as const),
    status_code: null,
    derived_from: null,
    route: facts.isOwnNetwork ? ('browser' as const) : ('residential_browser' as const),
    exit: facts.exit,
    credits: facts.charges.reduce((sum, { credits }) => sum + credits, 0),
    charges: facts.charges,
    attempts: [],
    fetched_at: context.startedAt.toISOString(),
    ms: Math.max(0, now.getTime() - context.startedAt.getTime()),
    bytes: facts.bytes,
    content_sha256: null,
    robots: null,
  };
  return sealObservation(observation, { requestId: context.requestId, at: now }, signer);
}

/** The facts of a step in a browser. */
export function factsOf(
  { browser, exit }: DeskBrowser,
  url: string | null,
  outcome: Pick<StepOutcome, 'error' | 'charges' | 'view'>,
  bytesBefore: number,
): ReceiptFacts {
  return {
    url,
    finalUrl: outcome.view.url,
    error: outcome.error,
    exit: exit.report,
    isOwnNetwork: exit.network === 'service',
    charges: outcome.charges,
    bytes: browser.bytes() - bytesBefore,
  };
}

/** The answer to a step. */
export function stepAnswer(sid: string, outcome: StepOutcome, baseUrl: string, receipt: Receipt): StepAnswer {
  const { error, view, screenshot, files, dialogs } = outcome;
  return {
    sid,
    ok: error === null,
    url: view.url,
    title: view.title,
    snapshot: outcome.snapshot,
    ...('result' in outcome && { result: outcome.result }),
    ...(error !== null && { error }),
    ...(screenshot !== null && { screenshot: withBase(screenshot.fileId, baseUrl) }),
    ...(files.length > 0 && { files: files.map((file) => fileOf(file, baseUrl)) }),
    ...(dialogs.length > 0 && { dialogs }),
    tabs: view.tabs,
    warnings: outcome.warnings,
    receipt,
  };
}
