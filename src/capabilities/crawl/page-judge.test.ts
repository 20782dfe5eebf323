import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PageResult } from '../../domain/pages/page.ts';
import { createPageJudge } from './page-judge.ts';

function page(url: string): Omit<PageResult, 'receipt'> {
  const markdown = '# Harbour\n\nThe crane at berth four lifts eleven tonnes, and the ferry leaves at noon.';
  return {
    status: 'ok',
    url,
    final_url: url,
    title: 'Harbour',
    markdown,
    metadata: {},
    warnings: [],
  } as never;
}

function createTestJudge() {
  const links = {
    canonical: (url: string | URL) => String(url),
    covers: () => true,
    routeOf: () => '',
    isIndexed: () => false,
    isSuspected: () => false,
    mayBeKnown: () => true,
  };
  return createPageJudge(links, async () => []);
}

test('the index of a folder repeats the folder', async () => {
  const judge = createTestJudge();
  assert.equal((await judge.judge(page('http://quay.example/berths/'), [])).use, 'content');
  const index = await judge.judge(page('http://quay.example/berths/index.html'), []);
  assert.equal(index.skipReason, 'duplicate');
});

test('a page that is read again, because it could not be written, is no copy of itself', async () => {
  const judge = createTestJudge();
  const sorted = 'http://quay.example/berths/?sort=name';
  const links = [{ url: sorted, text: 'Name' }];
  for (const url of ['http://quay.example/berths/', sorted]) {
    const views = url === sorted ? [] : links;
    const first = await judge.judge(page(url), views);
    assert.deepEqual(await judge.judge(page(url), views), first, url);
  }
});
