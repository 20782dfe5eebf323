import type { pageErrorCodes } from '../domain/outcome.ts';

/** Why an address is refused: the codes of page status `invalid`. */
export type RefusalCode = (typeof pageErrorCodes.invalid)[number];

/** A refusal; the message is one sentence that may be shown to the caller. */
export interface Refusal {
  allowed: false;
  code: RefusalCode;
  message: string;
}

/** May this address be contacted? */
export type GuardVerdict = { allowed: true } | Refusal;

/** The verdict of everything that nothing speaks against. */
export const allowed: GuardVerdict = { allowed: true };

/** A verdict against. */
export function refuse(code: RefusalCode, message: string): Refusal {
  return { allowed: false, code, message };
}

/** What a guarded lookup fails with when an answer may not be contacted; carries the verdict. */
export class GuardRefusal extends Error {
  override readonly name = 'GuardRefusal';
  readonly code: RefusalCode;
  readonly verdict: Refusal;

  constructor(verdict: Refusal) {
    super(verdict.message);
    this.code = verdict.code;
    this.verdict = verdict;
  }
}
