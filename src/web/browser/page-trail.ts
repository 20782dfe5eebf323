import type { Page, Response } from 'playwright-core';
import type { GuardProxy } from '../guard-proxy.ts';
import type { Fault } from '../http-answer.ts';

/** Where the page's own document came from: the last one counts, since scripts may lead on. */
export interface Trail {
  asked: URL | null;
  answered: Response | null;
}

/** Nothing asked yet. */
export function createTrail(): Trail {
  return { asked: null, answered: null };
}

/** Follows a page from now on. */
export function follow(page: Page): Trail {
  const trail = createTrail();
  page.on('request', (request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) {
      trail.asked = URL.parse(request.url());
    }
  });
  page.on('response', (response) => {
    const request = response.request();
    if (!request.isNavigationRequest() || request.frame() !== page.mainFrame()) return;
    // A document that a page made of its own `blob:` is still that page.
    if (!/^https?:/.test(response.url())) return;
    if (response.status() < 300 || response.status() > 399) trail.answered = response;
  });
  return trail;
}

/** What the guard proxy answered in place of the page, or that it could not connect. */
export async function refusalOf({ answered, asked }: Trail, proxy: GuardProxy): Promise<Fault | null> {
  if (answered === null) return null;
  const isOwn = proxy.isOwnAnswer(answered.headers());
  if (isOwn) return (asked && proxy.faultFor(asked)) ?? { code: 'private_address', message: 'refused' };
  // The proxy's own numbers for connections that failed; no site uses them.
  if (answered.status() < 590 || answered.status() > 599) return null;
  const fault = asked && proxy.faultFor(asked);
  if (fault !== null) return fault;
  return { code: 'reset', message: 'The connection to the site failed.' };
}
