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

test('an element has one shadow root; further templates stay inert', async () => {
  const html = `<main><h1>Crane</h1><x-a><template shadowrootmode=open><p>${words}</p></template>
    <template shadowrootmode=open><p>Never shown</p></template></x-a></main>`;
  const { markdown } = await readResponse(jobFor(html));
  assert.match(markdown, /lifts up to ninety tons/);
  assert.doesNotMatch(markdown, /Never shown/);
});

async function markdownOf(main: string): Promise<string> {
  return (
    await readResponse(
      jobFor(`<title>Crane</title><main><h1>Crane</h1><p>${words}</p>${main}<p>${words}</p></main>`),
    )
  ).markdown;
}

function positionsOf(text: string, parts: readonly string[]): number[] {
  return parts.map((part) => text.indexOf(part));
}

const slottedPages: [name: string, html: string, order: string[], without: RegExp | null][] = [
  [
    'in its place, by name',
    '<x-c><template shadowrootmode="open"><p>Above the slots.</p><slot name="t">No title</slot><p>Between them.</p><slot></slot><p>Below the slots.</p></template><p>The text of the host.</p><p slot="t">The title of the host.</p></x-c>',
    ['Above the slots', 'The title of the host', 'Between them', 'The text of the host', 'Below the slots'],
    /No title/,
  ],
  [
    'instead of the fallback of a slot, which stays without it',
    '<x-c><template shadowrootmode="open"><p>Starts here.</p><slot name="n">Nobody is on board.</slot><p>Ends here.</p></template></x-c>',
    ['Starts here', 'Nobody is on board', 'Ends here'],
    null,
  ],
  [
    'through two hosts',
    '<x-o><template shadowrootmode="open"><x-i><template shadowrootmode="open"><p>Inner above.</p><slot></slot><p>Inner below.</p></template><slot></slot></x-i><p>Outer below.</p></template><p>Handed on.</p></x-o>',
    ['Inner above', 'Handed on', 'Inner below', 'Outer below'],
    null,
  ],
];

for (const [name, html, order, without] of slottedPages)
  test(`slotted text stands ${name}`, async () => {
    const markdown = await markdownOf(html);
    const positions = positionsOf(markdown, order);
    assert.ok(
      positions.every((at) => at >= 0),
      markdown,
    );
    assert.deepEqual(
      positions,
      positions.toSorted((one, other) => one - other),
    );
    if (without !== null) assert.doesNotMatch(markdown, without);
  });

test('a selector matches an element that is read as a part of a table', async () => {
  const html =
    '<title>Plans</title><p>Menu</p><div role="table" class="plans"><div role="row"><div role="cell">Basic</div><div role="cell">5</div></div><div role="row"><div role="cell">Pro</div><div role="cell">12</div></div></div>';
  const { markdown } = await readResponse(jobFor(html, { includeSelectors: ['div.plans'] }));
  assert.equal(markdown, '|  |  |\n| --- | --- |\n| Basic | 5 |\n| Pro | 12 |');
});
