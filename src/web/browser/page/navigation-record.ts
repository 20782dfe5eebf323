import type { Page, Response } from 'playwright-core';
import type { GuardProxy } from '../../guard-proxy/guard-proxy.ts';
import type { FetchError } from '../../http/http-result.ts';

/** Last navigation of the main frame; the last one counts, because scripts may navigate. */
export interface NavigationRecord {
  requestedUrl: URL | null;
  response: Response | null;
}

/** Creates a record without a navigation. */
export function createNavigationRecord(): NavigationRecord {
  return { requestedUrl: null, response: null };
}

/** Records the navigations of a page from now on. */
export function recordNavigation(page: Page): NavigationRecord {
  const trail = createNavigationRecord();
  page.on('request', (request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) {
      trail.requestedUrl = URL.parse(request.url());
    }
  });
  page.on('response', (response) => {
    const request = response.request();
    if (!request.isNavigationRequest() || request.frame() !== page.mainFrame()) return;
    // A document from a page's own `blob:` URL still counts as that page.
    if (!/^https?:/.test(response.url())) return;
    if (response.status() < 300 || response.status() > 399) trail.response = response;
  });
  return trail;
}

/** Returns the error if the guard proxy rejected the page or could not connect; null otherwise. */
export async function getProxyError(
  { response, requestedUrl }: NavigationRecord,
  proxy: GuardProxy,
): Promise<FetchError | null> {
  if (response === null) return null;
  const isOwn = proxy.isOwnResponse(response.headers());
  if (isOwn)
    return (
      (requestedUrl && proxy.getError(requestedUrl)) ?? {
        code: 'private_address',
        message: 'The guard rejected the address of the page.',
      }
    );
  // Status codes of the guard proxy for failed connections; sites do not use them.
  if (response.status() < 590 || response.status() > 599) return null;
  const fault = requestedUrl && proxy.getError(requestedUrl);
  if (fault !== null) return fault;
  return { code: 'reset', message: 'The connection to the site failed.' };
}
