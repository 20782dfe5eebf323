import type { CDPSession } from 'playwright-core';
import { mayCallerSend } from '../request-headers.ts';
import { blockedFiles } from './blocked-files.ts';
import { pageLink, prepareFrames, type TargetLink } from './frame-targets.ts';

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

interface Paused {
  requestId: string;
  request: { url: string; headers: Record<string, string> };
  resourceType: string;
}

/**
 * Sets the gate up for one page and every frame in it. Only the requests that it is about cost a turn of this process.
 */
export async function gateRequests(session: CDPSession, gate: RequestGate): Promise<void> {
  const page = pageLink(session);
  await gateTarget(page, gate);
  if (gate.isTextOnly) await prepareFrames(page, (frame) => gateTarget(frame, gate));
}

async function gateTarget(link: TargetLink, gate: RequestGate): Promise<void> {
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

  link.on('Fetch.requestPaused', ({ requestId, request, resourceType }: Paused) => {
    const answer = () => {
      if (gate.isTextOnly && resourceType === 'Image') {
        const empty = { responseCode: 200, responseHeaders: pictureHeaders, body: emptyPicture };
        return link.send('Fetch.fulfillRequest', { requestId, ...empty });
      }
      if (gate.isTextOnly && (resourceType === 'Media' || resourceType === 'Font')) {
        return link.send('Fetch.failRequest', { requestId, errorReason: 'BlockedByClient' });
      }
      if (caller.length === 0) return link.send('Fetch.continueRequest', { requestId });
      const headers = headersFor(request.url, request.headers);
      return link.send('Fetch.continueRequest', { requestId, headers });
    };
    answer().catch(() => {});
  });
  if (gate.isTextOnly) {
    await link.send('Network.enable');
    await link.send('Network.setBlockedURLs', { urls: [...blockedFiles] });
  }
  const patterns =
    caller.length > 0
      ? [{ urlPattern: '*' }]
      : gate.isTextOnly
        ? heavyTypes.map((resourceType) => ({ urlPattern: '*', resourceType }))
        : [];
  if (patterns.length > 0) await link.send('Fetch.enable', { patterns });
}
