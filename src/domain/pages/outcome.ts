/** Outcomes of a page (docs/api/pages.md#statuses-and-error-codes). */
export const pageStatuses = [
  'ok',
  'not_found',
  'blocked',
  'failed',
  'unavailable',
  'budget_exhausted',
  'invalid',
] as const;

/** One of {@link pageStatuses}. */
export type PageStatus = (typeof pageStatuses)[number];

/** Closed list of error codes by status (docs/api/pages.md#statuses-and-error-codes). Add a new code to the reference first. */
export const pageErrorCodes = {
  not_found: ['http_404', 'http_410', 'soft_404', 'dns'],
  blocked: ['challenge', 'captcha', 'login_required', 'rate_limited', 'geo', 'refused', 'robots'],
  failed: ['http_5xx', 'timeout', 'reset', 'tls', 'redirects', 'too_large', 'encoding', 'document', 'step'],
  unavailable: ['not_configured', 'country_unavailable', 'no_browser', 'no_exit', 'dependency'],
  budget_exhausted: ['max_credits', 'account_credits'],
  invalid: ['url', 'scheme', 'private_address', 'port', 'credentials'],
} as const;

/** A page status that is not success. */
export type PageErrorStatus = keyof typeof pageErrorCodes;

/** One code of {@link pageErrorCodes}. */
export type PageErrorCode = (typeof pageErrorCodes)[PageErrorStatus][number];

/** Reason why a page is not `ok`. */
export interface PageError {
  code: PageErrorCode;
  message: string;
  /** Next step: only options that were not tried and that are possible on this instance. */
  advice?: string;
}

/** Error kept with a request or a run: of the work itself or, with the page's advice, of the page it read. */
export interface KeptError {
  code: string;
  message: string;
  advice?: string;
}

const statusOfCode = new Map<PageErrorCode, PageErrorStatus>(
  (Object.keys(pageErrorCodes) as PageErrorStatus[]).flatMap((status) =>
    pageErrorCodes[status].map((code): [PageErrorCode, PageErrorStatus] => [code, status]),
  ),
);

/** Returns the status that an error code belongs to. */
export function statusOf(code: PageErrorCode): PageErrorStatus {
  return statusOfCode.get(code) as PageErrorStatus;
}

/** A statement about a usable result. */
export interface Warning {
  code: string;
  message: string;
}
