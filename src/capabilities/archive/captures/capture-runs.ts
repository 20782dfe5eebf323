import type { Capture } from '../../../integrations/archives/archive.ts';

/** State of a URL in a capture. Blocks and server errors have no state. */
export type CaptureState = 'content' | 'gone' | 'moved';

/** Consecutive captures of the same state and, for content, with the same bytes. */
export interface CaptureRun {
  state: CaptureState;
  captures: Capture[];
}

export function stateOf({ statusCode }: Capture): CaptureState | null {
  if (statusCode === null || statusCode === 200) return 'content';
  if (statusCode === 404 || statusCode === 410) return 'gone';
  return statusCode >= 300 && statusCode < 400 ? 'moved' : null;
}

/**
 * Returns true for a redirect to another scheme or to `www.` of the same page, which is not a move because the
 * page was captured as well.
 */
function isVariantRedirect(capture: Capture, originals: ReadonlySet<string>): boolean {
  return stateOf(capture) === 'moved' && [...originals].some((original) => original !== capture.original);
}

/** Groups the captures that have a state into runs. */
export function groupRuns(captures: readonly Capture[]): CaptureRun[] {
  const originals = new Set(
    captures.filter((capture) => stateOf(capture) === 'content').map(({ original }) => original),
  );
  const runs: CaptureRun[] = [];
  for (const capture of captures) {
    const state = stateOf(capture);
    if (state === null || isVariantRedirect(capture, originals)) continue;
    const lastRun = runs.at(-1);
    const firstCapture = lastRun?.captures[0];
    const isSameBytes =
      state !== 'content' || (firstCapture?.digest !== null && firstCapture?.digest === capture.digest);
    if (lastRun?.state === state && isSameBytes) lastRun.captures.push(capture);
    else runs.push({ state, captures: [capture] });
  }
  return runs;
}
