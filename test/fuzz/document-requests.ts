import type { Dice } from './dice.ts';
import { type FuzzAccount, type FuzzRequest, requestFor } from './fuzz-request.ts';
import { hostileText, percentEncode } from './hostile-text.ts';
import type { Surroundings } from './value-hints.ts';

const documents = [
  '/',
  '/openapi.json',
  '/docs',
  '/docs/',
  '/docs/quick-start',
  '/docs/api-reference',
  '/docs/assets/style.css',
  '/docs/images/console-job.webp',
  '/llms.txt',
  '/livez',
  '/readyz',
  '/.well-known/jwks.json',
  '/metrics',
];
const methods = ['GET', 'GET', 'GET', 'GET', 'HEAD', 'OPTIONS', 'POST', 'DELETE'];
const statuses = [200, 206, 304, 308, 400, 401, 403, 404, 405, 410, 414, 416, 431];

/** Generates a request for a document, a link from a response, or an unknown path. */
export function documentRequest(
  account: FuzzAccount,
  dice: Dice,
  { ids, account: owner }: Surroundings,
): FuzzRequest {
  const link = ids.link(owner, dice);
  const path = dice.weigh<() => string>([
    [10, () => dice.pick(documents)],
    [10, () => link ?? '/v1/account'],
    [2, () => `/${percentEncode(hostileText(dice))}`],
    [
      2,
      () =>
        `${dice.pick(['/v1/', '/v2/', '/docs/', '/mcp/', '/.well-known/'])}${percentEncode(hostileText(dice))}`,
    ],
    [1, () => `${dice.pick(documents)}?${percentEncode(hostileText(dice))}=%ff&%`],
    [
      1,
      () =>
        dice.pick([
          '/%',
          '/%00',
          '//',
          '/..',
          '/.%2e/',
          '/v1',
          '/v2',
          '/v1/',
          '/v1/%2e%2e/metrics',
          '/docs/../metrics',
        ]),
    ],
  ])();
  const headers: [string, string][] = [];
  if (dice.chance(0.2))
    headers.push(['Accept-Encoding', dice.pick(['gzip', 'br', 'identity;q=0', 'zstd', '*'])]);
  if (dice.chance(0.2))
    headers.push(['Range', dice.pick(['bytes=0-9', 'bytes=-5', 'bytes=9-2', 'bytes=0-0,2-3'])]);
  if (dice.chance(0.1)) headers.push(['If-None-Match', dice.pick(['*', '"a"', 'W/"a"'])]);
  const isLink = path === link;
  return requestFor(account, {
    group: 'documents, links, unknown paths',
    method: isLink ? 'GET' : dice.pick(methods),
    target: path,
    headers,
    expectation: { kind: 'statuses', statuses, mayClose: false },
    stopsEarly: isLink && /\/events/.test(path),
  });
}
