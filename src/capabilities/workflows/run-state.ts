import { gunzipSync, gzipSync } from 'node:zlib';
import type { BrowserAction } from '../../domain/browser-action.ts';
import type { Json } from '../../domain/extraction.ts';
import { Failure } from '../../domain/failure.ts';
import { seal, unseal } from '../../domain/seal.ts';
import type { SavedState } from '../../web/browser/saved-state.ts';

/** A list of steps that is being done; the last one of a run is the innermost. */
export interface Frame {
  /** JSON pointer of the list: `/steps`, `/steps/2/then`. */
  list: string;
  /** The step that comes next. */
  index: number;
  loop:
    | { kind: 'for_each'; items: Json[]; turn: number; as: string }
    | { kind: 'repeat_until'; turn: number }
    | null;
}

/** Where the browser of a run was, and what brings a new one there. */
export interface PagePlace {
  url: string;
  /** What was done on the page since it was opened, and does no harm when done again. */
  trail: BrowserAction[];
}

/** All that a run needs to go on elsewhere. A secret: variables may hold passwords, `saved` holds cookies. */
export interface RunState {
  variables: Record<string, Json>;
  frames: Frame[];
  page: PagePlace | null;
  saved: SavedState | null;
  /** Steps done so far. */
  done: number;
}

const mostBytes = 40 * 2 ** 20;

/** What a sealed text of a run is bound to: it opens in no other row. */
function boundTo(accountId: string, runId: string): string {
  return `run ${accountId} ${runId}`;
}

/** Seals a value of a run under a 32-byte key. Throws Failure `too_large`. */
export function sealForRun(key: Uint8Array, value: unknown, accountId: string, runId: string): Buffer {
  const text = JSON.stringify(value);
  if (text.length > mostBytes) throw new Failure('too_large', 'the run keeps more than it may');
  return seal(key, gzipSync(text).toString('base64'), boundTo(accountId, runId));
}

/** Opens what {@link sealForRun} made. */
export function unsealForRun(key: Uint8Array, sealed: Uint8Array, accountId: string, runId: string): unknown {
  const packed = Buffer.from(unseal(key, sealed, boundTo(accountId, runId)), 'base64');
  return JSON.parse(gunzipSync(packed, { maxOutputLength: 4 * mostBytes }).toString('utf8'));
}

/** Seals a row's text anew under another key. */
export function resealed(
  old: Uint8Array,
  fresh: Uint8Array,
  sealed: Uint8Array,
  accountId: string,
  runId: string,
): Buffer {
  const bound = boundTo(accountId, runId);
  return seal(fresh, unseal(old, sealed, bound), bound);
}

/** A run that has done nothing yet. */
export function newRunState(inputs: Record<string, Json>, names: readonly string[]): RunState {
  const absent = Object.fromEntries(names.map((name) => [name, null]));
  return {
    variables: { ...absent, ...inputs, inputs: { ...absent, ...inputs } },
    frames: [{ list: '/steps', index: 0, loop: null }],
    page: null,
    saved: null,
    done: 0,
  };
}
