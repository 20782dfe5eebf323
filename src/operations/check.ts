/**
 * States of a part. `unavailable`: a required or configured part does not work. `unreachable`: an optional part that no setting asks
 * for does not answer; the service works without it.
 */
export const checkStatuses = ['ok', 'degraded', 'unavailable', 'unreachable', 'not_configured'] as const;

/** State of one part of the service, for health and doctor. */
export interface Check {
  status: (typeof checkStatuses)[number];
  /** Details in one line. */
  detail?: string | undefined;
}

/** Health checks by name; each returns quickly and never throws. */
export type Checks = Readonly<Record<string, () => Promise<Check>>>;

/** Runs all checks concurrently. */
export async function runChecks(checks: Checks): Promise<Record<string, Check>> {
  const entries = Object.entries(checks).map(
    async ([name, check]): Promise<[string, Check]> => [name, await check()],
  );
  return Object.fromEntries(await Promise.all(entries));
}
