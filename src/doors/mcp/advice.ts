import type { FailureKind } from '../../domain/failure.ts';
import type { PageErrorStatus } from '../../domain/outcome.ts';

/** What an agent does best after a call that failed. */
export const failureAdvice: Readonly<Record<FailureKind, string>> = {
  unauthorized: 'Ask the user for a key of this service; calling again with the same one will not help.',
  insufficient_credits:
    'Ask for less (fewer addresses, a lower limit), or tell the user that the account needs credits; the tool account shows what is left.',
  forbidden: 'Ask the user for a key with this scope.',
  not_found:
    'Check the id: it may be mistyped or belong to another account. list_jobs and list_requests show what there is.',
  conflict: 'Look at the present state (get_job) and choose an action that fits it.',
  expired: 'Read the page again with scrape to get a new ref.',
  too_large: 'Send less in one call.',
  unsupported_media_type: 'Send the arguments as JSON.',
  invalid: 'Correct the fields that are named and call again.',
  malformed_json: 'Send the arguments as a JSON object.',
  rate_limited: 'Wait, then call again.',
  internal: 'Call again once; if it fails again, tell the user the request id.',
  unavailable: 'Wait a little, then call again.',
};

/** What an agent does best about a page that is not `ok`. */
export const pageAdvice: Readonly<Record<PageErrorStatus, string>> = {
  not_found: 'There is no such page: look for the right address with map.',
  blocked: 'The site does not give this page to us as it was asked: try another country, or another source.',
  failed: 'It may work later: try once more, with a longer timeout_ms if it took too long.',
  unavailable: 'This service has not what the request needs (see the error): ask for something else.',
  budget_exhausted: 'Raise max_credits, or tell the user that the account needs credits.',
  invalid: 'Give an absolute public http or https address.',
};
