import type { CDPSession } from 'playwright-core';
import { mayCallerSend } from '../request-headers.ts';

/** Sends the caller's headers with every request to `origin`, and with none to any other, redirects included. */
export async function sendCallerHeaders(
  session: CDPSession,
  origin: string,
  headers: Record<string, string>,
): Promise<void> {
  const caller = Object.entries(headers).filter(([name]) => mayCallerSend(name));
  if (caller.length === 0) return;
  const names = new Set(caller.map(([name]) => name.toLowerCase()));
  session.on('Fetch.requestPaused', ({ requestId, request }) => {
    const isAsked = URL.parse(request.url)?.origin === origin;
    // A redirect carries the headers of the request before it; elsewhere they are taken off again.
    const own = Object.entries(request.headers).filter(
      ([name, value]) => !names.has(name.toLowerCase()) || (!isAsked && value !== headers[name]),
    );
    const all = (isAsked ? [...own, ...caller] : own).map(([name, value]) => ({ name, value }));
    session.send('Fetch.continueRequest', { requestId, headers: all }).catch(() => {});
  });
  await session.send('Fetch.enable', { patterns: [{ urlPattern: '*' }] });
}
