import assert from 'node:assert/strict';
import { test } from 'node:test';
import { jobFor } from '../../../test/corpus/content-job.ts';
import { renderingPages } from '../../../test/corpus/rendering-pages.ts';
import { readResponse } from '../read/read-response.ts';

test('the decision to use a browser is correct for at least 97 of 100 pages', async (t) => {
  const counts = { true: { true: 0, false: 0 }, false: { true: 0, false: 0 } };
  const wrong: string[] = [];
  for (const { name, html, needsBrowser } of renderingPages) {
    const content = await readResponse(jobFor(html));
    counts[`${needsBrowser}`][`${content.needsBrowser}`] += 1;
    if (needsBrowser !== content.needsBrowser) wrong.push(name);
  }
  t.diagnostic(
    `browser needed: ${counts.true.true} detected, ${counts.true.false} missed; not needed: ${counts.false.true} false alarms, ${counts.false.false} correct`,
  );
  const right = renderingPages.length - wrong.length;
  assert.ok(right / renderingPages.length >= 0.97, `wrong: ${wrong.join(', ')}`);
});
