import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { MapLink } from './map-answer.ts';
import { rankLinks } from './rank-links.ts';

const origin = 'https://shop.test';

async function ranked(links: Array<[path: string, title?: string, description?: string]>, search: string) {
  const all = links.map(([path, title, description]): MapLink => {
    return {
      url: origin + path,
      source: 'link',
      ...(title !== undefined && { title }),
      ...(description !== undefined && { description }),
    };
  });
  const found = await rankLinks(all, search, new AbortController().signal);
  return found.map((link) => link.url.slice(origin.length));
}

test('links without any of the words are left out, those with more of them come first', async () => {
  const links: Array<[string, string?]> = [
    ['/'],
    ['/about', 'About us'],
    ['/docs/install', 'Install'],
    ['/docs/install/windows', 'Install on Windows'],
    ['/windows'],
    ['/docs/tuning'],
  ];
  assert.deepEqual(await ranked(links, 'install windows'), [
    '/docs/install/windows',
    '/docs/install',
    '/windows',
  ]);
  assert.deepEqual(await ranked(links, 'nothing like that'), []);
});

test('address and title tell more than a description, whole words more than parts', async () => {
  assert.deepEqual(
    await ranked(
      [['/a', 'Other', 'all about cranes'], ['/b', 'Cranes'], ['/scranestop'], ['/a-crane']],
      'cranes',
    ),
    ['/b', '/a-crane', '/scranestop', '/a'],
  );
});

test('rare words tell more than frequent ones', async () => {
  const many = Array.from({ length: 20 }, (_, at): [string] => [`/blog/${at}`]);
  assert.equal((await ranked([...many, ['/tides']], 'blog tides'))[0], '/tides');
});

test('case, accents and ways of spelling make no difference', async () => {
  assert.deepEqual(await ranked([['/caf%C3%A9/men%C3%BA']], 'Cafe MENU'), ['/caf%C3%A9/men%C3%BA']);
  assert.deepEqual(
    await ranked([['/x', 'Öffnungszeiten'], ['/oeffnungszeiten'], ['/strasse']], 'öffnungszeiten'),
    ['/x', '/oeffnungszeiten'],
  );
  assert.deepEqual(await ranked([['/strasse']], 'Straße'), ['/strasse']);
  assert.deepEqual(await ranked([['/x', 'Лодки в гавани']], 'лодка'), ['/x']);
  assert.deepEqual(await ranked([['/x', 'λιμάνι']], 'ΛΙΜΑΝΙ'), ['/x']);
});

test('scripts without spaces are searched by word', async () => {
  assert.deepEqual(
    await ranked(
      [
        ['/1', '港の料金表'],
        ['/2', '会社概要'],
      ],
      '料金',
    ),
    ['/1'],
  );
  assert.deepEqual(
    await ranked(
      [
        ['/1', '关于我们的价格'],
        ['/2', '新闻'],
      ],
      '价格',
    ),
    ['/1'],
  );
  assert.deepEqual(await ranked([['/%E6%96%99%E9%87%91']], '料金'), ['/%E6%96%99%E9%87%91']);
  assert.deepEqual(
    await ranked(
      [
        ['/1', 'ราคาสินค้า'],
        ['/2', 'ข่าว'],
      ],
      'ราคา',
    ),
    ['/1'],
  );
});

test('words that say nothing match nothing beside others, and a search without words keeps everything', async () => {
  assert.deepEqual(await ranked([['/the-team'], ['/install']], 'how to install the tool'), ['/install']);
  assert.deepEqual(await ranked([['/b'], ['/a']], ' -- '), ['/b', '/a']);
  assert.deepEqual(await ranked([['/b'], ['/the']], 'the'), ['/the']);
});
