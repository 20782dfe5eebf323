import type { Answer } from '../../../operations/declaration/operation.ts';

type BytesAnswer = Extract<Answer, { kind: 'bytes' }>;

/** Headers that prevent browsers from running content of a file on our origin. */
const sandboxHeaders = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "sandbox; default-src 'none'",
};

/** Requested range, `all` for the whole file, or `none` if the range is not satisfiable. */
type RequestedRange = { start: number; end: number } | 'all' | 'none';

/**
 * Parses a single byte range (RFC 9110 section 14.1.2); the end is exclusive. Multiple ranges return the whole
 * file.
 */
export function readRange(header: string | null, bytes: number): RequestedRange {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec((header ?? '').replaceAll(/\s/g, ''));
  if (match === null) return 'all';
  const [, first = '', last = ''] = match;
  if (first === '' && last === '') return 'all';
  if (first === '') {
    const length = Math.min(Number(last), bytes);
    return length === 0 ? 'none' : { start: bytes - length, end: bytes };
  }
  const start = Number(first);
  if (last !== '' && Number(last) < start) return 'all';
  if (start >= bytes) return 'none';
  return { start, end: last === '' ? bytes : Math.min(bytes, Number(last) + 1) };
}

/** Returns true if the client already has this content (RFC 9110 section 13.1.2). */
function matchesEtag(header: string | null, tag: string): boolean {
  if (header === null) return false;
  const tags = header.split(',').map((one) => one.trim().replace(/^W\//, ''));
  return tags.includes(tag) || tags.includes('*');
}

function createHeaders({ mediaType, filename }: BytesAnswer): Record<string, string> {
  return {
    ...sandboxHeaders,
    'content-type': mediaType,
    ...(filename !== null && {
      'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(filename.toWellFormed())}`,
    }),
  };
}

function createImmutableResponse(
  answer: BytesAnswer,
  { sha256, section }: NonNullable<BytesAnswer['fixed']>,
  bytes: number,
  request: Request,
): Response {
  const tag = `"${sha256}"`;
  const headers = {
    ...createHeaders(answer),
    'accept-ranges': 'bytes',
    etag: tag,
    // RFC 9530: the digest is of the whole file, even in a partial response.
    'repr-digest': `sha-256=:${Buffer.from(sha256, 'hex').toString('base64')}:`,
  };
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  if (isRead && matchesEtag(request.headers.get('if-none-match'), tag)) {
    return new Response(null, { status: 304, headers });
  }
  const condition = request.headers.get('if-range');
  const allowsRange = isRead && (condition === null || condition === tag);
  const range = allowsRange ? readRange(request.headers.get('range'), bytes) : 'all';
  if (range === 'none') {
    return new Response(null, { status: 416, headers: { ...headers, 'content-range': `bytes */${bytes}` } });
  }
  const { start, end } = range === 'all' ? { start: 0, end: bytes } : range;
  const isWhole = range === 'all';
  return new Response(section(start, end), {
    status: isWhole ? 200 : 206,
    headers: {
      ...headers,
      'content-length': String(end - start),
      ...(!isWhole && { 'content-range': `bytes ${start}-${end - 1}/${bytes}` }),
    },
  });
}

/**
 * Creates the response for a file. Immutable files support single ranges, so that clients can resume downloads.
 */
export function fileResponse(answer: BytesAnswer, request: Request): Response {
  const { fixed, bytes } = answer;
  if (fixed !== undefined && bytes !== null) return createImmutableResponse(answer, fixed, bytes, request);
  const headers = createHeaders(answer);
  if (bytes !== null) headers['content-length'] = String(bytes);
  // The stream of a fixed file opens the file, so it is only created here.
  return new Response(answer.body, { headers });
}
