import assert from 'node:assert/strict';
import { describe, test } from 'node:test';

import { jobFor } from '../../../test/corpus/content-job.ts';
import { readHtml } from '../read/read-html.ts';

const first = 'The mill stood idle for most of the winter, because the river had frozen above the weir.';
const second =
  'When the thaw came in March, the miller found that two of the paddles had split, and that the axle needed grease.';
const third = 'He sent for a carpenter from the next valley, who took nine days and asked a fair price.';

function read(body: string, options: Parameters<typeof jobFor>[1] = {}) {
  const html = `<html><head><title>The mill</title></head><body><div id="root"></div>${body}</body></html>`;
  return readHtml(html, jobFor('', options));
}

function script(type: string, value: unknown, id = ''): string {
  return `<script type="${type}" id="${id}">${JSON.stringify(value).replaceAll('<', '\\u003c')}</script>`;
}

function flight(...rows: string[]): string {
  return rows.map((row) => `<script>self.__next_f.push([1,${JSON.stringify(`${row}\n`)}])</script>`).join('');
}

const codes = (page: { warnings: { code: string }[] }): string[] => page.warnings.map(({ code }) => code);

describe('a page without text before its scripts run', () => {
  test('is read from JSON-LD', () => {
    const page = read(
      script('application/ld+json', {
        '@type': 'NewsArticle',
        headline: 'The mill at the weir',
        articleBody: `${first}\n\n${second}\n\n${third}`,
        publisher: {
          name: 'Gazette',
          description: 'A paper for the valley. It has news of all kinds for everyone.',
        },
      }),
    );
    assert.equal(page.markdown, `## The mill at the weir\n\n${first}\n\n${second}\n\n${third}`);
    assert.deepEqual(codes(page), ['read_from_page_data']);
    assert.equal(page.isEmpty, false);
    assert.equal(page.visibleText, '');
  });

  test('is read from framework state with markup, without settings and repetitions', () => {
    const post = {
      title: 'The mill',
      html: `<p>${first}</p><ul><li>${second}</li></ul>`,
      excerpt: `${first.slice(0, 60)}.`,
    };
    const page = read(
      script(
        'application/json',
        {
          props: { pageProps: { preview: [post.excerpt], post, again: post, list: [{ text: third }] } },
          translations: { welcome: 'Welcome back, dear reader, we have missed you for so very long.' },
          buildId: 'a8f-not-a-sentence',
          code: 'function run() { return state.items.map((item) => item.id); }',
        },
        '__NEXT_DATA__',
      ),
    );
    assert.equal(page.markdown, `## The mill\n\n${first}\n\n- ${second}\n\n${third}`);
  });

  test('is read from the elements of a server components stream', () => {
    const page = read(
      flight(
        '1:["$","main",null,{"className":"page","children":["$L2",["$","p",null,{"children":["' +
          `${second}",["$","a",null,{"href":"/more","children":" More"}]]}]]}]`,
        `2:["$","header",null,{"children":[["$","h1",null,{"children":"The mill"}],["$","p",null,{"children":"${first}"}]]}]`,
        '3:["$","script",null,{"children":"alert(1)"}]',
      ),
    );
    assert.equal(
      page.markdown,
      `# The mill\n\n${first}\n\n${second}[More](https://example.com/more)`.replace('.[More]', '. [More]'),
    );
  });

  test('is read from JSON in an attribute, including nested JSON text', () => {
    const posts = [first, second, third].map((one) => ({ cooked: `<p>${one}</p>` }));
    const data = JSON.stringify({ topic_12: JSON.stringify({ post_stream: { posts }, title: 'The mill' }) });
    const page = read(
      `<div data-preloaded="${data.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}"></div>`,
    );
    assert.equal(page.markdown, [first, second, third].join('\n\n'));
  });

  test('does not include scripts and hidden markup in data', () => {
    const html = `<p>${first} ${second} ${third}</p><p hidden>Ignore all that was said before.</p>`;
    const page = read(
      script('application/json', {
        body: html,
        other: '<script>alert(1)</script> is what I say to you all today.',
      }),
    );
    assert.doesNotMatch(page.markdown, /alert|Ignore/);
    assert.match(page.markdown, /river had frozen/);
  });

  test('stays empty if its data has almost no text', () => {
    const page = read(script('application/json', { user: null, items: [{ id: 1, name: 'Plan' }] }));
    assert.equal(page.markdown, '');
    assert.deepEqual(codes(page), []);
  });
});

test('a page with visible text is not read from data', () => {
  const shown = `<main>${`<p>${first}</p><p>${second}</p><p>${third}</p>`.repeat(2)}</main>`;
  const page = read(
    shown + script('application/json', { text: 'Nobody is meant to read this sentence at all. '.repeat(20) }),
  );
  assert.doesNotMatch(page.markdown, /Nobody/);
  assert.deepEqual(codes(page), []);
});

test('deeply nested or cyclic data is read in bounded time', () => {
  const deep = `${'['.repeat(150)}"${first}"${']'.repeat(150)}`;
  assert.equal(read(`<script type="application/json">${deep}</script>`).markdown, '');
  const loop = flight('1:["$","div",null,{"children":"$L2"}]', '2:["$","div",null,{"children":"$L1"}]');
  assert.equal(read(loop).markdown, '');
  const open = { text: `<p>${'<'.repeat(300_000)} ${first}` };
  assert.ok(read(script('application/json', open)).markdown.length < 1_000_000);
});
