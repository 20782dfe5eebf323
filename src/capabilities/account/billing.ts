import { z } from 'zod';
import { type BillingDocument, dayOf } from '../../account/billing.ts';
import type { LedgerDocument } from '../../account/ledger.ts';
import type { UsageDocument } from '../../account/usage.ts';
import { Failure } from '../../domain/failure.ts';
import { defineOperation, freeOutcome, type Operation } from '../../operations/operation.ts';
import { named } from '../../operations/schema-names.ts';

/** What looking at the books needs of the other rooms. */
export interface BillingPorts {
  findBilling(accountId: string): Promise<BillingDocument | null>;
  listLedger(accountId: string, page: { before: number | null; limit: number }): Promise<LedgerDocument[]>;
  /** Of days in UTC, both included. */
  readUsage(accountId: string, from: string, to: string): Promise<UsageDocument>;
  now(): Date;
}

const reading = { readOnly: true, destructive: false, idempotent: true, openWorld: false };
const dayMs = 86_400_000;
const mostDays = 400;

const ledgerSchema: z.ZodType<LedgerDocument> = named(
  'LedgerRow',
  z.object({
    id: z.int(),
    at: z.string(),
    kind: z.enum(['renewal', 'expiry', 'top_up', 'charge', 'refund']),
    bucket: z.enum(['plan', 'top_up']),
    credits: z.int().describe('what the row adds to the balance; negative for charges'),
    balance: z.int().describe('the sum of all rows up to this one'),
    request_id: z.string().optional(),
    job: z.string().optional(),
    pages: z.int().optional(),
    note: z.string().optional(),
  }),
);

const sums = { credits: z.int(), pages: z.int().describe('pages charged') };

const usageSchema: z.ZodType<UsageDocument> = named(
  'Usage',
  z.object({
    from: z.string(),
    to: z.string(),
    total: z.object(sums),
    by_day: z.array(z.object({ day: z.string(), ...sums })),
    by_tool: z.array(z.object({ tool: z.string().nullable(), ...sums })),
    by_route: z.array(z.object({ route: z.string().nullable().describe('null: not known'), ...sums })),
    by_country: z.array(z.object({ country: z.string().nullable().describe('null: not known'), ...sums })),
  }),
);

/** Plan, credits, reservations, the latest ledger rows and the usage of 30 days. */
export function billingOperation(ports: Pick<BillingPorts, 'findBilling'>): Operation {
  return defineOperation({
    name: 'billing',
    title: 'Show the bill',
    description:
      'Plan and day of renewal, plan and top-up credits, what is held for work under way, the latest 100 ledger rows and the usage of the last 30 days.',
    price: 'free',
    method: 'GET',
    path: '/v1/billing',
    scope: 'read',
    stores: false,
    annotations: reading,
    input: {},
    toCommand: () => null,
    output: z.object({
      plan: z.string(),
      renews_at: z.string(),
      plan_allowance: z
        .int()
        .describe('plan credits that each renewal brings; unspent ones expire just before'),
      plan_credits: z.int(),
      top_up_credits: z.int(),
      reservations: z.array(
        z.object({
          id: z.string(),
          credits: z.int(),
          request_id: z.string().optional(),
          job: z.string().optional(),
          created_at: z.string(),
          expires_at: z.string(),
        }),
      ),
      ledger: z.array(ledgerSchema),
      usage: usageSchema,
    }),
    example: {},
    run: async (_command, { principal }) => {
      const billing = await ports.findBilling(principal.accountId);
      if (billing === null) throw new Failure('not_found', 'this account is gone');
      return freeOutcome(billing);
    },
  });
}

/** The ledger, newest first. */
export function ledgerOperation(ports: Pick<BillingPorts, 'listLedger'>): Operation {
  return defineOperation({
    name: 'ledger',
    title: 'Read the ledger',
    description:
      'Every change of the credits, newest first: renewals, expiries, top-ups, charges and refunds. Rows are never changed, and the balance is always their sum.',
    price: 'free',
    method: 'GET',
    path: '/v1/billing/ledger',
    scope: 'read',
    stores: false,
    annotations: reading,
    input: {
      query: z.strictObject({
        before: z
          .int()
          .min(0)
          .nullish()
          .describe('a row’s id: only rows before it; `next_before` of the page before'),
        limit: z.int().min(1).max(1_000).default(100),
      }),
    },
    toCommand: ({ query }) => ({ before: query.before ?? null, limit: query.limit }),
    output: z.object({ ledger: z.array(ledgerSchema), next_before: z.int().nullable() }),
    example: { query: { limit: 20 } },
    run: async ({ before, limit }, { principal }) => {
      const rows = await ports.listLedger(principal.accountId, { before, limit: limit + 1 });
      const ledger = rows.slice(0, limit);
      return freeOutcome({ ledger, next_before: rows.length > limit ? (ledger.at(-1)?.id ?? null) : null });
    },
  });
}

const day = z.iso.date();

/** What was charged, by day, tool, route and country. */
export function usageOperation(ports: Pick<BillingPorts, 'readUsage' | 'now'>): Operation {
  return defineOperation({
    name: 'usage',
    title: 'Show the usage',
    description:
      'Credits charged and pages paid for from one day to another (UTC, both included; the last 30 days unless told), by day, tool, route and country.',
    price: 'free',
    method: 'GET',
    path: '/v1/usage',
    scope: 'read',
    stores: false,
    annotations: reading,
    input: {
      query: z.strictObject({
        from: day.optional().describe('YYYY-MM-DD; 29 days before `to` unless told'),
        to: day.optional().describe('YYYY-MM-DD; today unless told'),
      }),
    },
    toCommand: ({ query }) => {
      const to = query.to ?? dayOf(ports.now());
      const from = query.from ?? dayOf(new Date(Date.parse(to) - 29 * dayMs));
      const days = (Date.parse(to) - Date.parse(from)) / dayMs + 1;
      if (days < 1 || days > mostDays) {
        const detail = days < 1 ? 'lies after `to`' : `lies more than ${mostDays} days before \`to\``;
        throw new Failure('invalid', `/query/from: ${detail}`, {
          faults: [{ pointer: '/query/from', detail }],
        });
      }
      return { from, to };
    },
    output: usageSchema,
    example: { query: { from: '2026-09-01', to: '2026-09-30' } },
    run: async ({ from, to }, { principal }) =>
      freeOutcome(await ports.readUsage(principal.accountId, from, to)),
  });
}
