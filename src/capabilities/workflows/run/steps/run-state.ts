import { decryptCompressed, encryptCompressed } from '../../../../domain/crypto/compressed-encryption.ts';
import { decrypt, encrypt } from '../../../../domain/crypto/encryption.ts';
import type { BrowserAction } from '../../../../domain/pages/browser-action.ts';
import type { Json } from '../../../../domain/pages/extraction.ts';
import { Failure } from '../../../../domain/system/failure.ts';
import type { SavedState } from '../../../../web/browser/page/saved-state.ts';

/** A list of steps in progress; the last frame of a run is the innermost. */
export interface StepFrame {
  /** JSON Pointer of the list: `/steps`, `/steps/2/then`. */
  list: string;
  /** Index of the next step. */
  index: number;
  loop:
    | { kind: 'for_each'; items: Json[]; turn: number; as: string }
    | { kind: 'repeat_until'; turn: number }
    | null;
}

/** The last page of a run's browser, and the actions that restore it. */
export interface PageState {
  url: string;
  /** Actions on the page since it was opened that are safe to repeat. */
  trail: BrowserAction[];
}

/**
 * State from which another process can resume a run. Secret: variables may hold passwords, and `saved` holds cookies.
 */
export interface RunState {
  variables: Record<string, Json>;
  frames: StepFrame[];
  page: PageState | null;
  saved: SavedState | null;
  /** Secret values that the run has used; absent in the state of an older version. */
  secrets?: readonly string[];
  /** Number of steps performed. */
  done: number;
}

const maxBytes = 40 * 2 ** 20;

/** Returns the associated data of an encrypted value of a run, so that it cannot be decrypted in another row. */
function associatedDataOf(accountId: string, runId: string): string {
  return `run ${accountId} ${runId}`;
}

/** Returns the associated data of the plan of a run, which can hold passwords as texts of its steps. */
export function planOf(runId: string): string {
  return `run plan ${runId}`;
}

/** Encrypts a value of a run with a 32-byte key. Rejects with Failure `too_large`. */
export async function encryptForRun(
  key: Uint8Array,
  value: unknown,
  accountId: string,
  runId: string,
): Promise<Buffer> {
  const text = JSON.stringify(value);
  if (text.length > maxBytes)
    throw new Failure('too_large', `The state of the run exceeds the limit of ${maxBytes / 2 ** 20} MiB.`);
  return encryptCompressed(key, text, associatedDataOf(accountId, runId));
}

/** Decrypts a value that {@link encryptForRun} encrypted. */
export async function decryptForRun(
  key: Uint8Array,
  sealed: Uint8Array,
  accountId: string,
  runId: string,
): Promise<unknown> {
  return JSON.parse(await decryptCompressed(key, sealed, associatedDataOf(accountId, runId), 4 * maxBytes));
}

/** Re-encrypts a value with a new key. */
export function reencrypt(
  oldKey: Uint8Array,
  newKey: Uint8Array,
  sealed: Uint8Array,
  accountId: string,
  runId: string,
): Buffer {
  const associatedData = associatedDataOf(accountId, runId);
  return encrypt(newKey, decrypt(oldKey, sealed, associatedData), associatedData);
}

/** Returns the state of a new run. */
export function createRunState(
  inputs: Record<string, Json>,
  names: readonly string[],
  secrets: readonly string[] = [],
): RunState {
  const unsetVariables = Object.fromEntries(names.map((name) => [name, null]));
  return {
    variables: { ...unsetVariables, ...inputs, inputs: { ...unsetVariables, ...inputs } },
    frames: [{ list: '/steps', index: 0, loop: null }],
    page: null,
    saved: null,
    secrets,
    done: 0,
  };
}
