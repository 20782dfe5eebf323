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
const statusSchema = withSchemaName('RunStatus', z.enum(runStatuses).describe('Status of a run.'));

/** Schema of a workflow in responses. */
export const workflowSchema: z.ZodType<WorkflowDocument> = withSchemaName(
  'Workflow',
  z.object({
    id: z.string().describe('Identifier of the workflow.'),
    name: z.string().describe('Name of the workflow.'),
    steps: z
      .array(z.looseObject({ type: z.string().describe('Type of the step.') }))
      .transform((steps) => steps as unknown as WorkflowStep[])
      .describe('Steps of the workflow, as in the request.'),
    inputs: z
      .record(z.string(), z.unknown())
      .nullable()
      .describe('JSON Schema of the inputs. null: the workflow has none.'),
    country: text.describe('Country of the exit (ISO 3166-1 alpha-2). null: none was requested.'),
    strict_country: z.boolean().describe('True if runs fail without an exit in the country.'),
    network: z.enum(['auto', 'service', 'residential']).describe('Network of the exit.'),
    login: text.describe('Identifier of the saved login. null: none.'),
    webhook: webhookText,
    schedule: scheduleDocumentSchema.nullable().describe('Schedule of the runs. null: none.'),
    next_run_at: text.describe('Time of the next run. null: none is planned.'),
    next_runs: z.array(z.string()).describe('Times of the next runs.'),
    last_run: z
      .object({
        run_id: z.string().describe('Identifier of the run.'),
        status: statusSchema,
        created_at: z.string().describe('Time at which the run was requested (ISO 8601, UTC).'),
      })
      .nullable()
      .describe('Last run. null: none yet.'),
    created_at: z.string().describe('Time of creation (ISO 8601, UTC).'),
    updated_at: z.string().describe('Time of the last change.'),
  }),
);

const logSchema: z.ZodType<LogDocument> = withSchemaName(
  'RunLogEntry',
  z.object({
    seq: z.int().describe('Number of the entry in the log.'),
    at: z.string().describe('Time of the step (ISO 8601, UTC).'),
    step: z.string().describe('JSON Pointer of the step in the workflow.'),
    type: z.string().describe('Type of the step.'),
    status: z
      .enum(logStatuses)
      .describe(
        '`skipped`: an optional step that failed, or an interrupted step that was answered with `skip`.',
      ),
    ms: z.int().describe('Duration in milliseconds.'),
    detail: fromPage(z.string().nullable()).describe('Result of the step in words. null: none.'),
    url: fromPage(z.string().nullable()).describe('URL of the browser after the step.'),
    screenshot: text.describe('URL of the screenshot, for `screenshot` steps and failed steps.'),
    error: errorSchema.describe('Error of the step. null: it did not fail.'),
  }),
);

const fileSchema: z.ZodType<RunFileDocument> = withSchemaName(
  'RunFile',
  z.object({
    fid: z.string().describe('Identifier of the file.'),
    name: fromPage(z.string()).describe('Name of the file.'),
    media_type: z.string().describe('Media type of the file.'),
    bytes: z.int().describe('Size of the file in bytes.'),
    step: z.string().describe('JSON Pointer of the step that created the file.'),
    url: z.string().describe('URL of the file.'),
  }),
);

const summaryFields = {
  run_id: z.string().describe('Identifier of the run.'),
  workflow_id: z.string().describe('Identifier of the workflow.'),
  name: z.string().describe('Name of the workflow.'),
  status: statusSchema,
  step: text.describe('JSON Pointer of the current or last step.'),
  records_total: z.int().describe('Number of records so far.'),
  credits: z.int().describe('Credits charged so far.'),
  error: errorSchema.describe('Error of the run. null: it did not fail.'),
  created_at: z.string().describe('Time at which the run was requested (ISO 8601, UTC).'),
  started_at: text.describe('Time at which the run started. null: not started yet.'),
  finished_at: text.describe('Time at which the run ended. null: not ended yet.'),
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
        step: z.string().describe('JSON Pointer of the step that asks.'),
        question: fromPage(z.string()).describe('Text of the question.'),
        name: text.describe('Name of the variable for the answer. null: none.'),
        schema: z
          .record(z.string(), z.unknown())
          .nullable()
          .describe('JSON Schema of the answer. null: any text.'),
      })
      .nullable()
      .describe('The open question while the status is `needs_input`.'),
    log: z.array(logSchema).describe('The last 300 log entries, oldest first.'),
    log_total: z.int().describe('Number of all log entries.'),
    records: fromPage(z.array(json).transform((records) => records as RunDocument['records'])).describe(
      'The first 100 records.',
    ),
    files: z.array(fileSchema).describe('Files of the run.'),
    warnings: z
      .array(warningSchema)
      .describe('Warnings about the browser of the run, such as `country_not_used`.'),
    receipt: receiptSchema.nullable().describe('Receipt of the last charge, or null before the first.'),
    expires_at: text.describe('Time at which an ended run is deleted.'),
  }),
);
