import { z } from 'zod';
import { loginUses, renewalStatuses } from '../../../domain/resources/login.ts';
import { withSchemaName } from '../../../operations/schema-names.ts';
import { scheduleDocumentSchema } from '../../../operations/schemas/schedule.ts';
import type { LoginDocument, RenewalDocument } from './login-document.ts';

const renewalSchema: z.ZodType<RenewalDocument> = z.object({
  workflow: z.string().describe('Id of the workflow that logs in again.'),
  schedule: scheduleDocumentSchema
    .nullable()
    .describe('Schedule of the renewals. null: only when the login has expired.'),
  next_run_at: z
    .string()
    .nullable()
    .describe('Time of the next renewal by the schedule. null: none is planned.'),
  last: z
    .object({
      run_id: z.string().nullable().describe('Run of the renewal: GET /v1/runs/{run_id}.'),
      status: z.enum(renewalStatuses).describe('Status of the renewal.'),
      started_at: z.string().describe('Time at which the renewal started (ISO 8601, UTC).'),
      error: z
        .object({
          code: z.string().describe('Code of the error, for programs.'),
          message: z.string().describe('Explanation of the error, for people.'),
        })
        .nullable()
        .describe('Error of the renewal. null: it did not fail.'),
    })
    .nullable()
    .describe('The last renewal, or null before the first.'),
});

/** A saved login in responses. */
export const loginSchema: z.ZodType<LoginDocument> = withSchemaName(
  'Login',
  z.object({
    lid: z.string().describe('Identifier of the login.'),
    name: z.string().describe('Name of the login.'),
    domain: z.string().describe('Site of the login, and the only one that receives it.'),
    country: z
      .string()
      .nullable()
      .describe('Country of the exit through which it was saved (ISO 3166-1 alpha-2), or null when unknown.'),
    created_at: z.string().describe('Time at which it was saved first (ISO 8601, UTC).'),
    saved_at: z.string().describe('Time at which it was saved last.'),
    last_used_at: z.string().nullable().describe('Time of the last use. null: it was not used yet.'),
    status: z
      .enum(['ok', 'expired'])
      .describe('`expired`: the site asked for a login despite the saved one.'),
    use_for: z
      .array(z.enum(loginUses))
      .describe('Operations that use this login for pages of its site without being asked to.'),
    webhook: z.string().nullable().describe('URL that receives the event `login.expired`.'),
    renewal: renewalSchema.nullable().describe('The workflow that renews the login, or null.'),
  }),
);
