import { z } from 'zod';
import { logStatuses, runStatuses, type WorkflowStep } from '../../domain/workflow.ts';
import { named } from '../../operations/schema-names.ts';
import { receiptSchema } from '../../operations/schemas/receipt.ts';
import { scheduleDocumentSchema } from '../../operations/schemas/schedule.ts';
import type { LogDocument, RunDocument, RunFileDocument, RunSummary } from './run-view.ts';
import type { WorkflowDocument } from './workflow-table.ts';

const text = z.string().nullable();
const errorSchema = z.object({ code: z.string(), message: z.string() }).nullable();
const json = z.unknown();
const statusSchema = named('RunStatus', z.enum(runStatuses));

/** A workflow as answered. */
export const workflowSchema: z.ZodType<WorkflowDocument> = named(
  'Workflow',
  z.object({
    id: z.string(),
    name: z.string(),
    steps: z
      .array(z.looseObject({ type: z.string() }))
      .transform((steps) => steps as unknown as WorkflowStep[]),
    inputs: z.record(z.string(), z.unknown()).nullable(),
    country: text,
    strict_country: z.boolean(),
    network: z.enum(['auto', 'service', 'residential']),
    login: text,
    webhook: text,
    schedule: scheduleDocumentSchema.nullable(),
    next_run_at: text,
    next_runs: z.array(z.string()),
    last_run: z.object({ run_id: z.string(), status: statusSchema, created_at: z.string() }).nullable(),
    created_at: z.string(),
    updated_at: z.string(),
  }),
);

const logSchema: z.ZodType<LogDocument> = named(
  'RunLogEntry',
  z.object({
    seq: z.int(),
    at: z.string(),
    step: z.string().describe('JSON pointer of the step in the workflow'),
    type: z.string(),
    status: z
      .enum(logStatuses)
      .describe('`skipped`: an optional step that failed, or one that was told to be left out'),
    ms: z.int(),
    detail: text,
    url: text.describe('where the browser was after it'),
    screenshot: text.describe('the page as it was: of screenshots, and where a step failed'),
    error: errorSchema,
  }),
);

const fileSchema: z.ZodType<RunFileDocument> = named(
  'RunFile',
  z.object({
    fid: z.string(),
    name: z.string(),
    media_type: z.string(),
    bytes: z.int(),
    step: z.string(),
    url: z.string(),
  }),
);

const summaryFields = {
  run_id: z.string(),
  workflow_id: z.string(),
  name: z.string(),
  status: statusSchema,
  step: text.describe('JSON pointer of the step that was done last, or is being done'),
  records_total: z.int(),
  credits: z.int().describe('charged so far'),
  error: errorSchema,
  created_at: z.string(),
  started_at: text,
  finished_at: text,
};

/** A run in a list. */
export const runSummarySchema: z.ZodType<RunSummary> = named('RunSummary', z.object(summaryFields));

/** A run as answered. */
export const runSchema: z.ZodType<RunDocument> = named(
  'WorkflowRun',
  z.object({
    ...summaryFields,
    jid: z.string().describe('the job that does it; another one after an answer or a retry'),
    question: z
      .object({
        kind: z
          .enum(['ask', 'repeat'])
          .describe('`repeat`: whether a step that was cut off is to be done again: repeat, skip or stop'),
        step: z.string(),
        question: z.string(),
        name: text,
        schema: z.record(z.string(), z.unknown()).nullable(),
      })
      .nullable()
      .describe('what is to be answered while the status is `needs_input`'),
    log: z.array(logSchema).describe('what was done, oldest first; the last 300 lines'),
    log_total: z.int(),
    records: z
      .array(json)
      .transform((records) => records as RunDocument['records'])
      .describe('the first 100'),
    files: z.array(fileSchema),
    receipt: receiptSchema.nullable().describe('of what was last charged; null before that'),
    expires_at: text.describe('when an ended run is removed'),
  }),
);
