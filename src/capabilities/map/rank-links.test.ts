import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { MapLink } from './map-response.ts';
import { rankLinks } from './rank-links.ts';

const origin = 'https://shop.test';

async function rankPaths(links: Array<[path: string, title?: string, description?: string]>, search: string) {
  const all = links.map(([path, title, description]): MapLink => {
    return {
      url: origin + path,
      source: 'link',
      ...(title !== undefined && { title }),
      ...(description !== undefined && { description }),
    };
  });
  const rankedLinks = await rankLinks(all, search, new AbortController().signal);
  return rankedLinks.map((link) => link.url.slice(origin.length));
}

test('links without any of the words are omitted, and links with more of the words come first', async () => {
  const links: Array<[string, string?]> = [
    ['/'],
    ['/about', 'About us'],
    ['/docs/install', 'Install'],
    ['/docs/install/windows', 'Install on Windows'],
    ['/windows'],
    ['/docs/tuning'],
  ];
  assert.deepEqual(await rankPaths(links, 'install windows'), [
    '/docs/install/windows',
    '/docs/install',
    '/windows',
  ]);
  assert.deepEqual(await rankPaths(links, 'nothing like that'), []);
});

test('URL and title weigh more than the description, and whole words more than parts', async () => {
  assert.deepEqual(
    await rankPaths(
      [['/a', 'Other', 'all about cranes'], ['/b', 'Cranes'], ['/scranestop'], ['/a-crane']],
      'cranes',
    ),
    ['/b', '/a-crane', '/scranestop', '/a'],
  );
});

test('rare words weigh more than frequent ones', async () => {
  const many = Array.from({ length: 20 }, (_, at): [string] => [`/blog/${at}`]);
  assert.equal((await rankPaths([...many, ['/tides']], 'blog tides'))[0], '/tides');
});

test('case, accents and spelling variants are ignored', async () => {
  assert.deepEqual(await rankPaths([['/caf%C3%A9/men%C3%BA']], 'Cafe MENU'), ['/caf%C3%A9/men%C3%BA']);
  assert.deepEqual(
    await rankPaths([['/x', 'Öffnungszeiten'], ['/oeffnungszeiten'], ['/strasse']], 'öffnungszeiten'),
    ['/x', '/oeffnungszeiten'],
  );
  assert.deepEqual(await rankPaths([['/strasse']], 'Straße'), ['/strasse']);
  assert.deepEqual(await rankPaths([['/x', 'Лодки в гавани']], 'лодка'), ['/x']);
  assert.deepEqual(await rankPaths([['/x', 'λιμάνι']], 'ΛΙΜΑΝΙ'), ['/x']);
});

test('scripts without spaces are searched by word', async () => {
  assert.deepEqual(
    await rankPaths(
      [
        ['/1', '港の料金表'],
        ['/2', '会社概要'],
      ],
      '料金',
    ),
    ['/1'],
  );
  assert.deepEqual(
    await rankPaths(
      [
        ['/1', '关于我们的价格'],
        ['/2', '新闻'],
      ],
      '价格',
    ),
    ['/1'],
  );
  assert.deepEqual(await rankPaths([['/%E6%96%99%E9%87%91']], '料金'), ['/%E6%96%99%E9%87%91']);
  assert.deepEqual(
    await rankPaths(
      [
        ['/1', 'ราคาสินค้า'],
        ['/2', 'ข่าว'],
      ],
      'ราคา',
    ),
    ['/1'],
  );
});

test('function words are ignored next to other words, and a search without words keeps all links', async () => {
  assert.deepEqual(await rankPaths([['/the-team'], ['/install']], 'how to install the tool'), ['/install']);
  assert.deepEqual(await rankPaths([['/b'], ['/a']], ' -- '), ['/b', '/a']);
  assert.deepEqual(await rankPaths([['/b'], ['/the']], 'the'), ['/the']);
});
