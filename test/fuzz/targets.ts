import type { Dice } from './dice.ts';

/** URLs used in the bodies of generated requests. All reachable ones are on loopback. */
export interface Targets {
  /** Small pages without errors. */
  good: readonly string[];
  /** Other pages: errors, blocks, redirects, files, protocol faults. All end quickly. */
  odd: readonly string[];
  /** Pages that end only by the reader's timeout. */
  slow: readonly string[];
  /** Receivers of webhooks. */
  hooks: readonly string[];
  /** URLs that must be rejected before anything is contacted. */
  refused: readonly string[];
}

/** URLs that may not be contacted, or that are invalid. `.invalid` never resolves (RFC 6761). */
export const refusedAddresses: readonly string[] = [
  '',
  'http://',
  'https://',
  'http:///path',
  'http://:80/',
  'http://[::1',
  'http://[::1]:9/',
  'http://[fe80::1%25eth0]/',
  'http://10.0.0.5/',
  'http://192.168.1.1/admin',
  'http://169.254.169.254/latest/meta-data/',
  'http://0x7f000001/',
  'http://2130706433/',
  'http://0177.0.0.1/',
  'http://127.1/',
  'http://0.0.0.0/',
  'http://localhost:5432/',
  'http://127.0.0.66/',
  'http://[::ffff:10.0.0.5]/',
  'http://[64:ff9b::a00:5]/',
  'http://user:password@127.0.0.11/',
  'http://127.0.0.11:22/',
  'http://127.0.0.11:99999/',
  'http://nothing.invalid/',
  `http://${'a'.repeat(64)}.invalid/`,
  `http://${'a.'.repeat(130)}invalid/`,
  'http://xn--a.invalid/',
  'http://ex ample.invalid/',
  'http://a\0b.invalid/',
  'http://\ud800.invalid/',
  'http://nothing.invalid/\ud800',
  'http://nothing.invalid/\0',
  'ftp://127.0.0.11/file',
  'file:///etc/passwd',
  'javascript:alert(1)',
  'data:text/html,<p>text',
  'gopher://127.0.0.11:70/_',
  'about:blank',
  'view-source:http://127.0.0.11/',
  'mailto:nobody@nothing.invalid',
  '//127.0.0.11/',
  'just words',
];

/** Returns a URL; most are pages without errors. */
export function targetAddress(targets: Targets, dice: Dice): string {
  const list = dice.weigh([
    [70, targets.good],
    [14, targets.odd],
    [2, targets.slow],
    [14, targets.refused],
  ]);
  const address = dice.pick(list);
  if (list === targets.refused || !dice.chance(0.08)) return address;
  // The host is not changed, so that only loopback can be contacted.
  return `${address}${dice.pick(['#', '?', '/', '?a=b&a=b#c', '%', '%00', '\0', '\ud800', ' ', '\n', '?%ff=%'])}`;
}

/** Returns a webhook URL; most are receivers that respond. */
export function hookAddress(targets: Targets, dice: Dice): string {
  return dice.chance(0.8) ? dice.pick(targets.hooks) : dice.pick(targets.refused);
}
