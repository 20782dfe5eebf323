import type { CDPSession } from 'playwright-core';
import type { ResourceKind } from '../../../../domain/pages/page-command.ts';
import { canCallerSet, mergeCookies } from '../../../http/request-headers.ts';
import { createPageConnection, prepareFrames, type TargetConnection } from '../frame-targets.ts';
import { blockedFilePatterns } from './blocked-file-patterns.ts';

/** Rules for the outgoing requests of a page. */
export interface RequestRules {
  /** Only origin that receives `headers`, also after redirects. */
  origin: string;
  /** Request headers of the caller. */
  headers: Record<string, string>;
  /** Requests that are not made. Without images, fonts, audio and video a page costs half. */
  blocks: ReadonlySet<ResourceKind>;
  /** Watches the network events of the page and of each frame in its own process; null if nobody does. */
  watch: ((link: TargetConnection) => void) | null;
}

interface Header {
  name: string;
  value: string;
}

const typesOf: Readonly<Record<ResourceKind, string>> = {
  images: 'Image',
  media: 'Media',
  fonts: 'Font',
  stylesheets: 'Stylesheet',
  scripts: 'Script',
};
/** One transparent pixel. Pages may replace a failed image repeatedly. */
const emptyImage = 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';
const imageHeaders: Header[] = [
  { name: 'Content-Type', value: 'image/gif' },
  { name: 'Access-Control-Allow-Origin', value: '*' },
  { name: 'Cache-Control', value: 'max-age=60' },
];

interface PausedRequest {
  requestId: string;
  request: { url: string; headers: Record<string, string> };
  resourceType: string;
}

/** Applies the rules to a page and all its frames. Only requests that need a change are intercepted. */
export async function interceptRequests(session: CDPSession, rules: RequestRules): Promise<void> {
  const page = createPageConnection(session);
  await interceptTarget(page, rules);
  if (rules.blocks.size > 0 || rules.watch !== null)
    await prepareFrames(page, (frame) => interceptTarget(frame, rules));
}

async function interceptTarget(link: TargetConnection, rules: RequestRules): Promise<void> {
  const { blocks } = rules;
  const blockedTypes = new Set([...blocks].map((kind) => typesOf[kind]));
  rules.watch?.(link);
  const callerEntries = Object.entries(rules.headers).filter(([name]) => canCallerSet(name));
  const names = new Set(callerEntries.map(([name]) => name.toLowerCase()));

  /**
   * Returns the headers of a request. A redirect keeps the headers of the request before it, so the caller's are removed
   * for other origins. The cookies of the browser are sent beside the caller's, as over HTTP: redirects and scripts set
   * them, and sites ask for them.
   */
  function headersFor(url: string, headers: Record<string, string>): Header[] {
    const isAllowedOrigin = URL.parse(url)?.origin === rules.origin;
    const entries = Object.entries(headers);
    const browserCookies = entries.find(([name]) => name.toLowerCase() === 'cookie')?.[1];
    const otherEntries = entries.filter(
      ([name, value]) =>
        !names.has(name.toLowerCase()) || (!isAllowedOrigin && value !== rules.headers[name]),
    );
    const added = callerEntries.map(([name, value]): [string, string] => {
      const isMerged = name.toLowerCase() === 'cookie' && browserCookies !== undefined;
      return [name, isMerged ? mergeCookies(value, browserCookies) : value];
    });
    return [...otherEntries, ...(isAllowedOrigin ? added : [])].map(([name, value]) => ({ name, value }));
  }

  link.on('Fetch.requestPaused', ({ requestId, request, resourceType }: PausedRequest) => {
    const answer = () => {
      if (resourceType === 'Image' && blocks.has('images')) {
        const empty = { responseCode: 200, responseHeaders: imageHeaders, body: emptyImage };
        return link.send('Fetch.fulfillRequest', { requestId, ...empty });
      }
      if (blockedTypes.has(resourceType)) {
        return link.send('Fetch.failRequest', { requestId, errorReason: 'BlockedByClient' });
      }
      if (callerEntries.length === 0) return link.send('Fetch.continueRequest', { requestId });
      const headers = headersFor(request.url, request.headers);
      return link.send('Fetch.continueRequest', { requestId, headers });
    };
    // The command fails if the page is closed, which ends the request.
    answer().catch(() => {});
  });
  const patterns =
    callerEntries.length > 0
      ? [{ urlPattern: '*' }]
      : [...blockedTypes].map((resourceType) => ({ urlPattern: '*', resourceType }));
  const urls = blockedFilePatterns(blocks);
  // The commands take effect in this order; the page is not open yet, so that none has to wait for the one before.
  await Promise.all([
    ...(rules.watch !== null || urls.length > 0 ? [link.send('Network.enable')] : []),
    ...(urls.length > 0 ? [link.send('Network.setBlockedURLs', { urls })] : []),
    ...(patterns.length > 0 ? [link.send('Fetch.enable', { patterns })] : []),
  ]);
}
