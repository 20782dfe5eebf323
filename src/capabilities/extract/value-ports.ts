import type { ContentThreads } from '../../domain/pages/content.ts';
import type { ModelClient } from '../../domain/resources/model.ts';
import type { Clock } from '../../domain/system/clock.ts';
import type { Database } from '../../store/database.ts';
import { createExtractModel } from './extract-model.ts';
import type { ExtractModel } from './extract-ports.ts';
import { findLayouts, learnLayout } from './layout-store.ts';
import type { ValueFinderPorts } from './value-finder.ts';

/** Parts that finding values on pages needs. */
export interface ValueParts {
  database: Database;
  clock: Clock;
  threads: Pick<ContentThreads, 'run'>;
  /** Returns the model of the present settings; null if none is configured. */
  findModel(): ModelClient | null;
}

/** Returns the ports of value finding, with the learned layouts in the database. */
export function createValuePorts({ database, clock, threads, findModel }: ValueParts): ValueFinderPorts {
  const extractModels = new WeakMap<ModelClient, ExtractModel>();
  const toExtractModel = (client: ModelClient) => {
    const known = extractModels.get(client) ?? createExtractModel(client);
    extractModels.set(client, known);
    return known;
  };
  return {
    layouts: {
      find: (accountId, url) => findLayouts(database, accountId, url),
      learn: (accountId, lesson) => learnLayout(database, accountId, lesson, clock.now()),
    },
    threads,
    findModel() {
      const client = findModel();
      return client === null ? null : toExtractModel(client);
    },
  };
}
