import { type Charge, itemPrices } from '../../../domain/resources/rate-card.ts';
import type { Clock } from '../../../domain/system/clock.ts';
import type { Budget } from '../../../fetching/budget.ts';
import type { ChargedWork } from '../../../fetching/charged-work.ts';
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
}

const minuteMs = 60_000;
function countStartedMinutes(ms: number): number {
  return Math.floor(ms / minuteMs) + 1;
}

/** Returns the credits to reserve for a run that already used `usedMs`. */
export function priceOfStart(usedMs: number): number {
  return countStartedMinutes(usedMs) * itemPrices.browser_minute;
}

/** Starts the minutes of a run that already used `usedMs`. Throws StepError when the account has no credits for them. */
export function startMinutes(charged: ChargedWork, clock: Clock, usedMsBefore: number): RunMinutes {
  const startedAt = clock.now();
  const usedMs = () => usedMsBefore + Math.max(0, clock.now().getTime() - startedAt.getTime());
  let reservedCredits = priceOfStart(usedMsBefore);
  const otherCharges: Charge[] = [];
  // Every credit of the reservation is for a minute: whatever else the run charges extends it.
  const budget = charged.budgetOf(0);
  if (charged.credits < reservedCredits) throw insufficientCredits(budget);
  return {
    usedMs,
    budget,
    async reserveStarted() {
      const needed = priceOfStart(usedMs());
      if (needed <= reservedCredits) return;
      if (!(await budget.take(needed - reservedCredits))) throw insufficientCredits(budget);
      reservedCredits = needed;
    },
    add(charges) {
      otherCharges.push(...charges.filter(({ credits }) => credits > 0));
    },
    charges: () => [
      {
        item: 'browser_minute',
        credits: Math.min(priceOfStart(usedMs()), reservedCredits),
      },
      ...otherCharges,
    ],
  };
}

function insufficientCredits({
  refusal = 'The account has no credit for another minute of the run.',
}: Budget): StepError {
  return new StepError('insufficient_credits', refusal);
}
