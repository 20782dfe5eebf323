import type { SavedState } from '../../web/browser/page/saved-state.ts';
import type { PageProgress } from '../fetched-page.ts';
import type { PageDeadline } from '../page-deadline.ts';
import type { RequestPoliteness } from '../stages/polite-request.ts';

/** State of a page fetch, with the politeness and the deadline that apply to it. */
export interface RouteProgress extends PageProgress {
  politeness: RequestPoliteness;
  deadline: PageDeadline;
  /** Headers that make plain requests conditional. */
  conditionalHeaders: Record<string, string>;
  /** State of the saved login with which the browser starts; null without one. */
  loginState: SavedState | null;
}
