import type { Reservations } from '../../../account/credits/reservations.ts';
import { type Charge, itemPrices } from '../../../domain/resources/rate-card.ts';
import { addMs, type Clock } from '../../../domain/system/clock.ts';
import { type Budget, createBudget } from '../../../fetching/route/budget.ts';
import { StepError } from './steps/step-error.ts';

/** The browser time of a run and its cost: 1 credit per started minute. */
export interface RunMinutes {
  /** Reserves credits for the started minutes. Rejects with StepError when the account has none for another minute. */
  reserveStarted(): Promise<void>;
  /** Returns the milliseconds used so far, including those before a restart. */
  usedMs(): number;
  /** Budget of other charges, such as values that a model supplies. */
  budget: Budget;
  add(charges: readonly Charge[]): void;
  /** Returns all charges so far; minutes only as far as they are reserved. */
  charges(): Charge[];
  reservationId: string | null;
}

const minuteMs = 60_000;
/**
 * Expiry of the reservation, in ms: longer than the maximum duration of a task, so that it frees the credits of a
 * killed process.
 */
const reservationMs = 65 * minuteMs;

function countStartedMinutes(ms: number): number {
  return Math.floor(ms / minuteMs) + 1;
}

/** Starts the minutes of a run that already used `usedMs`. Rejects with StepError when the account has no credits. */
export async function startMinutes(options: {
  reservations: Reservations;
  clock: Clock;
  accountId: string;
  requestId: string;
  usedMs: number;
}): Promise<RunMinutes> {
  const { reservations, clock, accountId, requestId } = options;
  const startedAt = clock.now();
  const usedMs = () => options.usedMs + Math.max(0, clock.now().getTime() - startedAt.getTime());
  let reservedCredits = countStartedMinutes(options.usedMs) * itemPrices.browser_minute;
  const grant = await reservations.reserve({
    accountId,
    credits: reservedCredits,
    requestId,
    expiresAt: addMs(startedAt, reservationMs),
  });
  if (grant === null) throw insufficientCredits();
  const otherCharges: Charge[] = [];
  const { reservationId } = grant;
  const extendReservation = (credits: number) => reservations.extend({ reservationId, accountId }, credits);
  return {
    reservationId,
    usedMs,
    budget: createBudget(0, extendReservation),
    async reserveStarted() {
      const needed = countStartedMinutes(usedMs()) * itemPrices.browser_minute;
      if (needed <= reservedCredits) return;
      if (!(await extendReservation(needed - reservedCredits))) throw insufficientCredits();
      reservedCredits = needed;
    },
    add(charges) {
      otherCharges.push(...charges.filter(({ credits }) => credits > 0));
    },
    charges: () => [
      {
        item: 'browser_minute',
        credits: Math.min(countStartedMinutes(usedMs()) * itemPrices.browser_minute, reservedCredits),
      },
      ...otherCharges,
    ],
  };
}

function insufficientCredits(): StepError {
  return new StepError('insufficient_credits', 'The account has no credit for another minute of the run.');
}
