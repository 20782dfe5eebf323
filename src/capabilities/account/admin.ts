import { z } from 'zod';
import type {
  AccountOptions,
  NewAccountDocument,
  TopUpDocument,
} from '../../account/accounts/create-account.ts';
import type { AccountChange } from '../../account/accounts/key-changes.ts';
import { defineOperation, freeOutcome, type Operation } from '../../operations/declaration/operation.ts';
import { creditsSchema } from './account.ts';
import { tokenField } from './key-schema.ts';

/** Dependencies of the operator’s operations. */
export interface AdminPorts {
  makeAccount(change: AccountChange, options: AccountOptions): Promise<NewAccountDocument>;
  addCredits(
    change: AccountChange,
    options: { accountId: string; credits: number; note: string | null },
  ): Promise<TopUpDocument>;
  now(): Date;
}

const maxCredits = 1_000_000_000;
const annotations = { readOnly: false, destructive: false, idempotent: false, openWorld: false };

const accountBody = z.strictObject({
  name: z.string().trim().min(1).max(200).describe('Name of the account. Must be unique.'),
  plan: z.string().trim().min(1).max(100).default('standard').describe('Name of the plan.'),
  plan_credits: z
    .int()
    .min(0)
    .max(maxCredits)
    .describe('Credits per month. Unspent plan credits expire at renewal.'),
  unlimited: z.boolean().default(false).describe('Count credits but never reject requests for lack of them.'),
  renewal_day: z
    .int()
    .min(1)
    .max(31)
    .nullish()
    .describe(
      'Day of the month on which the plan renews, at 00:00 UTC; in shorter months, the last day. Default: the day on which the account is created.',
    ),
});

/** Creates an account and its first key. */
export function createAccountOperation(ports: Pick<AdminPorts, 'makeAccount' | 'now'>): Operation {
  return defineOperation({
    name: 'create_account',
    title: 'Create an account',
    description:
      'Creates an account with its first credits and a first key with the scopes `read`, `write` and `admin`. Accounts cannot see each other’s data.',
    price: 'free',
    method: 'POST',
    path: '/v1/admin/accounts',
    scope: 'operator',
    writesToDisk: false,
    annotations,
    secretFields: ['key'],
    errors: ['conflict'],
    input: { body: accountBody },
    toCommand: ({ body }): AccountOptions => ({
      name: body.name,
      plan: body.plan,
      planCredits: body.plan_credits,
      unlimited: body.unlimited,
      renewalDay: body.renewal_day ?? null,
    }),
    output: z.object({
      account_id: z.string().describe('Identifier of the account.'),
      name: z.string().describe('Name of the account.'),
      plan: z.string().describe('Name of the plan.'),
      plan_credits: z.int().describe('Plan credits added at each renewal.'),
      unlimited: z.boolean().describe('True when requests are never rejected for lack of credits.'),
      renews_at: z.string().describe('Time of the next renewal of the plan credits (ISO 8601, UTC).'),
      key_id: z.string().describe('Identifier of the first key.'),
      key: tokenField,
    }),
    example: { body: { name: 'research', plan_credits: 50_000, renewal_day: 1 } },
    run: async (options, { principal, requestId, commit }) =>
      freeOutcome(await ports.makeAccount({ principal, requestId, at: ports.now(), commit }, options)),
  });
}

/** Adds credits that do not expire at renewal. */
export function addCreditsOperation(ports: Pick<AdminPorts, 'addCredits' | 'now'>): Operation {
  return defineOperation({
    name: 'add_credits',
    title: 'Add credits',
    description:
      'Adds top-up credits to an account. Plan credits are spent first; top-up credits do not expire at renewal.',
    price: 'free',
    method: 'POST',
    path: '/v1/admin/accounts/{id}/credits',
    scope: 'operator',
    writesToDisk: false,
    annotations,
    input: {
      path: z.strictObject({
        id: z
          .string()
          .regex(/^[\w-]{1,100}$/)
          .describe('Identifier of the account.'),
      }),
      body: z.strictObject({
        credits: z.int().min(1).max(maxCredits).describe('Number of top-up credits to add.'),
        note: z.string().max(500).nullish().describe('Text shown in the ledger.'),
      }),
    },
    toCommand: ({ path, body }) => ({ accountId: path.id, credits: body.credits, note: body.note ?? null }),
    output: z.object({
      account_id: z.string().describe('Identifier of the account.'),
      credits: creditsSchema,
    }),
    example: {
      path: { id: 'acct_06f3p8k2v1s4m7q9w5x0y2z3a4' },
      body: { credits: 10_000, note: 'invoice 17' },
    },
    run: async (options, { principal, requestId, commit }) =>
      freeOutcome(await ports.addCredits({ principal, requestId, at: ports.now(), commit }, options)),
  });
}
