import { z } from 'zod';
import type { KeyDocument } from '../../account/accounts/keys.ts';
import { scopes } from '../../domain/resources/account.ts';
import { withSchemaName } from '../../operations/schema-names.ts';

/** Fields of a key in responses. */
export const keyFields = {
  key_id: z.string().describe('Identifier of the key.'),
  name: z.string().describe('Name of the key.'),
  scopes: z.array(z.enum(scopes)).describe('Permissions of the key.'),
  created_at: z.string().describe('Time of creation (ISO 8601, UTC).'),
  expires_at: z.string().nullable().describe('Expiry time. null: the key does not expire.'),
  last_used_at: z.string().nullable().describe('Time of the last use, to the minute.'),
  limits: z
    .object({
      requests_per_minute: z.int().nullable().describe('Maximum number of requests per minute.'),
      concurrent: z.int().nullable().describe('Maximum number of requests at the same time.'),
      credits_per_day: z.int().nullable().describe('Maximum number of credits per day (UTC).'),
    })
    .describe('Limits of this key. `null`: the limits of the account apply.'),
  credits_used_today: z
    .int()
    .describe('Credits charged today (UTC) to this key and to those that share its `credits_per_day`.'),
  shares_credits_with: z
    .array(z.string())
    .describe('Ids of other active keys that share `credits_per_day` with this key.'),
};

/** Schema of a key in responses, without its token. */
export const keySchema: z.ZodType<KeyDocument> = withSchemaName('Key', z.object(keyFields));

/** Token in the response that creates a key; null when that response is replayed for an Idempotency-Key. */
export const tokenField = z
  .string()
  .nullable()
  .describe(
    'Token of the key, returned only once. null in a response that is replayed for an Idempotency-Key.',
  );
