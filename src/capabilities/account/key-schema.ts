import { z } from 'zod';
import type { KeyDocument } from '../../account/keys.ts';
import { scopes } from '../../domain/account.ts';
import { named } from '../../operations/schema-names.ts';

/** The fields of a key in answers. */
export const keyFields = {
  key_id: z.string(),
  name: z.string(),
  scopes: z.array(z.enum(scopes)),
  created_at: z.string(),
  expires_at: z.string().nullable().describe('when it ends; null when it does not'),
  last_used_at: z.string().nullable().describe('to the minute'),
  limits: z
    .object({ requests_per_minute: z.int().nullable(), concurrent: z.int().nullable() })
    .describe('bounds of the key’s own; null where only the account’s hold'),
};

/** A key in answers; the token itself is known to its holder alone. */
export const keySchema: z.ZodType<KeyDocument> = named('Key', z.object(keyFields));

/** The token in the answer that makes a key; null when that answer is given again for an Idempotency-Key. */
export const tokenField = z
  .string()
  .nullable()
  .describe('shown this once; null when the answer is given again for an Idempotency-Key');
