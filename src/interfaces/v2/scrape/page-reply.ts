import type { PageErrorCode } from '../../../domain/pages/outcome.ts';
import type { PageResult } from '../../../domain/pages/page.ts';
import { createError, type V2Code, type V2Reply } from '../reply.ts';

/** Error codes of pages that have content from the site, which is returned. */
const codesWithContent: ReadonlySet<PageErrorCode> = new Set([
  'http_404',
  'http_410',
  'soft_404',
  'http_5xx',
]);

/** Returns true if the page has content: the requested page, or an error page of the site. */
export function hasContent({
  status,
  error,
  status_code: statusCode,
}: Pick<PageResult, 'status' | 'error' | 'status_code'>): boolean {
  if (status === 'ok' || error === undefined) return status === 'ok';
  return statusCode !== null && codesWithContent.has(error.code);
}

const siteCodes: Partial<Record<PageErrorCode, V2Code>> = {
  tls: 'SCRAPE_SSL_ERROR',
  step: 'SCRAPE_ACTION_ERROR',
};

/** Returns the HTTP status and code of a page without content. */
export function toV2Error({ status, error }: Pick<PageResult, 'status' | 'error'>): {
  status: number;
  code: V2Code;
} {
  const cause = error?.code;
  if (cause === 'dns') return { status: 200, code: 'SCRAPE_DNS_RESOLUTION_ERROR' };
  if (cause === 'timeout') return { status: 408, code: 'SCRAPE_TIMEOUT' };
  if (cause === 'country_unavailable' || cause === 'not_configured')
    return { status: 422, code: 'COUNTRY_UNAVAILABLE' };
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

/**
 * Creates the reply for a page without content. Statuses that clients retry are used only for temporary errors.
 */
export function createPageError(page: Pick<PageResult, 'status' | 'error' | 'url'>): V2Reply {
  const { status, code } = toV2Error(page);
  const message = page.error?.message ?? page.status;
  return createError(status, code, message, {
    outcome: page.status,
    cause: page.error?.code ?? null,
    url: page.url,
  });
}
