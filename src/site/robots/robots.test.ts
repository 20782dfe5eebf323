import assert from 'node:assert/strict';
import { test } from 'node:test';
import { callInThread } from '../../../test/call-in-thread.ts';
import { parseRobots, verdictForStatus } from './robots.ts';

const at = 'https://shop.test/robots.txt';
const agent = 'webdata/0.1 (+https://example.org/bot)';

function verdictOn(lines: string[], path: string, userAgent = agent): string {
  return parseRobots(lines.join('\n'), at).verdict(new URL(path, at).href, userAgent);
}

test('the group of the crawler applies, else the group `*`', () => {
  const lines = ['User-agent: *', 'Disallow: /all', '', 'User-agent: WebData', 'Disallow: /own'];
  assert.equal(verdictOn(lines, '/own/page'), 'disallowed');
  assert.equal(verdictOn(lines, '/all/page'), 'allowed');
  assert.equal(verdictOn(lines, '/all/page', 'other/2'), 'disallowed');
  assert.equal(verdictOn(lines, '/own/page', 'webdata'), 'disallowed');
});

test('the longest rule wins, and allow wins a tie', () => {
  const lines = ['User-agent: *', 'Disallow: /a', 'Allow: /a/b', 'Disallow: /same', 'Allow: /same'];
  assert.equal(verdictOn(lines, '/a/x'), 'disallowed');
  assert.equal(verdictOn(lines, '/a/b/c'), 'allowed');
  assert.equal(verdictOn(lines, '/same'), 'allowed');
});

test('escapes of characters that need none are those characters, in rules and in URLs (RFC 9309, 2.2.2)', () => {
  for (const rule of ['/%7Ejoe/', '/~joe/', '/%7ejoe/'])
    for (const url of ['/~joe/', '/%7Ejoe/x', '/%7ejoe/x'])
      assert.equal(verdictOn(['User-agent: *', `Disallow: ${rule}`], url), 'disallowed', `${rule} ${url}`);
  assert.equal(verdictOn(['User-agent: *', 'Disallow: /a%2Fb'], '/a/b'), 'allowed');
  assert.equal(verdictOn(['User-agent: *', 'Disallow: /caf%c3%a9'], '/café'), 'disallowed');
});

test('escapes of reserved characters are those characters, but not wildcards (RFC 9309, 2.2.2)', () => {
  const verdict = (rule: string, url: string) => verdictOn(['User-agent: *', `Disallow: ${rule}`], url);
  assert.equal(verdict('/list/color=', '/list/color%3Dred'), 'disallowed');
  assert.equal(verdict('/list%3Bcolor', '/list;color'), 'disallowed');
  assert.equal(verdict('/to?u=http://a.test', '/to?u=http%3A%2F%2Fa.test%2Fb'), 'disallowed');
  assert.equal(verdict('/price%24', '/price$/low'), 'disallowed');
  assert.equal(verdict('/a%2Ab', '/a*b'), 'disallowed');
  assert.equal(verdict('/a%2Ab', '/axb'), 'allowed');
  assert.equal(verdict('/a$b', '/a%24b/c'), 'disallowed');
  assert.equal(verdict('/a?b=%252F', '/a?b=%2F'), 'allowed');
});

test('names of crawlers may contain digits and dots, and the rest of their line is ignored', () => {
  for (const name of ['Web4Bot', 'mail.bot', 'Größe-Bot']) {
    const lines = ['User-agent: *', 'Disallow:', `User-agent: ${name} of ours`, 'Disallow: /'];
    assert.equal(verdictOn(lines, '/x', `${name}/1.0 (+https://example.org/bot)`), 'disallowed', name);
    assert.equal(
      verdictOn(lines, '/x', `Mozilla/5.0 (compatible; ${name}/2; +https://example.org)`),
      'disallowed',
    );
    assert.equal(verdictOn(lines, '/x', 'Web'), 'allowed', name);
  }
  assert.equal(verdictOn(['User-agent: webdata*', 'Disallow: /'], '/x'), 'disallowed');
  assert.equal(verdictOn(['User-agent: * # all', 'Disallow: /'], '/x'), 'disallowed');
  for (const name of ['*bot', '/', '(all)', ''])
    assert.equal(verdictOn([`User-agent: ${name}`, 'Disallow: /'], '/x'), 'allowed', name);
});

test('rules with a lost colon or a misspelled name apply', () => {
  assert.equal(verdictOn(['User-agent *', 'Disallow /x'], '/x'), 'disallowed');
  assert.equal(verdictOn(['Useragent: webdata', 'Dissallow: /x'], '/x'), 'disallowed');
  assert.equal(verdictOn(['User-agent: *', 'Disallow:', 'Disallow all of it'], '/x'), 'allowed');
});

test('a sitemap between two names does not end their group, a blank line behind it or another rule does', () => {
  const verdict = (...lines: string[]) => verdictOn([...lines, 'User-agent: b', 'Disallow: /'], '/x');
  assert.equal(verdict('User-agent: webdata', 'Sitemap: /a.xml', 'Host: shop.test'), 'disallowed');
  assert.equal(verdict('User-agent: *', ''), 'disallowed');
  assert.equal(verdict('User-agent: *', 'Sitemap: /a.xml', ''), 'allowed');
  assert.equal(verdict('User-agent: webdata', 'Noindex: /x'), 'allowed');
});

test('brackets in rules match brackets in URLs, which need no encoding there', () => {
  for (const rule of ['/list?sort[by]=', '/list?sort%5Bby%5D='])
    for (const url of ['/list?sort[by]=price', '/list?sort%5bby%5d=price'])
      assert.equal(verdictOn(['User-agent: *', `Disallow: ${rule}`], url), 'disallowed', `${rule} ${url}`);
});

test('wildcards and end marks are supported', () => {
  const lines = ['User-agent: *', 'Disallow: /*.pdf$', 'Disallow: /search*q='];
  assert.equal(verdictOn(lines, '/files/a.pdf'), 'disallowed');
  assert.equal(verdictOn(lines, '/files/a.pdf?x=1'), 'allowed');
  assert.equal(verdictOn(lines, '/search?page=2&q=x'), 'disallowed');
});

test('several agents share a group, an empty rule allows, comments and invalid lines are skipped', () => {
  const lines = [
    '\uFEFFUser-agent: one',
    'User-agent: webdata # us',
    'Disallow: /x # not here',
    'nonsense',
    ': :',
  ];
  assert.equal(verdictOn(lines, '/x'), 'disallowed');
  assert.equal(verdictOn(['User-agent: *', 'Disallow:'], '/x'), 'allowed');
  assert.equal(verdictOn([], '/x'), 'allowed');
});

test('robots.txt itself is always allowed, and other origins are unknown', () => {
  const lines = ['User-agent: *', 'Disallow: /'];
  assert.equal(verdictOn(lines, '/robots.txt'), 'allowed');
  assert.equal(verdictOn(lines, 'https://other.test/'), 'unknown');
  assert.equal(verdictOn(lines, 'http://shop.test/'), 'unknown');
});

test('delay and sitemaps are read; sitemaps become absolute', () => {
  const rules = parseRobots(
    'Sitemap: /map.xml\nSitemap: https://cdn.test/map.xml.gz\nSitemap: /map.xml\nSitemap: file:///x\nUser-agent: *\nCrawl-delay: 2.5\nUser-agent: slow\nCrawl-delay: soon',
    at,
  );
  assert.deepEqual(rules.sitemaps, ['https://shop.test/map.xml', 'https://cdn.test/map.xml.gz']);
  assert.equal(rules.crawlDelay(agent), 2.5);
  assert.equal(rules.crawlDelay('slow'), null);
});

test('exact Allow paths are listed as pages, patterns are not', () => {
  const rules = parseRobots(
    'User-agent: *\r\nAllow: /hours$\r\nallow : /a?b=1$ # one\r\nAllow: /shop\r\nAllow: /*.html$\r\nDisallow: /x$\r\nAllow: /hours$',
    at,
  );
  assert.deepEqual(rules.pages, ['https://shop.test/hours', 'https://shop.test/a?b=1']);
});

test('text beyond the size limit is ignored, and the last line is not split', () => {
  const filler = '# filler\n'.repeat(60_000);
  assert.equal(verdictOn([`User-agent: *\nDisallow: /early\n${filler}Disallow: /late`], '/late'), 'allowed');
  assert.equal(
    verdictOn([`User-agent: *\nDisallow: /early\n${filler}Disallow: /late`], '/early'),
    'disallowed',
  );
});

test('a file built to be slow is parsed within the limits', () => {
  const lines = [
    'User-agent: *',
    'Disallow: /plain',
    ...Array.from({ length: 70 }, () => `Disallow: /${'*a'.repeat(3500)}b`),
  ];
  assert.equal(verdictOn(lines, `/${'a'.repeat(8000)}`), 'allowed');
  assert.equal(verdictOn([...lines, 'Disallow: /aa'], `/${'a'.repeat(8000)}`), 'disallowed');
});

test('many long URLs are matched against rules with many wildcards in bounded time', async () => {
  const rules = Array.from({ length: 16 }, (_, rule) => `Disallow: /${'*a'.repeat(500)}x${rule}`);
  const urls = Array.from({ length: 200 }, (_, at) => `https://shop.test/${'a'.repeat(8_000)}${at + 20}`);
  const module = new URL('../../../test/regexes/robots-verdicts.ts', import.meta.url);
  const [verdicts] = await callInThread(module, 'robotsVerdicts', [
    [['User-agent: *', ...rules, 'Disallow: /*a*a20$'].join('\n'), urls],
  ]);
  assert.deepEqual((verdicts as string[]).slice(0, 3), ['disallowed', 'allowed', 'allowed']);
});

test('a status other than success decides alone', () => {
  const verdicts = [200, 204, 301, 404, 403, 429, 500, 503, null].map(verdictForStatus);
  const expected = [
    null,
    null,
    'allowed',
    'allowed',
    'allowed',
    'allowed',
    'disallowed',
    'disallowed',
    'disallowed',
  ];
  assert.deepEqual(verdicts, expected);
});
