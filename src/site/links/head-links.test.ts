import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readHeadLinks } from './head-links.ts';

test('feeds and sitemaps in the head are found, other alternates are ignored', () => {
  const found = readHeadLinks(
    '<!DOCTYPE html><base href="/blog/"><link rel="alternate" type="application/rss+xml" href="feed.xml"><link rel="alternate" type="application/atom+xml; charset=utf-8" href="https://cdn.test/atom"><link rel="alternate" type="application/rss+xml" href="feed.xml#x"><link rel="alternate" hreflang="de" href="/de/"><link rel="sitemap" href="/map.xml"><link rel="stylesheet" type="application/rss+xml" href="/no">',
    'https://shop.test/x',
  );
  assert.deepEqual(found, {
    feeds: ['https://shop.test/blog/feed.xml', 'https://cdn.test/atom'],
    sitemaps: ['https://shop.test/map.xml'],
  });
  assert.deepEqual(readHeadLinks('', 'https://shop.test/'), { feeds: [], sitemaps: [] });
});
