import assert from 'node:assert/strict';
import { test } from 'node:test';
import { jobFor } from '../../../test/corpus/content-job.ts';
import { renderingPages } from '../../../test/corpus/rendering-pages.ts';
import { scriptedMainPages } from '../../../test/corpus/scripted-main-pages.ts';
import { readResponse } from '../read/read-response.ts';

test('the decision to use a browser is correct for at least 98 of 100 pages', async (t) => {
  const counts = { true: { true: 0, false: 0 }, false: { true: 0, false: 0 } };
  const wrong: string[] = [];
  const pages = [...renderingPages, ...scriptedMainPages];
  for (const { name, html, needsBrowser } of pages) {
    const content = await readResponse(jobFor(html));
    counts[`${needsBrowser}`][`${content.needsBrowser}`] += 1;
    if (needsBrowser !== content.needsBrowser) wrong.push(name);
  }
  t.diagnostic(
    `browser needed: ${counts.true.true} detected, ${counts.true.false} missed; not needed: ${counts.false.true} false alarms, ${counts.false.false} correct`,
  );
  const right = pages.length - wrong.length;
  assert.ok(pages.length >= 150);
  assert.ok(right / pages.length >= 0.98, `wrong: ${wrong.join(', ')}`);
});

test('a page whose main content may depend on scripts gets a warning and no browser', async () => {
  const words = 'The keeper writes down each ship and the hour of its arrival at the lock. '.repeat(3);
  const html = `<!doctype html><title>Ships</title><main><h1>Ships</h1><p>${words}</p><div id="list"></div></main>
    <script>fill("#list");</script>`;
  const content = await readResponse(jobFor(html));
  assert.equal(content.needsBrowser, false);
  assert.deepEqual(
    content.warnings.map(({ code }) => code),
    ['may_need_browser'],
  );
});
