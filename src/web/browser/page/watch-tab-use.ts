import type { BrowserContext, Dialog, Page } from 'playwright-core';
import type { TargetConnection } from './frame-targets.ts';
import type { BrowserRequest } from './network/browser-request.ts';
import { getSite } from './saved-state.ts';

interface WithHeaders {
  headers: Record<string, string>;
}

/** Returns true if a URL has a user name or password. */
function hasCredentials(url: string): boolean {
  const end = url.indexOf('/', url.indexOf('//') + 2);
  return url.startsWith('http') && url.slice(0, end === -1 ? url.length : end).includes('@');
}

/** Client hints that a browser sends without being asked (User-Agent Client Hints, section 3). */
const defaultHints: ReadonlySet<string> = new Set(['sec-ch-ua', 'sec-ch-ua-mobile', 'sec-ch-ua-platform']);

/**
 * Watches the headers of all requests of a page or frame, and calls `spoil` for those after which the browser keeps something
 * that cannot be cleared: a login of HTTP, client hints, and HSTS beside plain HTTP. The connection must report
 * network events.
 */
export function watchHeaders(
  link: TargetConnection,
  ownHeaders: ReadonlySet<string>,
  spoil: () => void,
): void {
  let isPlain = false;
  let isStrict = false;
  link.on('Network.requestWillBeSent', ({ request }: { request: { url: string } }) => {
    isPlain ||= request.url.startsWith('http:');
    if (isPlain && isStrict) spoil();
  });
  link.on('Network.requestWillBeSentExtraInfo', ({ headers }: WithHeaders) => {
    for (const name of Object.keys(headers).map((one) => one.toLowerCase())) {
      if (ownHeaders.has(name)) continue;
      if (name === 'authorization' || (name.startsWith('sec-ch-') && !defaultHints.has(name))) spoil();
    }
  });
  link.on(
    'Network.responseReceivedExtraInfo',
    ({ headers, statusCode }: WithHeaders & { statusCode: number }) => {
      const names = new Set(Object.keys(headers).map((one) => one.toLowerCase()));
      isStrict ||= names.has('strict-transport-security');
      if (statusCode === 401 || names.has('accept-ch') || (isPlain && isStrict)) spoil();
    },
  );
}

/**
 * Calls `spoil` for everything in a page after which no other page may follow in its tab: a crash, a dialog, a download,
 * another window, or a login of HTTP, which scripts can only write into a URL. Closes windows that the page opens. Returns a function that ends this.
 */
export function watchTabUse(context: BrowserContext, page: Page, spoil: () => void): () => void {
  const onDialog = (dialog: Dialog) => {
    spoil();
    const answer = dialog.type() === 'beforeunload' ? dialog.accept() : dialog.dismiss();
    // Answering fails if the page is closed, which closes the dialog.
    answer.catch(() => {});
  };
  const onOther = (other: Page) => {
    spoil();
    // Closing fails if the window has closed itself.
    other.close().catch(() => {});
  };
  // Windows that a page opens are not part of it.
  context.on('page', onOther);
  page.on('dialog', onDialog);
  page.on('request', (request) => {
    if (hasCredentials(request.url())) spoil();
  });
  page.on('crash', spoil);
  page.on('download', spoil);
  return () => void context.off('page', onOther);
}

/**
 * Returns the key of the tabs that a page may share; null if it needs a context of its own, because it has a login or its
 * steps may enter one, or if it is read as a picture, whose requests are not watched.
 */
export function createTabKey(request: BrowserRequest, device: object): string | null {
  const { accountId, url, headers, via, state, steps, screenshot, visitor } = request;
  // Cleaning a tab ends its permissions.
  if (visitor?.geolocation != null || request.consent !== undefined) return null;
  if (accountId == null || state != null || steps.length > 0 || screenshot !== null) return null;
  return JSON.stringify([accountId, url.protocol, getSite(url.hostname), via?.key ?? null, device, headers]);
}
