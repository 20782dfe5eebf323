import assert from 'node:assert/strict';
import { test } from 'node:test';
import { jobFor } from '../../../test/corpus/content-job.ts';
import { readResponse } from '../read/read-response.ts';

const words = 'The crane lifts up to ninety tons at each berth of the quay. '.repeat(6);

test('the content of declarative shadow roots is read, that of other templates is not', async () => {
  const html = `<!doctype html><title>Crane</title><main><h1>Crane</h1>
    <port-card><template shadowrootmode="open"><style>p { color: red }</style><p>${words}</p><a href="/berths">Berths</a>
      <inner-card><template ShadowRootMode=closed><p>Inspected in week nine.</p></template></inner-card></template></port-card>
    <template><p>Never shown</p><x-a><template shadowrootmode="open"><p>Inert copy</p></template></x-a></template></main>
    <script type="module" src="/app.js"></script>`;
  const { markdown, links, needsBrowser } = await readResponse(
    jobFor(html, { formats: ['markdown', 'links'] }),
  );
  assert.match(markdown, /lifts up to ninety tons/);
  assert.match(markdown, /Inspected in week nine/);
  assert.doesNotMatch(markdown, /Never shown|Inert copy|color/);
  assert.deepEqual(
    links?.map(({ url }) => url),
    ['https://example.com/berths'],
  );
  assert.equal(needsBrowser, false);
});
