import type { PageErrorCode } from '../../domain/outcome.ts';
import type { PageResult } from '../../domain/page.ts';
import { failed, type V2Code, type V2Reply } from './reply.ts';

/** Causes that come with the page that the site sent: it is given, and says why itself. */
const withContent: ReadonlySet<PageErrorCode> = new Set(['http_404', 'http_410', 'soft_404', 'http_5xx']);

/** Whether there is a page to give: what was asked for, or what the site answered in its place. */
export function hasContent({
  status,
  error,
  status_code: statusCode,
}: Pick<PageResult, 'status' | 'error' | 'status_code'>): boolean {
  if (status === 'ok' || error === undefined) return status === 'ok';
  return statusCode !== null && withContent.has(error.code);
}

const siteCodes: Partial<Record<PageErrorCode, V2Code>> = {
  tls: 'SCRAPE_SSL_ERROR',
  step: 'SCRAPE_ACTION_ERROR',
};

/** HTTP status and code of a page that could not be had. */
export function failureOf({ status, error }: Pick<PageResult, 'status' | 'error'>): {
  status: number;
  code: V2Code;
} {
  const cause = error?.code;
  if (cause === 'dns') return { status: 200, code: 'SCRAPE_DNS_RESOLUTION_ERROR' };
  if (cause === 'timeout') return { status: 408, code: 'SCRAPE_TIMEOUT' };
  if (cause === 'country_unavailable') return { status: 422, code: 'COUNTRY_UNAVAILABLE' };
  switch (status) {
    case 'blocked':
      return { status: 403, code: 'SCRAPE_BLOCKED' };
    case 'unavailable':
      return { status: 503, code: 'UNAVAILABLE' };
    case 'budget_exhausted':
      return { status: 402, code: 'INSUFFICIENT_CREDITS' };
    case 'invalid':
      return { status: 422, code: 'BAD_REQUEST' };
    default:
      return { status: 422, code: (cause && siteCodes[cause]) ?? 'SCRAPE_SITE_ERROR' };
  }
}

/** The answer for a page that could not be had; statuses that clients try again are kept for what may pass. */
export function refusedPage(page: Pick<PageResult, 'status' | 'error' | 'url'>): V2Reply {
  const { status, code } = failureOf(page);
  const message = page.error?.message ?? page.status;
  return failed(status, code, message, {
    outcome: page.status,
    cause: page.error?.code ?? null,
    url: page.url,
  });
}
