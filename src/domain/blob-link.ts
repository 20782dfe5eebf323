import type { PageResult } from './page.ts';

/** Where a stored file is read, below the service's address. Pages are stored with this; whoever answers adds the rest. */
export function blobPath(blobId: string): string {
  return `/v1/blob/${blobId}`;
}

/** The whole address of a stored file; `baseUrl` has no trailing slash. */
export function withBase(blobId: string, baseUrl: string): string {
  return `${baseUrl}${blobPath(blobId)}`;
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

const storedPath = Buffer.from(`"${blobPath('')}`);
const memberName = Buffer.from('"screenshot":');

/** Whether the JSON string that begins at `at` is a link of ours: the member `screenshot`, or an element of a list. */
function isLink(json: Buffer, at: number): boolean {
  const before = json[at - 1];
  // Within a string a quote is escaped (RFC 8259 section 7), so that this one begins a string.
  if (before === 0x5b || before === 0x2c) return true;
  return json.subarray(Math.max(0, at - memberName.length), at).equals(memberName);
}

/** The same for a document's JSON as it was stored, without reading it: its pieces in order. */
export function linkedPieces(json: Uint8Array, baseUrl: string): Uint8Array[] {
  const bytes = Buffer.from(json.buffer, json.byteOffset, json.byteLength);
  const base = Buffer.from(JSON.stringify(baseUrl).slice(1, -1));
  const pieces: Uint8Array[] = [];
  let done = 0;
  for (let at = bytes.indexOf(storedPath); at >= 0; at = bytes.indexOf(storedPath, at + 1)) {
    if (!isLink(bytes, at)) continue;
    pieces.push(bytes.subarray(done, at + 1), base);
    done = at + 1;
  }
  return pieces.length === 0 ? [json] : [...pieces, bytes.subarray(done)];
}
