import type { FailureKind } from '../../../domain/system/failure.ts';
import type { Operation } from '../../../operations/declaration/operation.ts';

const failureAdvice: Readonly<Record<FailureKind, string>> = {
  unauthorized: 'Ask the user for a key of this service. A repeated call fails again.',
  insufficient_credits:
    'Request less (fewer URLs, a lower limit), or tell the user what the error says about credits.',
  forbidden: 'Ask the user for a key with this scope.',
  not_found: 'Check the id. It may be misspelt or belong to another account.',
  method_not_allowed: 'Use a method that the endpoint accepts.',
  conflict: 'Read the current state (for a job: job with action get), then choose an action that fits it.',
  expired: 'Read the page again with scrape to get a new ref.',
  too_large: 'Send less in one call.',
  unsupported_media_type: 'Send the arguments as JSON.',
  invalid: 'Correct the fields that are named and call again.',
  malformed_json: 'Send the arguments as a JSON object.',
  rate_limited: 'Wait, then call again.',
  internal: 'Call again once. If it fails again, tell the user the request id.',
  not_configured:
    'The operator of this instance has not set that up, so a repeated call fails again. Tell the user, or do without that part.',
  unavailable: 'Wait, then call again.',
};

/** Returns the best next step for an agent after a failed call; `operation` is null for a call of no known action. */
export function adviceAfter(kind: FailureKind, operation: Operation | null): string {
  return operation?.agent?.advice?.[kind] ?? operation?.toolListing?.advice?.[kind] ?? failureAdvice[kind];
}
