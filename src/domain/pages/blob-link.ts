import type { PageResult } from './page.ts';

/** Path of a blob below the service's base URL. Stored pages contain this path; responses add the base URL. */
export function blobPath(blobId: string): string {
  return `/v1/blob/${blobId}`;
}

/** Absolute URL of a blob; `baseUrl` has no trailing slash. */
export function blobUrl(blobId: string, baseUrl: string): string {
  return `${baseUrl}${blobPath(blobId)}`;
}

/** Prefix of the MCP resource URIs of blobs. */
export const blobResourcePrefix = 'webdata://blob/';

const blobIdPattern = /^blob_[0-9a-z]{1,95}$/;

/** Returns the id of a blob that a text names: its id, its URL, its path or its resource URI. Null for any other text. */
export function blobIdOf(text: string): string | null {
  const path = blobPath('');
  const at = text.startsWith(blobResourcePrefix) ? blobResourcePrefix.length - 1 : text.lastIndexOf('/');
  const before = text.slice(0, at + 1);
  const id = text.slice(at + 1);
  const isPlace = before === '' || before === blobResourcePrefix || before.endsWith(path);
  return isPlace && blobIdPattern.test(id) ? id : null;
}

/** Returns the page with absolute blob links; `baseUrl` has no trailing slash. */
export function withAbsoluteLinks(page: PageResult, baseUrl: string): PageResult {
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

/**
 * Tells whether the JSON string that begins at `at` is a blob link: the member `screenshot`, or an element of a list.
 */
function isBlobLink(json: Buffer, at: number): boolean {
  const before = json[at - 1];
  // Quotes within a string are escaped (RFC 8259 section 7), so this one begins a string.
  if (before === 0x5b || before === 0x2c) return true;
  return json.subarray(Math.max(0, at - memberName.length), at).equals(memberName);
}

/** Adds the base URL to the blob links of stored JSON without parsing it. Returns the bytes as pieces in order. */
export function withAbsoluteLinksInJson(json: Uint8Array, baseUrl: string): Uint8Array[] {
  const bytes = Buffer.from(json.buffer, json.byteOffset, json.byteLength);
  const base = Buffer.from(JSON.stringify(baseUrl).slice(1, -1));
  const pieces: Uint8Array[] = [];
  let copiedTo = 0;
  for (let at = bytes.indexOf(storedPath); at >= 0; at = bytes.indexOf(storedPath, at + 1)) {
    if (!isBlobLink(bytes, at)) continue;
    pieces.push(bytes.subarray(copiedTo, at + 1), base);
    copiedTo = at + 1;
  }
  return pieces.length === 0 ? [json] : [...pieces, bytes.subarray(copiedTo)];
}
