import assert from 'node:assert/strict';
import { test } from 'node:test';
import { jobFor } from '../../test/corpus/content-job.ts';
import { renderingPages } from '../../test/corpus/rendering-pages.ts';
import { readResponse } from './read-response.ts';

test('at least 97 of 100 pages are sent to a browser, or spared it, rightly', async (t) => {
  const found = { true: { true: 0, false: 0 }, false: { true: 0, false: 0 } };
  const wrong: string[] = [];
  for (const { name, html, needsBrowser } of renderingPages) {
    const content = await readResponse(jobFor(html));
    found[`${needsBrowser}`][`${content.needsBrowser}`] += 1;
    if (needsBrowser !== content.needsBrowser) wrong.push(name);
  }
  t.diagnostic(
    `needs one: ${found.true.true} sent, ${found.true.false} not; needs none: ${found.false.true} sent, ${found.false.false} not`,
  );
  const right = renderingPages.length - wrong.length;
  assert.ok(right / renderingPages.length >= 0.97, `wrong: ${wrong.join(', ')}`);
});
