import type { PageCommand } from '../domain/pages/page-command.ts';
import type { PageProgress } from './fetched-page.ts';

/** Returns the state of a page fetch before any work was done. */
export function newFetchProgress(command: PageCommand, accountId: string, startedAt: Date): PageProgress {
  return {
    command,
    accountId,
    startedAt,
    exit: null,
    robots: { policy: command.robots, verdict: 'unknown' },
    attempts: [],
    warnings: [],
    exitWarnings: [],
  };
}
