import { z } from 'zod';
import type { CreditBalance } from '../../account/credits/credit-balance.ts';
import type { UsageDocument } from '../../account/credits/usage.ts';
import { Failure } from '../../domain/system/failure.ts';
import type { JobLoad } from '../../jobs/runner/job-load.ts';
import type { Operation } from '../../operations/declaration/operation.ts';
import { defineCall } from './define-call.ts';
import { createFreeReply, createSuccess, type V2Reply } from './reply.ts';

/** Load of an account and its maximum number of concurrent pages. */
export type QueueState = JobLoad & { maxConcurrency: number };

/** Dependencies of the account calls. */
export interface TeamPorts {
  credits(accountId: string): Promise<CreditBalance | null>;
  /** Sums usage from `from` to `to`: days in UTC, both inclusive. */
  usage(accountId: string, from: string, to: string): Promise<UsageDocument>;
  queue(accountId: string): Promise<QueueState>;
  now(): Date;
}

/** Number of third-party tokens per credit. */
const tokensPerCredit = 15;
/** Number of months in the historical calls. */
const historyMonths = 12;

interface TeamCall {
  title: string;
  description: string;
  path: string;
  reply(accountId: string, query: Record<string, unknown>): Promise<V2Reply>;
}

function createTeamCall({ title, description, path, reply }: TeamCall): Operation {
  return defineCall({
    tool: 'account',
    title,
    description,
    method: 'GET',
    path,
    scope: 'read',
    query: z.looseObject({ byApiKey: z.string().optional() }),
    toCommand: ({ query }) => query,
    run: async (query, { principal }) => createFreeReply(await reply(principal.accountId, query)),
  });
}

/** Returns the charges per month, newest first; months without charges are omitted. */
async function listMonthlyUsage(ports: TeamPorts, accountId: string, name: string, factor: number) {
  const now = ports.now();
  const firstDay = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - historyMonths + 1, 1));
  const formatDay = (date: Date) => date.toISOString().slice(0, 10);
  const { by_day: days } = await ports.usage(accountId, formatDay(firstDay), formatDay(now));
  const sums = new Map<string, number>();
  for (const { day: date, credits } of days) {
    const month = date.slice(0, 7);
    sums.set(month, (sums.get(month) ?? 0) + credits);
  }
  return [...sums]
    .toSorted()
    .toReversed()
    .map(([month, credits]) => {
      const [year = 0, number = 1] = month.split('-').map(Number);
      return {
        startDate: new Date(Date.UTC(year, number - 1, 1)).toISOString(),
        endDate: new Date(Date.UTC(year, number, 1)).toISOString(),
        [name]: credits * factor,
      };
    });
}

/** Creates the calls for credits, tokens and load of the account. */
export function createTeamCalls(ports: TeamPorts): Operation[] {
  const createUsageReply = async (
    accountId: string,
    remainingName: string,
    planName: string,
    factor: number,
  ) => {
    const credits = await ports.credits(accountId);
    if (credits === null) throw new Failure('not_found', 'This account no longer exists.');
    return createSuccess({
      data: {
        [remainingName]: credits.remaining * factor,
        [planName]: credits.plan * factor,
        billingPeriodStart: credits.periodStart.toISOString(),
        billingPeriodEnd: credits.periodEnd.toISOString(),
      },
    });
  };
  return [
    createTeamCall({
      title: 'Get credit usage',
      description: 'Returns the remaining credits, the credits of the plan and the current billing period.',
      path: '/v2/team/credit-usage',
      reply: (accountId) => createUsageReply(accountId, 'remainingCredits', 'planCredits', 1),
    }),
    createTeamCall({
      title: 'Get token usage',
      description: `Returns the same as credit usage in tokens: ${tokensPerCredit} per credit.`,
      path: '/v2/team/token-usage',
      reply: (accountId) => createUsageReply(accountId, 'remainingTokens', 'planTokens', tokensPerCredit),
    }),
    createTeamCall({
      title: 'Get credit usage by month',
      description:
        'Returns the credits charged in each of the last twelve months (UTC), for all keys together.',
      path: '/v2/team/credit-usage/historical',
      reply: async (accountId) =>
        createSuccess({ periods: await listMonthlyUsage(ports, accountId, 'creditsUsed', 1) }),
    }),
    createTeamCall({
      title: 'Get token usage by month',
      description: 'Returns the same as credit usage by month in tokens.',
      path: '/v2/team/token-usage/historical',
      reply: async (accountId) =>
        createSuccess({ periods: await listMonthlyUsage(ports, accountId, 'tokensUsed', tokensPerCredit) }),
    }),
    createTeamCall({
      title: 'Get concurrency',
      description:
        'Returns the number of running jobs and the maximum number of concurrent pages of this account.',
      path: '/v2/concurrency-check',
      reply: async (accountId) => {
        const { running, maxConcurrency } = await ports.queue(accountId);
        return createSuccess({ concurrency: running, maxConcurrency });
      },
    }),
    createTeamCall({
      title: 'Get queue status',
      description:
        'Returns the number of running and waiting jobs of this account, and the time of its last successful job.',
      path: '/v2/team/queue-status',
      reply: async (accountId) => {
        const { running, waiting, maxConcurrency, lastSuccess } = await ports.queue(accountId);
        return createSuccess({
          jobsInQueue: running + waiting,
          activeJobsInQueue: running,
          waitingJobsInQueue: waiting,
          maxConcurrency,
          mostRecentSuccess: lastSuccess?.toISOString() ?? null,
        });
      },
    }),
  ];
}
