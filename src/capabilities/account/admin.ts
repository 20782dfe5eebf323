import { z } from 'zod';
import type { Change } from '../../account/key-changes.ts';
import type { AccountWish, NewAccountDocument, ToppedUpDocument } from '../../account/new-accounts.ts';
import { defineOperation, freeOutcome, type Operation } from '../../operations/operation.ts';
import { creditsSchema } from './account.ts';
import { tokenField } from './key-schema.ts';

/** What the operator's work needs of the other rooms. */
export interface AdminPorts {
  makeAccount(change: Change, wish: AccountWish): Promise<NewAccountDocument>;
  addCredits(
    change: Change,
    wish: { accountId: string; credits: number; note: string | null },
  ): Promise<ToppedUpDocument>;
  now(): Date;
}

const mostCredits = 1_000_000_000;
const changing = { readOnly: false, destructive: false, idempotent: false, openWorld: false };

const accountBody = z.strictObject({
  name: z.string().trim().min(1).max(200).describe('unique'),
  plan: z.string().trim().min(1).max(100).default('standard').describe('what the plan is called'),
  plan_credits: z.int().min(0).max(mostCredits).describe('credits a month; unspent ones expire at renewal'),
  unlimited: z
    .boolean()
    .default(false)
    .describe('credits are counted, but nothing is refused for lack of them'),
  renewal_day: z
    .int()
    .min(1)
    .max(31)
    .nullish()
    .describe(
      'day of the month of renewals, at midnight UTC; the last day where the month is shorter. The day of creation unless told.',
    ),
});

/** A new account with its first key. */
export function createAccountOperation(ports: Pick<AdminPorts, 'makeAccount' | 'now'>): Operation {
  return defineOperation({
    name: 'create_account',
    title: 'Make an account',
    description:
      'Makes an account that sees nothing of any other, with its first credits and a first key of the scopes read, write and admin.',
    price: 'free',
    method: 'POST',
    path: '/v1/admin/accounts',
    scope: 'operator',
    stores: false,
    annotations: changing,
    secretFields: ['key'],
    refuses: ['conflict'],
    input: { body: accountBody },
    toCommand: ({ body }): AccountWish => ({
      name: body.name,
      plan: body.plan,
      planCredits: body.plan_credits,
      unlimited: body.unlimited,
      renewalDay: body.renewal_day ?? null,
    }),
    output: z.object({
      account_id: z.string(),
      name: z.string(),
      plan: z.string(),
      plan_credits: z.int(),
      unlimited: z.boolean(),
      renews_at: z.string(),
      key_id: z.string(),
      key: tokenField,
    }),
    example: { body: { name: 'research', plan_credits: 50_000, renewal_day: 1 } },
    run: async (wish, { principal, requestId, commit }) =>
      freeOutcome(await ports.makeAccount({ principal, requestId, at: ports.now(), commit }, wish)),
  });
}

/** Credits for an account, which no renewal takes away. */
export function addCreditsOperation(ports: Pick<AdminPorts, 'addCredits' | 'now'>): Operation {
  return defineOperation({
    name: 'add_credits',
    title: 'Add credits',
    description: 'Tops an account up. Plan credits are spent first; what is topped up outlives renewals.',
    price: 'free',
    method: 'POST',
    path: '/v1/admin/accounts/{id}/credits',
    scope: 'operator',
    stores: false,
    annotations: changing,
    input: {
      path: z.strictObject({ id: z.string().regex(/^[\w-]{1,100}$/) }),
      body: z.strictObject({
        credits: z.int().min(1).max(mostCredits),
        note: z.string().max(500).nullish().describe('shown in the ledger'),
      }),
    },
    toCommand: ({ path, body }) => ({ accountId: path.id, credits: body.credits, note: body.note ?? null }),
    output: z.object({ account_id: z.string(), credits: creditsSchema }),
    example: {
      path: { id: 'acct_06f3p8k2v1s4m7q9w5x0y2z3a4' },
      body: { credits: 10_000, note: 'invoice 17' },
    },
    run: async (wish, { principal, requestId, commit }) =>
      freeOutcome(await ports.addCredits({ principal, requestId, at: ports.now(), commit }, wish)),
  });
}
