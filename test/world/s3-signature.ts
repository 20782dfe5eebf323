import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** Credentials and the region they are valid for. */
export interface S3Credentials {
  accessKey: string;
  secretKey: string;
  region: string;
}

const maxSkewMs = 15 * 60_000;

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}

/** Percent-encodes all but the unreserved characters (RFC 3986 section 2.3), in upper-case hex. */
function escaped(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

function canonicalQuery(url: URL): string {
  return [...url.searchParams]
    .map(([name, value]) => `${escaped(name)}=${escaped(value)}`)
    .sort()
    .join('&');
}

/** Returns the time of `20260101T120000Z`; NaN if it is invalid. */
function instantOf(stamp: string): number {
  const match = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(stamp);
  if (match === null) return Number.NaN;
  const [year, month, day, hour, minute, second] = match.slice(1).map(Number) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

/**
 * Verifies the Signature Version 4 of a request, including headers and body digest, as documented by AWS. Returns the
 * error code of the response, or null if the signature is valid.
 */
export function checkSignature(
  request: IncomingMessage,
  body: Buffer,
  { accessKey, secretKey, region }: S3Credentials,
): string | null {
  const header = (name: string) => String(request.headers[name] ?? '');
  const match =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
      header('authorization'),
    );
  if (match === null) return 'AccessDenied';
  const [, key, day, forRegion, signed, signature] = match as unknown as string[];
  if (key !== accessKey) return 'InvalidAccessKeyId';
  if (forRegion !== region) return 'AuthorizationHeaderMalformed';
  const stamp = header('x-amz-date');
  if (!stamp.startsWith(String(day))) return 'AuthorizationHeaderMalformed';
  if (!(Math.abs(Date.now() - instantOf(stamp)) <= maxSkewMs)) return 'RequestTimeTooSkewed';
  const names = String(signed).split(';');
  const mustBeSigned = Object.keys(request.headers).filter((name) => name.startsWith('x-amz-'));
  if (!['host', ...mustBeSigned].every((name) => names.includes(name))) return 'AccessDenied';
  const content = header('x-amz-content-sha256');
  const digest = createHash('sha256').update(body).digest('hex');
  if (content !== 'UNSIGNED-PAYLOAD' && content !== digest) return 'XAmzContentSHA256Mismatch';
  const url = new URL(request.url ?? '/', 'http://loopback');
  const canonical = [
    request.method,
    url.pathname,
    canonicalQuery(url),
    ...names.map((name) => `${name}:${header(name).trim()}`),
    '',
    names.join(';'),
    content,
  ].join('\n');
  const scope = `${day}/${forRegion}/s3/aws4_request`;
  const canonicalDigest = createHash('sha256').update(canonical).digest('hex');
  const signingKey = ['aws4_request', 's3', forRegion, day]
    .reverse()
    .reduce<string | Buffer>((previous, part) => hmac(previous, String(part)), `AWS4${secretKey}`);
  const expected = hmac(signingKey, `AWS4-HMAC-SHA256\n${stamp}\n${scope}\n${canonicalDigest}`);
  return timingSafeEqual(expected, Buffer.from(String(signature), 'hex')) ? null : 'SignatureDoesNotMatch';
}
