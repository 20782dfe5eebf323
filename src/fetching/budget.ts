/** What a request may still spend of what it holds in reserve. */
export interface Budget {
  /** Takes credits aside; false when that many are not left. */
  take(credits: number): boolean;
}

/** A budget of `credits`. */
export function createBudget(credits: number): Budget {
  let left = credits;
  return {
    take(wanted) {
      if (wanted > left) return false;
      left -= wanted;
      return true;
    },
  };
}
