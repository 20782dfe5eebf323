import { z } from 'zod';
import type { CreditStanding } from '../../account/credit-standing.ts';
import type { UsageDocument } from '../../account/usage.ts';
import { Failure } from '../../domain/failure.ts';
import type { JobLoad } from '../../jobs/job-load.ts';
import type { Operation } from '../../operations/operation.ts';
import { defineCall } from './define-call.ts';
import { freeReply, succeeded, type V2Reply } from './reply.ts';

/** How busy an account is, and the pages that it may have under way at once. */
export type QueueStanding = JobLoad & { mostAtOnce: number };

/** What the calls about the account need of the other rooms. */
export interface TeamPorts {
  credits(accountId: string): Promise<CreditStanding | null>;
  /** Of days in UTC, both included. */
  usage(accountId: string, from: string, to: string): Promise<UsageDocument>;
  queue(accountId: string): Promise<QueueStanding>;
  now(): Date;
}

/** What the third party makes of a credit. */
const tokensOfCredit = 15;
/** Months that the historical calls look back. */
const monthsBack = 12;

interface TeamCall {
  title: string;
  description: string;
  path: string;
  reply(accountId: string, query: Record<string, unknown>): Promise<V2Reply>;
}

function teamCall({ title, description, path, reply }: TeamCall): Operation {
  return defineCall({
    tool: 'account',
    title,
    description,
    method: 'GET',
    path,
    scope: 'read',
    query: z.looseObject({ byApiKey: z.string().optional() }),
    toCommand: ({ query }) => query,
    run: async (query, { principal }) => freeReply(await reply(principal.accountId, query)),
  });
}

/** What was charged month by month, newest first; months without a charge are left out. */
async function periods(ports: TeamPorts, accountId: string, name: string, each: number) {
  const now = ports.now();
  const first = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - monthsBack + 1, 1));
  const day = (date: Date) => date.toISOString().slice(0, 10);
  const { by_day: days } = await ports.usage(accountId, day(first), day(now));
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
        [name]: credits * each,
      };
    });
}

/** Credits, tokens, and how busy the account is. */
export function teamCalls(ports: TeamPorts): Operation[] {
  const standing = async (accountId: string, remaining: string, plan: string, each: number) => {
    const credits = await ports.credits(accountId);
    if (credits === null) throw new Failure('not_found', 'this account is gone');
    return succeeded({
      data: {
        [remaining]: credits.remaining * each,
        [plan]: credits.plan * each,
        billingPeriodStart: credits.periodStart.toISOString(),
        billingPeriodEnd: credits.periodEnd.toISOString(),
      },
    });
  };
  return [
    teamCall({
      title: 'Credit usage',
      description: 'Credits that are left, what the plan brings and the present period.',
      path: '/v2/team/credit-usage',
      reply: (accountId) => standing(accountId, 'remainingCredits', 'planCredits', 1),
    }),
    teamCall({
      title: 'Token usage',
      description: `The same in tokens: ${tokensOfCredit} a credit.`,
      path: '/v2/team/token-usage',
      reply: (accountId) => standing(accountId, 'remainingTokens', 'planTokens', tokensOfCredit),
    }),
    teamCall({
      title: 'Credit usage by month',
      description: 'Credits charged in each of the last twelve months (UTC); keys are not told apart.',
      path: '/v2/team/credit-usage/historical',
      reply: async (accountId) => succeeded({ periods: await periods(ports, accountId, 'creditsUsed', 1) }),
    }),
    teamCall({
      title: 'Token usage by month',
      description: 'The same in tokens.',
      path: '/v2/team/token-usage/historical',
      reply: async (accountId) =>
        succeeded({ periods: await periods(ports, accountId, 'tokensUsed', tokensOfCredit) }),
    }),
    teamCall({
      title: 'Concurrency',
      description: 'Jobs at work, and pages that this account may have under way at once.',
      path: '/v2/concurrency-check',
      reply: async (accountId) => {
        const { running, mostAtOnce } = await ports.queue(accountId);
        return succeeded({ concurrency: running, maxConcurrency: mostAtOnce });
      },
    }),
    teamCall({
      title: 'Queue',
      description: 'Jobs of this account that work or wait, and when one last ended well.',
      path: '/v2/team/queue-status',
      reply: async (accountId) => {
        const { running, waiting, mostAtOnce, lastSuccess } = await ports.queue(accountId);
        return succeeded({
          jobsInQueue: running + waiting,
          activeJobsInQueue: running,
          waitingJobsInQueue: waiting,
          maxConcurrency: mostAtOnce,
          mostRecentSuccess: lastSuccess?.toISOString() ?? null,
        });
      },
    }),
  ];
}
