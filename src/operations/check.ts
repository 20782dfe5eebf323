/** The state of one part of the service, as health and doctor show it. */
export interface Check {
  status: 'ok' | 'degraded' | 'unavailable' | 'not_configured';
  /** What was found, in a line. */
  detail?: string | undefined;
}

/** What is looked at, by name; each answers quickly and never throws. */
export type Checks = Readonly<Record<string, () => Promise<Check>>>;

/** Asks every check at once. */
export async function runChecks(checks: Checks): Promise<Record<string, Check>> {
  const entries = Object.entries(checks).map(
    async ([name, check]): Promise<[string, Check]> => [name, await check()],
  );
  return Object.fromEntries(await Promise.all(entries));
}
