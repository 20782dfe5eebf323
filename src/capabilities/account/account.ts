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
  z
    .object({
      plan: z.int().describe('Plan credits left until the next renewal.'),
      top_up: z.int().describe('Top-up credits left; they do not expire at renewal.'),
      reserved: z.int().describe('Credits held for running work.'),
      available: z
        .int()
        .describe('Credits that can be spent now: plan and top-up credits without `reserved`.'),
    })
    .describe('Credits of the account.'),
);

const accountSchema: z.ZodType<AccountDocument> = withSchemaName(
  'Account',
  z.object({
    account_id: z.string().describe('Identifier of the account.'),
    name: z.string().describe('Name of the account.'),
    plan: z.string().describe('Name of the plan.'),
    unlimited: z.boolean().describe('True when requests are never rejected for lack of credits.'),
    renews_at: z.string().describe('Time of the next renewal of the plan credits (ISO 8601, UTC).'),
    credits: creditsSchema,
    keys: z.array(keySchema).describe('Active keys of the account.'),
    limits: z
      .object({
        requests_per_minute: z.int().describe('Maximum number of requests per minute.'),
        concurrent: z.int().describe('Maximum number of requests at the same time.'),
      })
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
