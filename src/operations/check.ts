/**
 * States of a part. `ok`: it worked when it was last used or tested. `unavailable`: a required or configured part does not
 * work. `unreachable`: an optional part that no setting asks for does not answer; the service works without it.
 * `not_tested`: this process has neither used nor tested it yet.
 */
export const checkStatuses = [
  'ok',
  'degraded',
  'unavailable',
  'unreachable',
  'not_tested',
  'not_configured',
] as const;

/** Last use or test of a part; `fault` is null if the part worked. */
export interface LastUse {
  at: Date;
  fault: string | null;
}

/** State of one part of the service, for health and doctor. */
export interface Check {
  status: (typeof checkStatuses)[number];
  /** Details in one line. */
  detail?: string | undefined;
  /** Time of the last use or test (ISO 8601); absent if the part is observed at each call, or was never used. */
  tested_at?: string | undefined;
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
