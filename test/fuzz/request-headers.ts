import type { ApiOperation } from './api-operations.ts';
import type { Dice } from './dice.ts';

type Header = [name: string, value: string];

const accepts = [
  '*/*',
  'application/json',
  'text/html',
  'text/event-stream',
  'application/pdf',
  'image/png;q=0.5',
  ';',
  'q=',
  'a/b;q=2, */*;q=0',
];
const ranges = [
  'bytes=0-9',
  'bytes=-5',
  'bytes=5-',
  'bytes=9-2',
  'bytes=0-0,2-3',
  'bytes=99999999999-',
  'items=1-2',
  'bytes=',
  'bytes=a-b',
  'bytes=-0',
];
const tags = ['*', '"a"', 'W/"a"', '', '"', '"a", "b"', 'a'.repeat(2_000)];
const eventIds = ['0', '1', '-1', '99999999999999999999', 'a', '\u0080', 'null', '1.5', ' '];
const origins = ['null', 'http://evil.invalid', 'https://127.0.0.1', 'file://', ''];

/** Returns an idempotency key; a few are reused, also with other bodies. */
function idempotencyKey(dice: Dice): string {
  return dice.weigh<() => string>([
    [6, () => `repeated-${dice.below(40)}`],
    [3, () => `once-${dice.below(1_000_000_000)}`],
    [1, () => ''],
    [1, () => 'k'.repeat(dice.pick([255, 256, 5_000]))],
    [1, () => dice.pick(['\u0080\u00ff', '"quoted"', 'a b', 'a,b', '\t', '%00'])],
  ])();
}

function sometimes(share: number, dice: Dice, header: () => Header): Header[] {
  return dice.chance(share) ? [header()] : [];
}

/** Returns headers that the service reads, valid and invalid; none for most requests. */
export function hostileHeaders(operation: ApiOperation, dice: Dice): Header[] {
  const isFile = '*/*' in (operation.answers['200'] ?? {});
  return [
    ...sometimes(operation.method === 'POST' ? 0.1 : 0.01, dice, () => [
      'Idempotency-Key',
      idempotencyKey(dice),
    ]),
    ...sometimes(0.05, dice, () => ['Accept', dice.pick(accepts)]),
    ...sometimes(0.03, dice, () => [
      'Accept-Encoding',
      dice.pick(['gzip', 'br', 'identity;q=0', '*;q=0', 'gzip, br, zstd']),
    ]),
    ...sometimes(isFile ? 0.4 : 0.01, dice, () => ['Range', dice.pick(ranges)]),
    ...sometimes(isFile ? 0.2 : 0.01, dice, () => ['If-None-Match', dice.pick(tags)]),
    ...sometimes(isFile ? 0.1 : 0, dice, () => ['If-Range', dice.pick(tags)]),
    ...sometimes(operation.isEventStream ? 0.4 : 0.01, dice, () => ['Last-Event-ID', dice.pick(eventIds)]),
    ...sometimes(0.01, dice, () => ['Origin', dice.pick(origins)]),
    ...sometimes(0.01, dice, () => ['X-Forwarded-For', dice.pick(['127.0.0.1', 'x', '::1, 10.0.0.1', ','])]),
    ...sometimes(0.01, dice, () => ['X-Forwarded-Host', dice.pick(['evil.invalid', '[', 'a b', ''])]),
    ...sometimes(0.01, dice, () => ['Webdata-Interface', dice.pick(['cli', 'mcp', 'v2', '\u0080'])]),
    ...sometimes(0.005, dice, () => ['Cookie', 'a=b; '.repeat(300)]),
    ...sometimes(0.003, dice, () => ['X-Long', 'x'.repeat(dice.pick([4_000, 14_000]))]),
  ];
}
