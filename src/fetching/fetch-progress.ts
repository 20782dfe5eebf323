import type { PageCommand } from '../domain/page-command.ts';
import type { SavedState } from '../web/browser/saved-state.ts';
import type { Progress } from './fetched-page.ts';
import type { PageDeadline } from './page-deadline.ts';
import type { Manners } from './polite-request.ts';

/** What is known of a page, with how its site is treated meanwhile. */
export interface FetchProgress extends Progress {
  manners: Manners;
  deadline: PageDeadline;
  /** Headers that make plain requests conditional. */
  conditions: Record<string, string>;
  /** What the browser begins with, of a saved login; null without one. */
  loginState: SavedState | null;
}

/** What is known of a page before anything was done for it. */
export function newProgress(command: PageCommand, accountId: string, startedAt: Date): Progress {
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
