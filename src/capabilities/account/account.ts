import { z } from 'zod';
import type { AccountDocument } from '../../account/accounts/accounts.ts';
import type { Credits } from '../../domain/resources/account.ts';
import { Failure } from '../../domain/system/failure.ts';
import { freeOutcome, type Operation } from '../../operations/declaration/operation.ts';
import { defineReadOperation } from '../../operations/declaration/read-operation.ts';
import { withSchemaName } from '../../operations/schema-names.ts';
import { keySchema } from './key-schema.ts';

/** Dependencies of the account operation. */
export interface AccountPorts {
  findAccount(accountId: string): Promise<AccountDocument | null>;
}

/** Credits of an account. */
export const creditsSchema: z.ZodType<Credits> = withSchemaName(
  'Credits',
  z.object({
    plan: z.int(),
    top_up: z.int(),
    reserved: z.int().describe('Credits held for running work.'),
    available: z.int(),
  }),
);

const accountSchema: z.ZodType<AccountDocument> = withSchemaName(
  'Account',
  z.object({
    account_id: z.string(),
    name: z.string(),
    plan: z.string(),
    unlimited: z.boolean().describe('True when requests are never rejected for lack of credits.'),
    renews_at: z.string(),
    credits: creditsSchema,
    keys: z.array(keySchema),
    limits: z
      .object({ requests_per_minute: z.int(), concurrent: z.int() })
      .describe('Limits of the whole account; a key can have lower limits.'),
  }),
);

/** Returns the account that owns the key. */
export function accountOperation(ports: AccountPorts): Operation {
  return defineReadOperation({
    name: 'account',
    title: 'Get the account',
    description: 'Returns the plan, credits, active keys and limits of the account that owns the API key.',
    path: '/v1/account',
    input: {},
    toCommand: () => null,
    output: accountSchema,
    example: {},
    run: async (_command, context) => {
      const account = await ports.findAccount(context.principal.accountId);
      if (account === null) throw new Failure('not_found', 'This account no longer exists.');
      return freeOutcome(account);
    },
  });
}
