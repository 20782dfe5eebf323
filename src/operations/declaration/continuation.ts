import { z } from 'zod';
import type { Clock } from '../../domain/system/clock.ts';
import { isObject } from '../../domain/values/is-object.ts';

/** Query parameter that continues a call which ended before all of its work was done. */
export const continueQuery = {
  continue: z
    .string()
    .min(1)
    .max(100)
    .optional()
    .describe(
      '`continue` of an earlier response: does the rest of that call. The body can be absent; its fields must be those of the earlier call. Valid for 24 hours.',
    ),
};

/** Bounds of `timeout_ms` in the query. */
const timeLimitRange = { min: 1_000, max: 100_000 };

/** Query parameter that limits the time of a call. */
export const timeLimitQuery = {
  timeout_ms: z
    .int()
    .min(timeLimitRange.min)
    .max(timeLimitRange.max)
    .optional()
    .describe(
      `Milliseconds after which the call returns what is done by then. Default and maximum: ${timeLimitRange.max}; with \`async\`, the default is 50 minutes.`,
    ),
};

/** Common field `continue` of responses. */
export const continueField = z
  .string()
  .optional()
  .describe(
    'Token for the rest of the call, valid for 24 hours. Send the request again with `?continue=TOKEN`. Absent if nothing is left to continue.',
  );

/** Time limit of calls of agents: most MCP clients abort a call after one minute. */
export const agentTimeoutMs = 45_000;

/** Warning of a call that ended at its time limit. */
export const timeOverCode = 'time_over';

/** Validated input of a call that continues another one. */
export interface ContinuedInput {
  /** Command with the work that is left. */
  continued?: unknown;
}

/** State of a call that can be continued: its request, and a command with the work that is left. */
export interface ContinuationState {
  body: unknown;
  command: object;
}

/** Returns the token that continues a response whose work is not complete, or null. */
export function continueTokenOf(response: unknown, { continues }: { continues?: boolean }): string | null {
  const token = continues === true && isObject(response) ? response.continue : null;
  return typeof token === 'string' ? token : null;
}

/** Returns the time limit in the query of a request, or null. */
export function timeLimitOf(input: Record<string, unknown>): number | null {
  return (input.query as { timeout_ms?: number } | undefined)?.timeout_ms ?? null;
}

/** Saves the work that is left of this call; returns the token that continues it, or null if it cannot be saved. */
export type SaveContinuation = (command: object) => Promise<string | null>;

/** Returns the milliseconds that remain until a call should end. */
export function remainingWorkMs({ workUntil }: { workUntil: Date }, clock: Clock): number {
  return Math.max(0, workUntil.getTime() - clock.now().getTime());
}
