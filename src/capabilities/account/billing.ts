import { z } from 'zod';
import type { BillingDocument } from '../../account/credits/billing.ts';
import type { LedgerDocument } from '../../account/credits/ledger.ts';
import type { UsageDocument } from '../../account/credits/usage.ts';
import { Failure } from '../../domain/system/failure.ts';
import { dayMs } from '../../domain/values/day-ms.ts';
import { utcDay } from '../../domain/values/utc-day.ts';
import { freeOutcome, type Operation } from '../../operations/declaration/operation.ts';
import { defineReadOperation } from '../../operations/declaration/read-operation.ts';
import { withSchemaName } from '../../operations/schema-names.ts';

/** Dependencies of the billing operations. */
export interface BillingPorts {
  findBilling(accountId: string): Promise<BillingDocument | null>;
  listLedger(accountId: string, page: { before: number | null; limit: number }): Promise<LedgerDocument[]>;
  /** Sums usage from `from` to `to`: days in UTC, both inclusive. */
  readUsage(accountId: string, from: string, to: string): Promise<UsageDocument>;
  now(): Date;
}

const maxDays = 400;

const ledgerSchema: z.ZodType<LedgerDocument> = withSchemaName(
  'LedgerRow',
  z.object({
    id: z.int().describe('Number of the row; a later row has a higher one.'),
    at: z.string().describe('Time of the movement (ISO 8601, UTC).'),
    kind: z.enum(['renewal', 'expiry', 'top_up', 'charge']).describe('Kind of the movement.'),
    bucket: z.enum(['plan', 'top_up']).describe('Credits that the row changes: plan or top-up credits.'),
    credits: z.int().describe('Credits that this row adds to the balance; negative for charges.'),
    balance: z.int().describe('Sum of all rows up to and including this one.'),
    request_id: z
      .string()
      .optional()
      .describe('Identifier of the charged request; absent for movements without one.'),
    job: z.string().optional().describe('Identifier of the charged job; absent for movements without one.'),
    pages: z.int().optional().describe('Number of charged pages; absent if the charge is not for pages.'),
    note: z.string().optional().describe('Text about the movement; absent without one.'),
  }),
);

const sums = { credits: z.int().describe('Charged credits.'), pages: z.int().describe('Charged pages.') };

const usageSchema: z.ZodType<UsageDocument> = withSchemaName(
  'Usage',
  z
    .object({
      from: z.string().describe('First day (YYYY-MM-DD, UTC), inclusive.'),
      to: z.string().describe('Last day (YYYY-MM-DD, UTC), inclusive.'),
      total: z.object(sums).describe('Sums of the period.'),
      by_day: z
        .array(z.object({ day: z.string().describe('Day (YYYY-MM-DD, UTC).'), ...sums }))
        .describe('Sums by day.'),
      by_tool: z
        .array(
          z.object({
            tool: z.string().nullable().describe('Name of the operation. null: unknown.'),
            ...sums,
          }),
        )
        .describe('Sums by operation.'),
      by_route: z
        .array(z.object({ route: z.string().nullable().describe('null: unknown.'), ...sums }))
        .describe('Sums by route.'),
      by_country: z
        .array(z.object({ country: z.string().nullable().describe('null: unknown.'), ...sums }))
        .describe('Sums by country of the exit.'),
    })
    .describe('Charged credits and pages of a period.'),
);

/** Returns plan, credits, reservations, the latest ledger rows and the usage of the last 30 days. */
export function billingOperation(ports: Pick<BillingPorts, 'findBilling'>): Operation {
  return defineReadOperation({
    name: 'billing',
    title: 'Get billing',
    description:
      'Returns the plan and its renewal date, plan and top-up credits, reservations for running work, the latest 100 ledger rows and the usage of the last 30 days.',
    path: '/v1/billing',
    input: {},
    toCommand: () => null,
    output: z.object({
      plan: z.string().describe('Name of the plan.'),
      renews_at: z.string().describe('Time of the next renewal (ISO 8601, UTC).'),
      plan_allowance: z
        .int()
        .describe('Plan credits added at each renewal. Unspent plan credits expire just before.'),
      plan_credits: z.int().describe('Plan credits left until the next renewal.'),
      top_up_credits: z.int().describe('Top-up credits left.'),
      reservations: z
        .array(
          z.object({
            id: z.string().describe('Identifier of the reservation.'),
            credits: z.int().describe('Held credits.'),
            request_id: z
              .string()
              .optional()
              .describe('Identifier of the request that reserved the credits.'),
            job: z.string().optional().describe('Identifier of the job that reserved the credits.'),
            created_at: z.string().describe('Time of the reservation (ISO 8601, UTC).'),
            expires_at: z.string().describe('Time at which the reservation is released (ISO 8601, UTC).'),
          }),
        )
        .describe('Credits held for running work.'),
      ledger: z.array(ledgerSchema).describe('The latest 100 rows of the ledger, newest first.'),
      usage: usageSchema,
    }),
    example: {},
    run: async (_command, { principal }) => {
      const billing = await ports.findBilling(principal.accountId);
      if (billing === null) throw new Failure('not_found', 'This account no longer exists.');
      return freeOutcome(billing);
    },
  });
}

/** Lists the ledger, newest first. */
export function ledgerOperation(ports: Pick<BillingPorts, 'listLedger'>): Operation {
  return defineReadOperation({
    name: 'ledger',
    title: 'List the ledger',
    description:
      'Returns every credit movement, newest first: renewals, expiries, top-ups and charges. Rows are never changed; the balance is their sum.',
    path: '/v1/billing/ledger',
    input: {
      query: z.strictObject({
        before: z
          .int()
          .min(0)
          .nullish()
          .describe('Identifier of a row; returns only older rows. Use `next_before` of the previous page.'),
        limit: z.int().min(1).max(1_000).default(100).describe('Maximum number of items in the response.'),
      }),
    },
    toCommand: ({ query }) => ({ before: query.before ?? null, limit: query.limit }),
    output: z.object({
      ledger: z.array(ledgerSchema).describe('Rows of the ledger, newest first.'),
      next_before: z
        .int()
        .nullable()
        .describe('Value of `before` for the next page. null: there are no older rows.'),
    }),
    example: { query: { limit: 20 } },
    run: async ({ before, limit }, { principal }) => {
      const rows = await ports.listLedger(principal.accountId, { before, limit: limit + 1 });
      const ledger = rows.slice(0, limit);
      return freeOutcome({ ledger, next_before: rows.length > limit ? (ledger.at(-1)?.id ?? null) : null });
    },
  });
}

/** PostgreSQL has no year 0, so that dates start at 1970. */
const day = z.iso.date().refine((text) => text >= '1970-01-01', 'Must be 1970-01-01 or later.');

/** Returns the charges by day, tool, route and country. */
export function usageOperation(ports: Pick<BillingPorts, 'readUsage' | 'now'>): Operation {
  return defineReadOperation({
    name: 'usage',
    title: 'Get usage',
    description:
      'Returns charged credits and pages for a period of days in UTC, both inclusive (default: the last 30 days, at most 400), by day, tool, route and country.',
    path: '/v1/usage',
    input: {
      query: z.strictObject({
        from: day.optional().describe('First day, as YYYY-MM-DD. Default: 29 days before `to`.'),
        to: day.optional().describe('Last day, as YYYY-MM-DD. Default: today.'),
      }),
    },
    toCommand: ({ query }) => {
      const to = query.to ?? utcDay(ports.now());
      const from = query.from ?? utcDay(new Date(Date.parse(to) - 29 * dayMs));
      const days = (Date.parse(to) - Date.parse(from)) / dayMs + 1;
      if (days < 1 || days > maxDays) {
        const detail =
          days < 1 ? 'Must not be after `to`.' : `Must be at most ${maxDays} days before \`to\`.`;
        throw new Failure('invalid', `/query/from: ${detail}`, {
          errors: [{ pointer: '/query/from', detail }],
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
