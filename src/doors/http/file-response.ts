import type { Answer } from '../../operations/operation.ts';

type BytesAnswer = Extract<Answer, { kind: 'bytes' }>;

/** A file is never run in our name, whatever it holds. */
const guarded = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "sandbox; default-src 'none'",
};

/** One range of a request, or why there is none: `all` of it is sent, or `none` can be. */
type AskedRange = { start: number; end: number } | 'all' | 'none';

/** The single range that a request asks for (RFC 9110 section 14.1.2), with its end excluded; several are not served. */
export function readRange(header: string | null, bytes: number): AskedRange {
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

/** Whether the caller has this very content already (RFC 9110 section 13.1.2). */
function isKnown(header: string | null, tag: string): boolean {
  if (header === null) return false;
  const tags = header.split(',').map((one) => one.trim().replace(/^W\//, ''));
  return tags.includes(tag) || tags.includes('*');
}

function plainHeaders({ mediaType, filename }: BytesAnswer): Record<string, string> {
  return {
    ...guarded,
    'content-type': mediaType,
    ...(filename !== null && {
      'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(filename)}`,
    }),
  };
}

function fixedResponse(
  answer: BytesAnswer,
  { sha256, section }: NonNullable<BytesAnswer['fixed']>,
  bytes: number,
  asked: Request,
): Response {
  const tag = `"${sha256}"`;
  const headers = {
    ...plainHeaders(answer),
    'accept-ranges': 'bytes',
    etag: tag,
    // RFC 9530: of the whole file, also where a part of it is sent.
    'repr-digest': `sha-256=:${Buffer.from(sha256, 'hex').toString('base64')}:`,
  };
  const isRead = asked.method === 'GET' || asked.method === 'HEAD';
  if (isRead && isKnown(asked.headers.get('if-none-match'), tag)) {
    return new Response(null, { status: 304, headers });
  }
  const condition = asked.headers.get('if-range');
  const mayCut = isRead && (condition === null || condition === tag);
  const range = mayCut ? readRange(asked.headers.get('range'), bytes) : 'all';
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

/** A file as a response: of what never changes also single ranges, by which a broken download goes on. */
export function fileResponse(answer: BytesAnswer, asked: Request): Response {
  const { fixed, bytes, body } = answer;
  if (fixed !== undefined && bytes !== null) return fixedResponse(answer, fixed, bytes, asked);
  const headers = plainHeaders(answer);
  if (bytes !== null) headers['content-length'] = String(bytes);
  return new Response(body, { headers });
}
