import type { CDPSession } from 'playwright-core';
import { mayCallerSend } from '../request-headers.ts';
import { blockedFiles } from './blocked-files.ts';

/** What is done to the requests of a page on their way out. */
export interface RequestGate {
  /** The only origin that `headers` are sent to, redirects included. */
  origin: string;
  /** The caller's own headers. */
  headers: Record<string, string>;
  /** Whether pictures, fonts, sound and film are left out, which halves what a page costs. */
  isTextOnly: boolean;
}

interface Header {
  name: string;
  value: string;
}

const heavyTypes = ['Image', 'Media', 'Font'] as const;
/** One transparent pixel. A picture that fails would be replaced, over and over, by pages that care. */
const emptyPicture = 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';
const pictureHeaders: Header[] = [
  { name: 'Content-Type', value: 'image/gif' },
  { name: 'Access-Control-Allow-Origin', value: '*' },
  { name: 'Cache-Control', value: 'max-age=60' },
];

/** Sets the gate up for one page. Only the requests that it is about cost a turn of this process. */
export async function gateRequests(session: CDPSession, gate: RequestGate): Promise<void> {
  const caller = Object.entries(gate.headers).filter(([name]) => mayCallerSend(name));
  const names = new Set(caller.map(([name]) => name.toLowerCase()));
  const mine = caller.map(([name, value]) => ({ name, value }));

  /** A redirect carries the headers of the request before it; elsewhere they are taken off again. */
  function headersFor(url: string, headers: Record<string, string>): Header[] {
    const isAsked = URL.parse(url)?.origin === gate.origin;
    const own = Object.entries(headers)
      .filter(([name, value]) => !names.has(name.toLowerCase()) || (!isAsked && value !== gate.headers[name]))
      .map(([name, value]) => ({ name, value }));
    return isAsked ? [...own, ...mine] : own;
  }

  session.on('Fetch.requestPaused', ({ requestId, request, resourceType }) => {
    const answer = () => {
      if (gate.isTextOnly && resourceType === 'Image') {
        const empty = { responseCode: 200, responseHeaders: pictureHeaders, body: emptyPicture };
        return session.send('Fetch.fulfillRequest', { requestId, ...empty });
      }
      if (gate.isTextOnly && (resourceType === 'Media' || resourceType === 'Font')) {
        return session.send('Fetch.failRequest', { requestId, errorReason: 'BlockedByClient' });
      }
      if (caller.length === 0) return session.send('Fetch.continueRequest', { requestId });
      const headers = headersFor(request.url, request.headers);
      return session.send('Fetch.continueRequest', { requestId, headers });
    };
    answer().catch(() => {});
  });
  if (gate.isTextOnly) {
    await session.send('Network.enable');
    await session.send('Network.setBlockedURLs', { urls: [...blockedFiles] });
  }
  const patterns =
    caller.length > 0
      ? [{ urlPattern: '*' }]
      : gate.isTextOnly
        ? heavyTypes.map((resourceType) => ({ urlPattern: '*', resourceType }))
        : [];
  if (patterns.length > 0) await session.send('Fetch.enable', { patterns });
}
