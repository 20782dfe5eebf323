import { z } from 'zod';
import { logStatuses, runStatuses, type WorkflowStep } from '../../domain/resources/workflow.ts';
import { secretField } from '../../operations/declaration/secret-fields.ts';
import { fromPage } from '../../operations/page-origin.ts';
import { withSchemaName } from '../../operations/schema-names.ts';
import { warningSchema } from '../../operations/schemas/page-result.ts';
import { keptErrorSchema, receiptSchema } from '../../operations/schemas/receipt.ts';
import { scheduleDocumentSchema } from '../../operations/schemas/schedule.ts';
import type { LogDocument, RunDocument, RunFileDocument, RunSummary } from './read-runs.ts';
import type { WorkflowDocument } from './workflow-table.ts';

const text = z.string().nullable();
const errorSchema = keptErrorSchema.nullable();
const webhookText = secretField(z.string(), 'webhook')
  .nullable()
  .describe('A key that may only read gets it without tokens.');
const json = z.unknown();
const statusSchema = withSchemaName('RunStatus', z.enum(runStatuses));

/** Schema of a workflow in responses. */
export const workflowSchema: z.ZodType<WorkflowDocument> = withSchemaName(
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
    webhook: webhookText,
    schedule: scheduleDocumentSchema.nullable(),
    next_run_at: text,
    next_runs: z.array(z.string()),
    last_run: z.object({ run_id: z.string(), status: statusSchema, created_at: z.string() }).nullable(),
    created_at: z.string(),
    updated_at: z.string(),
  }),
);

const logSchema: z.ZodType<LogDocument> = withSchemaName(
  'RunLogEntry',
  z.object({
    seq: z.int(),
    at: z.string(),
    step: z.string().describe('JSON Pointer of the step in the workflow.'),
    type: z.string(),
    status: z
      .enum(logStatuses)
      .describe(
        '`skipped`: an optional step that failed, or an interrupted step that was answered with `skip`.',
      ),
    ms: z.int(),
    detail: fromPage(z.string().nullable()),
    url: fromPage(z.string().nullable()).describe('URL of the browser after the step.'),
    screenshot: text.describe('URL of the screenshot, for `screenshot` steps and failed steps.'),
    error: errorSchema,
  }),
);

const fileSchema: z.ZodType<RunFileDocument> = withSchemaName(
  'RunFile',
  z.object({
    fid: z.string(),
    name: fromPage(z.string()),
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
  step: text.describe('JSON Pointer of the current or last step.'),
  records_total: z.int(),
  credits: z.int().describe('Credits charged so far.'),
  error: errorSchema,
  created_at: z.string(),
  started_at: text,
  finished_at: text,
};

/** Schema of a run in a list. */
export const runSummarySchema: z.ZodType<RunSummary> = withSchemaName('RunSummary', z.object(summaryFields));

/** Schema of a run in responses. */
export const runSchema: z.ZodType<RunDocument> = withSchemaName(
  'WorkflowRun',
  z.object({
    ...summaryFields,
    jid: z.string().describe('Id of the job. An answer or a retry creates another job.'),
    question: z
      .object({
        kind: z
          .enum(['ask', 'repeat'])
          .describe(
            '`ask`: the question of a step. `repeat`: an interrupted step needs a decision; answer `repeat`, `skip` or `stop`.',
          ),
        step: z.string(),
        question: fromPage(z.string()),
        name: text,
        schema: z.record(z.string(), z.unknown()).nullable(),
      })
      .nullable()
      .describe('The open question while the status is `needs_input`.'),
    log: z.array(logSchema).describe('The last 300 log entries, oldest first.'),
    log_total: z.int(),
    records: fromPage(z.array(json).transform((records) => records as RunDocument['records'])).describe(
      'The first 100 records.',
    ),
    files: z.array(fileSchema),
    warnings: z
      .array(warningSchema)
      .describe('Warnings about the browser of the run, such as `country_not_used`.'),
    receipt: receiptSchema.nullable().describe('Receipt of the last charge, or null before the first.'),
    expires_at: text.describe('Time at which an ended run is deleted.'),
  }),
);
