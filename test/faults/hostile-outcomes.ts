import type { HostileServer } from '../world/hostile-server.ts';

/** Hostile page and its expected outcome: a status, with the error code. */
export interface HostileOutcome {
  name: string;
  address: string;
  outcome: string;
}

/** Paths of the hostile server by expected outcome (docs/api/pages.md). */
const outcomes: Readonly<Record<string, readonly string[]>> = {
  ok: [
    '/gzip',
    '/x-gzip',
    '/gzip-members',
    '/br',
    '/zstd',
    '/deflate',
    '/deflate-raw',
    '/stacked',
    '/stacked-in-two-headers',
    '/misnamed',
    '/gzip-without-trailer',
    '/gzip-with-garbage',
    '/roomy-headers',
    '/until-close',
    '/early-hints',
    '/repeated-headers',
    '/pushes-second-answer',
    '/echo',
    '/hops?left=3',
    '/cookie-gate',
    '/cookie-flood',
    '/utf8-location',
    '/endless-redirect',
  ],
  'failed encoding': [
    '/gzip-cut',
    '/large-gzip-cut',
    '/gzip-wrong-checksum',
    '/br-cut',
    '/zstd-cut',
    '/wrong-label',
    '/wrong-label-br',
    '/stacked-thrice',
    '/compress',
    '/zstd-wide-window',
  ],
  'failed too_large': [
    '/gzip-bomb',
    '/br-bomb',
    '/zstd-bomb',
    '/deflate-bomb',
    '/nested-bomb',
    '/endless',
    '/promises-too-much',
    '/large-headers',
    '/endless-headers',
  ],
  'failed timeout': ['/never-answers', '/drips', '/slow-headers', '/stalls'],
  'failed reset': [
    '/accepts-and-closes',
    '/resets',
    '/promises-more',
    '/resets-midway',
    '/bad-chunks',
    '/cut-chunks',
    '/garbage-status',
    '/no-http',
    '/two-lengths',
    '/length-and-chunks',
    '/switches-protocol',
    '/http-0.9',
  ],
  'failed redirects': [
    '/loop',
    '/itself',
    '/growing-loop?n=1',
    '/hops?left=40',
    '/bad-location',
    '/no-location',
  ],
  'invalid private_address': [
    '/to?url=http%3A%2F%2F10.0.0.1%2F',
    '/to?url=http%3A%2F%2F169.254.169.254%2Flatest',
  ],
  'invalid scheme': ['/to?url=file%3A%2F%2F%2Fetc%2Fpasswd'],
  'not_found http_404': ['/nowhere-at-all'],
};

/** Returns all pages of the hostile server with a single possible outcome. */
export function hostileOutcomes(hostile: HostileServer): HostileOutcome[] {
  const pages = Object.entries(outcomes).flatMap(([outcome, paths]) =>
    paths.map((path) => ({ name: path, address: hostile.url(path), outcome })),
  );
  return [
    ...pages,
    { name: 'self-signed', address: hostile.selfSignedUrl('/gzip'), outcome: 'failed tls' },
    { name: 'no tls', address: hostile.noTlsUrl('/'), outcome: 'failed tls' },
    { name: 'silent', address: hostile.silentUrl('/'), outcome: 'failed timeout' },
    { name: 'silent tls', address: hostile.silentUrl('/', 'https'), outcome: 'failed timeout' },
    { name: 'no such name', address: 'http://nowhere.invalid/', outcome: 'not_found dns' },
  ];
}
