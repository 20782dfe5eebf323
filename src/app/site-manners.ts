import type { Guard } from '../web/guard.ts';
import { createPoliteness, type Politeness } from '../web/politeness.ts';
import { createSharedPoliteness } from '../web/shared-politeness.ts';
import type { Footing } from './footing.ts';

/**
 * Politeness over all processes that fetch: shared through a database of DATABASE_URL; kept in this process on the
 * embedded one, which has no other.
 */
export function composePoliteness(footing: Footing, guard: Guard, stack: AsyncDisposableStack): Politeness {
  const { settings, database } = footing;
  const options = { rule: settings.politeness, isRelaxed: (url: URL) => guard.isOpened(url) };
  if (settings.databaseUrl === null) return createPoliteness(options);
  const politeness = createSharedPoliteness({ ...options, database });
  stack.defer(() => politeness.close());
  return politeness;
}
