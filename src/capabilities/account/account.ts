import { z } from 'zod';
import type { AccountDocument } from '../../account/accounts.ts';
import type { Credits } from '../../domain/account.ts';
import { Failure } from '../../domain/failure.ts';
import { defineOperation, freeOutcome, type Operation } from '../../operations/operation.ts';
import { named } from '../../operations/schema-names.ts';
import { keySchema } from './key-schema.ts';

/** What looking at an account needs of the other rooms. */
export interface AccountPorts {
  findAccount(accountId: string): Promise<AccountDocument | null>;
}

/** Where credits stand. */
export const creditsSchema: z.ZodType<Credits> = named(
  'Credits',
  z.object({
    plan: z.int(),
    top_up: z.int(),
    reserved: z.int().describe('held for work under way'),
    available: z.int(),
  }),
);

const accountSchema: z.ZodType<AccountDocument> = named(
  'Account',
  z.object({
    account_id: z.string(),
    name: z.string(),
    plan: z.string(),
    unlimited: z.boolean().describe('whether nothing is refused for lack of credits'),
    renews_at: z.string(),
    credits: creditsSchema,
    keys: z.array(keySchema),
    limits: z
      .object({ requests_per_minute: z.int(), concurrent: z.int() })
      .describe('of the whole account; a key may have tighter ones'),
  }),
);

/** The account behind the key. */
export function accountOperation(ports: AccountPorts): Operation {
  return defineOperation({
    name: 'account',
    title: 'Show the account',
    description: 'Plan, credits, keys in force and limits of the account that the key belongs to.',
    price: 'free',
    method: 'GET',
    path: '/v1/account',
    scope: 'read',
    stores: false,
    annotations: { readOnly: true, destructive: false, idempotent: true, openWorld: false },
    input: {},
    toCommand: () => null,
    output: accountSchema,
    example: {},
    run: async (_command, context) => {
      const account = await ports.findAccount(context.principal.accountId);
      if (account === null) throw new Failure('not_found', 'this account is gone');
      return freeOutcome(account);
    },
  });
}
