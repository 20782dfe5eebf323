import type { pageErrorCodes } from '../../domain/pages/outcome.ts';

/** Error code of a rejected address: the codes of page status `invalid`. */
export type GuardRejectionCode = (typeof pageErrorCodes.invalid)[number];

/** A rejection; the message is one sentence that may be shown to the caller. */
export interface GuardRejection {
  allowed: false;
  code: GuardRejectionCode;
  message: string;
}

/** Result of a guard check. */
export type GuardVerdict = { allowed: true } | GuardRejection;

/** Verdict of an allowed address. */
export const allowedVerdict: GuardVerdict = { allowed: true };

/** Creates a rejection. */
export function reject(code: GuardRejectionCode, message: string): GuardRejection {
  return { allowed: false, code, message };
}

/** Thrown by a guarded lookup if an address may not be contacted; contains the verdict. */
export class GuardRejectionError extends Error {
  override readonly name = 'GuardRefusal';
  readonly code: GuardRejectionCode;
  readonly verdict: GuardRejection;

  constructor(verdict: GuardRejection) {
    super(verdict.message);
    this.code = verdict.code;
    this.verdict = verdict;
  }
}
