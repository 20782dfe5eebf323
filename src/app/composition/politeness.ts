import type { Guard } from '../../web/guard/ssrf-guard.ts';
import { createPoliteness, type Politeness } from '../../web/politeness/politeness.ts';
import { createSharedPoliteness } from '../../web/politeness/shared-politeness.ts';
import type { AppContext } from '../app-context.ts';

/** Opens politeness: shared by all processes on the database of DATABASE_URL, or in memory with the embedded database. */
export function composePoliteness(app: AppContext, guard: Guard, stack: AsyncDisposableStack): Politeness {
  const { settings, database } = app;
  const options = { rule: settings.politeness, isRelaxed: (url: URL) => guard.isOpened(url) };
  if (settings.databaseUrl === null) return createPoliteness(options);
  const politeness = createSharedPoliteness({ ...options, database });
  stack.defer(() => politeness.close());
  return politeness;
}
