import type { PageResult } from './page.ts';

/** Where a stored file is read, below the service's address. Pages are stored with this; whoever answers adds the rest. */
export function blobPath(blobId: string): string {
  return `/v1/blob/${blobId}`;
}

/** The page with links that a client can follow; `baseUrl` has no trailing slash. */
export function withLinks(page: PageResult, baseUrl: string): PageResult {
  const absolute = (path: string) => `${baseUrl}${path}`;
  const { screenshot, actions } = page;
  return {
    ...page,
    ...(screenshot !== undefined && { screenshot: absolute(screenshot) }),
    ...(actions !== undefined && {
      actions: {
        ...actions,
        screenshots: actions.screenshots.map(absolute),
        pdfs: actions.pdfs.map(absolute),
      },
    }),
  };
}

/** A page's member in JSON, which cannot stand within a string: its quotes would be escaped there (RFC 8259 section 7). */
const member = Buffer.from('"screenshot":"');
const storedMember = Buffer.from(`"screenshot":"${blobPath('')}`);

/** The same for a page's JSON as it was stored, without reading it: its pieces in order. */
export function linkedPieces(json: Uint8Array, baseUrl: string): Uint8Array[] {
  const bytes = Buffer.from(json.buffer, json.byteOffset, json.byteLength);
  const at = bytes.indexOf(storedMember);
  if (at < 0) return [json];
  const cut = at + member.length;
  const base = Buffer.from(JSON.stringify(baseUrl).slice(1, -1));
  return [bytes.subarray(0, cut), base, bytes.subarray(cut)];
}
