import type { PageErrorCode, Warning } from '../../domain/pages/outcome.ts';
import type { Attempt } from '../../domain/resources/receipt.ts';
import type { SavedState } from '../../web/browser/page/saved-state.ts';
import type { FetchRequest } from '../fetch-request.ts';
import type { PageProgress } from '../fetched-page.ts';
import type { PageDeadline } from '../page-deadline.ts';
import type { RequestPoliteness } from '../stages/polite-request.ts';

/** State of a page fetch, with the politeness and the deadline that apply to it. */
export interface RouteProgress extends PageProgress {
  readonly politeness: RequestPoliteness;
  readonly deadline: PageDeadline;
  /** Headers that make plain requests conditional. */
  readonly conditionalHeaders: Readonly<Record<string, string>>;
  readonly knownBody?: FetchRequest['knownBody'];
  /** State of the saved login with which the browser starts; null without one. */
  readonly loginState: SavedState | null;
}

/** What a request of a page observed. */
export interface Observed {
  /** Null if nothing was sent. */
  attempt: Attempt | null;
  warnings: readonly Warning[];
}

/** Returns the state after a request. */
export function addObserved(progress: RouteProgress, { attempt, warnings }: Observed): RouteProgress {
  return {
    ...progress,
    attempts: attempt === null ? progress.attempts : [...progress.attempts, attempt],
    warnings: [...progress.warnings, ...warnings],
  };
}

/** Returns the state with another outcome of the last attempt, which its content or its exit has shown. */
export function setLastOutcome(progress: RouteProgress, outcome: PageErrorCode): RouteProgress {
  const last = progress.attempts.at(-1);
  if (last === undefined) return progress;
  return { ...progress, attempts: [...progress.attempts.slice(0, -1), { ...last, outcome }] };
}
