import type { Grant, Reservations } from '../account/reservations.ts';

/** What a request may still spend of what it holds in reserve. */
export interface Budget {
  /** Takes credits aside, reserving more where that can be done; false when that many cannot be had. */
  take(credits: number): Promise<boolean>;
  /** Gives back what was taken and not spent, for other pages of the request. */
  giveBack(credits: number): void;
}

/** A budget of `credits`, and of what `reserveMore` adds: it resolves with whether that many more are held. */
export function createBudget(
  credits: number,
  reserveMore: (credits: number) => Promise<boolean> = async () => false,
): Budget {
  let left = credits;
  return {
    async take(wanted) {
      const taken = Math.min(left, wanted);
      // Before anything is awaited, so that no other page takes the same.
      left -= taken;
      if (taken === wanted || (await reserveMore(wanted - taken))) return true;
      left += taken;
      return false;
    },
    giveBack(unspent) {
      left += unspent;
    },
  };
}

/** A budget of `credits` of what was granted, which reserves more for routes that are dearer than was thought. */
export function createReservedBudget(
  reservations: Pick<Reservations, 'extend'>,
  { reservationId }: Grant,
  accountId: string,
  credits: number,
): Budget {
  return createBudget(credits, async (more) =>
    reservationId === null ? false : reservations.extend({ reservationId, accountId }, more),
  );
}
