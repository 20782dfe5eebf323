import type { Reservations } from '../../account/reservations.ts';
import { addMs, type Clock } from '../../domain/clock.ts';
import { type Charge, itemPrices } from '../../domain/rate-card.ts';
import { type Budget, createBudget } from '../../fetching/budget.ts';
import { StepError } from './step-error.ts';

/** The time of a run's browser and what it costs: a credit for each minute that has begun. */
export interface RunMinutes {
  /** Holds credits for the minutes that have begun. Throws StepError when the account has none for another one. */
  cover(): Promise<void>;
  /** Milliseconds so far, those before a restart included. */
  usedMs(): number;
  /** What else is charged, such as values that a model gave. */
  budget: Budget;
  add(charges: readonly Charge[]): void;
  /** All that is to be charged now; of the minutes, those that are covered. */
  charges(): Charge[];
  reservationId: string | null;
}

const minuteMs = 60_000;
/** Longer than a task may run: what a killed process held in reserve is free again after this. */
const reservedForMs = 65 * minuteMs;

function minutesBegun(ms: number): number {
  return Math.floor(ms / minuteMs) + 1;
}

/** The minutes of a run that was at work for `usedMs` before. Throws StepError when the account has no credit left. */
export async function openMinutes(options: {
  reservations: Reservations;
  clock: Clock;
  accountId: string;
  requestId: string;
  usedMs: number;
}): Promise<RunMinutes> {
  const { reservations, clock, accountId, requestId } = options;
  const startedAt = clock.now();
  const usedMs = () => options.usedMs + Math.max(0, clock.now().getTime() - startedAt.getTime());
  let held = minutesBegun(options.usedMs) * itemPrices.browser_minute;
  const granted = await reservations.reserve({
    accountId,
    credits: held,
    requestId,
    expiresAt: addMs(startedAt, reservedForMs),
  });
  if (granted === null) throw noCredits();
  const extras: Charge[] = [];
  const { reservationId } = granted;
  const more = (credits: number) => reservations.extend({ reservationId, accountId }, credits);
  return {
    reservationId,
    usedMs,
    budget: createBudget(0, more),
    async cover() {
      const needed = minutesBegun(usedMs()) * itemPrices.browser_minute;
      if (needed <= held) return;
      if (!(await more(needed - held))) throw noCredits();
      held = needed;
    },
    add(charges) {
      extras.push(...charges.filter(({ credits }) => credits > 0));
    },
    charges: () => [
      {
        item: 'browser_minute',
        credits: Math.min(minutesBegun(usedMs()) * itemPrices.browser_minute, held),
      },
      ...extras,
    ],
  };
}

function noCredits(): StepError {
  return new StepError('insufficient_credits', 'the account has no credit for another minute of the run');
}
