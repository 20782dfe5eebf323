import type { FailureKind } from '../../domain/system/failure.ts';

/** Documentation of an error code. */
export interface ErrorEntry {
  /** Why the error occurs, as complete sentences in Markdown. */
  cause: string;
  /** Next step of the caller or the operator, as complete sentences in Markdown. */
  action: string;
}

/** The errors of requests, by code. `docs/errors.md` and the page `/docs/errors` are generated from them. */
export const requestErrors: Readonly<Record<FailureKind, ErrorEntry>> = {
  unauthorized: {
    cause: 'The request has no key, or the key is unknown, expired or revoked.',
    action:
      'Send the header `Authorization: Bearer KEY`. The first key of a service is in `DATA_DIR/secrets/first-key`; `webdata keys create` creates another one.',
  },
  insufficient_credits: {
    cause:
      'The account, or the key with its `credits_per_day`, has too few credits for the first page or minute of the request. Nothing was done or charged.',
    action:
      'Add credits (`POST /v1/billing/credits` with a key of the operator), or wait for the renewal that `GET /v1/account` states. If the limit of the key is the reason, `detail` states when it starts again; `PATCH /v1/keys/{id}` changes it.',
  },
  forbidden: {
    cause:
      'The key does not have the scope that the operation requires, or it asks for permissions that it does not have.',
    action: '`detail` names the scope. Use a key with that scope, or create one.',
  },
  not_found: {
    cause:
      'The resource does not exist in the account of the key, or the service has no such path. Resources of other accounts are reported in the same way.',
    action: 'Check the identifier, the key and the path. `/openapi.json` lists all paths.',
  },
  method_not_allowed: {
    cause: 'The path exists, but not with this method.',
    action: 'Use a method of the header `Allow`.',
  },
  conflict: {
    cause:
      'The action does not fit the present state of the resource, or the `Idempotency-Key` belongs to another request or to one that still runs.',
    action: 'Read the resource first. Use a new `Idempotency-Key` for another request.',
  },
  expired: {
    cause: 'The resource existed, and its retention period (`WEBDATA_KEEP`) is over.',
    action: 'Create the resource again, for example by scraping the page again.',
  },
  too_large: {
    cause: 'The body has more than 2 MiB, or the response exceeds the limit that `detail` names.',
    action: 'Send less in one request, or ask for a part of the response.',
  },
  unsupported_media_type: {
    cause: 'The body is not sent as JSON.',
    action: 'Send the header `Content-Type: application/json`.',
  },
  invalid: {
    cause: 'Fields of the request are missing, unknown or not valid.',
    action:
      'Correct each entry of `errors`: `pointer` is the place in the request, `detail` says what is expected. Unknown fields are errors too, so that a misspelt option is not ignored.',
  },
  malformed_json: {
    cause: 'The body is not JSON.',
    action: 'Correct the JSON. `detail` names the position.',
  },
  rate_limited: {
    cause:
      'The key or its account has sent too many requests in one minute, or too many at once (`WEBDATA_LIMITS`).',
    action: 'Wait for the seconds of the header `Retry-After`, then repeat the request.',
  },
  internal: {
    cause: 'The service has a defect. The request was not charged.',
    action: 'Report it with the `request_id`; the log of the service has the details under the same id.',
  },
  not_configured: {
    cause:
      'The operator has not configured a part that the request needs: a search provider, an exit of the country, a browser or a mail server. Nothing was charged.',
    action:
      'A repetition fails again. As the operator, set `setting`; the page `documentation` explains it. Otherwise send the request without that part.',
  },
  unavailable: {
    cause:
      'A part that the request needs, such as the database, does not answer; the disk has too little free space; or the service is at its limit.',
    action:
      'Repeat the request after the seconds of `Retry-After`, or after some seconds without that header. As the operator, run `webdata doctor`.',
  },
};
