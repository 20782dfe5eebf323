import type { PageCommand } from '../domain/pages/page-command.ts';
import type { SavedState } from '../web/browser/page/saved-state.ts';
import type { PageProgress } from './fetched-page.ts';
import type { PageDeadline } from './route/page-deadline.ts';
import type { RequestPoliteness } from './stages/polite-request.ts';

/** State of a page fetch, with the politeness and the deadline that apply to it. */
export interface FetchProgress extends PageProgress {
  politeness: RequestPoliteness;
  deadline: PageDeadline;
  /** Headers that make plain requests conditional. */
  conditionalHeaders: Record<string, string>;
  /** State of the saved login with which the browser starts; null without one. */
  loginState: SavedState | null;
}

/** Returns the state of a page fetch before any work was done. */
export function newProgress(command: PageCommand, accountId: string, startedAt: Date): PageProgress {
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
