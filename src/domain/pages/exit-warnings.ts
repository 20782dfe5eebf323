import type { PageError, Warning } from './outcome.ts';

/** The parts of a page that tell about its exit. */
interface ExitEvidence {
  warnings: readonly Warning[];
  error?: PageError | undefined;
}

/** Codes of warnings and errors about the exit of a page. */
const exitCodes: ReadonlySet<string> = new Set([
  'country_not_used',
  'country_not_verified',
  'country_unavailable',
  'not_configured',
  'no_exit',
]);

/** Maximum number of different warnings of one response. */
const maxWarnings = 20;

/**
 * Returns the warnings and errors of pages about the exits through which they were read, or were not: each once, for
 * the top level of a response that contains the pages.
 */
export function findExitWarnings(pages: readonly ExitEvidence[]): Warning[] {
  const byMessage = new Map<string, Warning>();
  for (const { warnings, error } of pages) {
    for (const { code, message } of error === undefined ? warnings : [...warnings, error]) {
      if (!exitCodes.has(code) || byMessage.size >= maxWarnings) continue;
      byMessage.set(message, { code, message });
    }
  }
  return [...byMessage.values()];
}

/** Returns the warnings of a response, and those of its pages about their exits that it does not contain yet. */
export function addExitWarnings(warnings: readonly Warning[], pages: readonly ExitEvidence[]): Warning[] {
  const known = new Set(warnings.map(({ message }) => message));
  return [...warnings, ...findExitWarnings(pages).filter(({ message }) => !known.has(message))];
}
