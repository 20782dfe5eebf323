import type { PartialReservation, Reservations } from '../account/credits/reservations.ts';

/** Credits that a request may still spend out of its reservation. */
export interface Budget {
  /** Takes credits, and reserves more if possible; false if that many are not available. */
  take(credits: number): Promise<boolean>;
  /** Returns credits that were taken but not spent, for other pages of the request. */
  giveBack(credits: number): void;
  /** Why it has too few credits, if the limit of the key is the reason. */
  readonly refusal?: string | undefined;
}

/**
 * Creates a budget of `credits`, extended by `reserveMore`, which resolves to true if that many more are reserved.
 */
export function createBudget(
  credits: number,
  reserveMore: (credits: number) => Promise<boolean> = async () => false,
): Budget {
  let remaining = credits;
  return {
    async take(requested) {
      const taken = Math.min(remaining, requested);
      // Subtract before any await, so that no other page takes the same credits.
      remaining -= taken;
      if (taken === requested || (await reserveMore(requested - taken))) return true;
      remaining += taken;
      return false;
    },
    giveBack(unspent) {
      remaining += unspent;
    },
  };
}

/** Creates a budget of `credits` of a reservation, which it extends for routes that cost more than estimated. */
export function createReservedBudget(
  reservations: Pick<Reservations, 'extend'>,
  { reservationId, refusal }: PartialReservation,
  accountId: string,
  credits: number,
): Budget {
  let latestRefusal = refusal;
  const budget = createBudget(credits, async (more) => {
    if (reservationId === null) return false;
    const extension = await reservations.extend({ reservationId, accountId }, more);
    latestRefusal = extension.refusal;
    return extension.isExtended;
  });
  return {
    ...budget,
    get refusal() {
      return latestRefusal;
    },
  };
}
