import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { MediaKind } from '../metadata/media-kind.ts';
import { linksOfText } from './text-links.ts';

const linksOf = (text: string, kind: MediaKind, url = 'https://quay.test/docs/list') =>
  linksOfText(text, kind, url).map((link) => [link.url, link.text]);

test('the links of Markdown are inline, in angle brackets, defined or bare; images are none', () => {
  const text = [
    '- [Setup](setup.md "How to start"), ![picture](shot.png)',
    '- <https://quay.test/api>, (https://quay.test/a(b)) and https://quay.test/end.',
    '[ref]: /reference',
    '[self](#part) [Setup again](setup.md)',
  ].join('\n');
  assert.deepEqual(linksOf(text, 'markdown'), [
    ['https://quay.test/docs/setup.md', 'Setup'],
    ['https://quay.test/api', ''],
    ['https://quay.test/a(b)', ''],
    ['https://quay.test/end', ''],
    ['https://quay.test/reference', 'ref'],
  ]);
});

test('a list for language models and plain text have theirs', () => {
  const text =
    '# Quay\n\n> Boats\n\n## Docs\n\n- [Oars](https://quay.test/oars): how long\n\nhttps://quay.test/oars\nhttps://quay.test/b?x=1&y=2';
  assert.deepEqual(linksOf(text, 'text'), [
    ['https://quay.test/oars', 'Oars'],
    ['https://quay.test/b?x=1&y=2', ''],
  ]);
});

test('a sitemap has the addresses of its elements, and JSON those of its values', () => {
  const sitemap =
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc> https://quay.test/a?b=1&amp;c=2 </loc></url></urlset>';
  assert.deepEqual(linksOf(sitemap, 'xml'), [['https://quay.test/a?b=1&c=2', '']]);
  const json = JSON.stringify({
    items: [
      { title: 'Oars', url: 'https://quay.test/oars', picture: '/oars.png' },
      { name: 'Sails', detail_url: '/sails', note: 'see /nothing' },
    ],
  });
  assert.deepEqual(linksOf(json, 'json'), [
    ['https://quay.test/oars', 'Oars'],
    ['https://quay.test/sails', 'Sails'],
  ]);
  assert.deepEqual(linksOf('{"url": ', 'json'), []);
});

test('a text made to be slow is read within the limits', () => {
  const many = (part: string) => part.repeat(200_000);
  for (const part of ['[', '[a](', 'https://a', `https://a${')'.repeat(50)} `])
    linksOf(many(part).slice(0, 2_000_000), 'text');
  for (const part of ['<loc ', '<loc>', ' href="']) linksOf(many(part), 'xml');
  const deep = `${'{"a":'.repeat(5_000)}"https://quay.test/deep"${'}'.repeat(5_000)}`;
  assert.deepEqual(linksOf(deep, 'json'), []);
  const several = Array.from({ length: 6_000 }, (_, at) => `https://quay.test/${at}`).join('\n');
  assert.equal(linksOf(several, 'text').length, 5_000);
});
