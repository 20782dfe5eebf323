import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addMs } from '../../src/domain/system/clock.ts';
import { startWorld } from '../world/world.ts';
import { startTestService } from './running-service.ts';

test('reading long pages', async (t) => {
  const world = await startWorld();
  t.after(() => world.close());
  let now = new Date();
  const service = await startTestService(t, { WEBDATA_KEEP: 'pages=2d' }, { clock: { now: () => now } });
  const page = (await service.post('/v1/scrape', { url: world.site.url('/long/200k'), max_length: 1000 }))
    .json;
  const read = (query: string) => service.get(`/v1/read?ref=${page.ref}${query}`);

  await t.test('a long page is truncated and has a ref', () => {
    assert.equal(page.truncated, true);
    assert.ok([...page.markdown].length <= 1000);
    assert.match(page.ref, /^ref_[0-9a-z]{26,}$/);
    assert.ok(page.length > 150_000);
    assert.equal(new Date(page.expires_at).getTime() > now.getTime(), true);
  });

  await t.test('windows add up to the whole text, and reading is free', async () => {
    const before = (await service.get('/v1/account')).json.credits.plan;
    let whole = '';
    for (let offset: number | null = 0; offset !== null; ) {
      const { json } = await read(`&offset=${offset}&length=30000`);
      assert.equal([...json.content].length, json.length);
      whole += json.content;
      offset = json.next_offset;
    }
    assert.equal([...whole].length, page.length);
    assert.ok(whole.startsWith(page.markdown.trimEnd().slice(0, 900)));
    assert.equal((await service.get('/v1/account')).json.credits.plan, before);
  });

  await t.test('a section is found by its id and by its words', async () => {
    const { sections } = (await read('&length=1')).json;
    const section = sections.find((candidate: { level: number }) => candidate.level === 2);
    const byId = (await read(`&section=${encodeURIComponent(section.id)}&length=1000000`)).json;
    assert.equal(byId.section, section.id);
    assert.equal(byId.total_length, section.length);
    assert.match(byId.content, /^## /);
    const byWords = (await read(`&section=${encodeURIComponent(section.title.toUpperCase())}`)).json;
    assert.equal(byWords.section, section.id);
    assert.equal((await read('&section=there%20is%20none')).status, 404);
  });

  await t.test('focus returns the relevant passages', async () => {
    const { sections } = (await read('&length=1')).json;
    const last = sections.at(-1);
    const { json } = await read(`&focus=${encodeURIComponent(last.title)}&length=3000`);
    assert.ok(json.passages.length > 0);
    assert.ok([...json.content].length <= 3000);
    const scores = json.passages.map((passage: { score: number }) => passage.score);
    assert.deepEqual(
      scores,
      scores.toSorted((one: number, other: number) => other - one),
    );
    const [best] = json.passages;
    const window = (await read(`&offset=${best.offset}&length=${best.length}`)).json;
    assert.equal(window.content, best.text);
  });

  await t.test('refs of another account and unknown refs are not found', async () => {
    assert.equal((await service.get('/v1/read?ref=ref_0000')).status, 404);
  });

  await t.test('an expired ref is 410', async () => {
    now = addMs(now, 3 * 86_400_000);
    const { status, json } = await read('');
    assert.deepEqual([status, json.code], [410, 'expired']);
  });
});
