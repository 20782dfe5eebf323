import type { ContentThreads } from '../../domain/pages/content.ts';
import type { ModelClient } from '../../domain/resources/model.ts';
import type { Clock } from '../../domain/system/clock.ts';
import type { Database } from '../../store/database.ts';
import { createExtractModel } from './extract-model.ts';
import { findLayouts, learnLayout } from './layout-store.ts';
import type { ValueFinderPorts } from './value-finder.ts';

/** Parts that finding values on pages needs. */
export interface ValueParts {
  database: Database;
  clock: Clock;
  threads: Pick<ContentThreads, 'run'>;
  /** Null if no model is configured. */
  model: ModelClient | null;
}

/** Returns the ports of value finding, with the learned layouts in the database. */
export function createValuePorts({ database, clock, threads, model }: ValueParts): ValueFinderPorts {
  return {
    layouts: {
      find: (accountId, url) => findLayouts(database, accountId, url),
      learn: (accountId, lesson) => learnLayout(database, accountId, lesson, clock.now()),
    },
    threads,
    model: model === null ? null : createExtractModel(model),
  };
}
