import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseRobots, verdictForStatus } from './robots.ts';

const at = 'https://shop.test/robots.txt';
const agent = 'webdata/0.1 (+https://example.org/bot)';

function verdictOn(lines: string[], path: string, userAgent = agent): string {
  return parseRobots(lines.join('\n'), at).verdict(new URL(path, at).href, userAgent);
}

test('the group of the crawler counts, else the one for everybody', () => {
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

test('wildcards and end marks are heeded', () => {
  const lines = ['User-agent: *', 'Disallow: /*.pdf$', 'Disallow: /search*q='];
  assert.equal(verdictOn(lines, '/files/a.pdf'), 'disallowed');
  assert.equal(verdictOn(lines, '/files/a.pdf?x=1'), 'allowed');
  assert.equal(verdictOn(lines, '/search?page=2&q=x'), 'disallowed');
});

test('several agents share a group, an empty rule allows, comments and broken lines are passed over', () => {
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

test('robots.txt itself is always allowed, and another origin is not judged', () => {
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

test('pages that it names outright are known, places that it only describes are not', () => {
  const rules = parseRobots(
    'User-agent: *\r\nAllow: /hours$\r\nallow : /a?b=1$ # one\r\nAllow: /shop\r\nAllow: /*.html$\r\nDisallow: /x$\r\nAllow: /hours$',
    at,
  );
  assert.deepEqual(rules.pages, ['https://shop.test/hours', 'https://shop.test/a?b=1']);
});

test('what stands behind the size limit is not read, and the last line is not cut in two', () => {
  const filler = '# filler\n'.repeat(60_000);
  assert.equal(verdictOn([`User-agent: *\nDisallow: /early\n${filler}Disallow: /late`], '/late'), 'allowed');
  assert.equal(
    verdictOn([`User-agent: *\nDisallow: /early\n${filler}Disallow: /late`], '/early'),
    'disallowed',
  );
});

test('a file made to be slow is answered all the same', () => {
  const lines = [
    'User-agent: *',
    'Disallow: /plain',
    ...Array.from({ length: 70 }, () => `Disallow: /${'*a'.repeat(3500)}b`),
  ];
  assert.equal(verdictOn(lines, `/${'a'.repeat(8000)}`), 'allowed');
  assert.equal(verdictOn([...lines, 'Disallow: /aa'], `/${'a'.repeat(8000)}`), 'disallowed');
});

test('the status of the file decides when it is no success', () => {
  const decided = [200, 204, 301, 404, 403, 429, 500, 503, null].map(verdictForStatus);
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
  assert.deepEqual(decided, expected);
});
