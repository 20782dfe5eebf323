import assert from 'node:assert/strict';
import { test } from 'node:test';
import { jobFor } from '../../../test/corpus/content-job.ts';
import { readHtml } from '../read/read-html.ts';
import { needsBrowser } from './needs-browser.ts';

const sentence = 'The ferry crosses the sound every hour, except on the days of the regatta in August.';
const text = `<h1>Ferries</h1>${`<p>${sentence}</p>`.repeat(12)}`;

function warningsOf(body: string): string[] {
  const { warnings } = readHtml(`<title>Ferries</title><body>${body}</body>`, jobFor(''));
  return warnings.filter(({ code }) => code === 'frames_not_read').map(({ message }) => message);
}

test('a warning names visible frames of the same origin and large frames of other origins', () => {
  for (const frame of [
    '<iframe src="/timetable"></iframe>',
    '<iframe src="https://maps.example.net/" width="100%" height="600"></iframe>',
    '<iframe src="https://maps.example.net/" style="width: 90vw; height: 80vh"></iframe>',
    '<iframe data-src="/timetable"></iframe>',
    `<iframe srcdoc="<p>Timetable</p>"></iframe>`,
  ])
    assert.equal(warningsOf(text + frame).length, 1, frame);
  const [message = ''] = warningsOf(
    `${text}<iframe src="/a"></iframe><iframe src="https://example.com/b"></iframe>`,
  );
  assert.match(message, /https:\/\/example\.com\/a, https:\/\/example\.com\/b\./);
});

test('no warning names hidden and tiny frames, small frames of other origins, and players of media', () => {
  for (const frame of [
    '<iframe src="/timetable" style="display:none"></iframe>',
    '<iframe src="/pixel" width="1" height="1"></iframe>',
    '<iframe src="/pixel" style="width:0;height:0;border:0"></iframe>',
    '<iframe src="https://ads.example.net/" width="300" height="250"></iframe>',
    '<iframe src="https://ads.example.net/" width="970" height="250"></iframe>',
    '<iframe src="https://ads.example.net/"></iframe>',
    '<iframe src="https://www.youtube.com/embed/abcdefghijk" width="100%" height="600"></iframe>',
    '<iframe src="about:blank"></iframe>',
    '<iframe></iframe>',
    '<iframe src="/page#top"></iframe>',
    '<noscript><iframe src="/tags"></iframe></noscript>',
  ])
    assert.deepEqual(warningsOf(text + frame), [], frame);
});

test('a page that shows its content in frames needs a browser', () => {
  for (const html of [
    '<title>Ferries</title><frameset cols="20%,*"><frame src="menu.html"><frame src="text.html"></frameset>',
    '<title>Ferries</title><body><h1>Ferries</h1><iframe class="wide" src="https://app.example.net/"></iframe>',
  ]) {
    const { visibleText, warnings } = readHtml(html, jobFor(''));
    assert.deepEqual(
      warnings.map(({ code }) => code).filter((code) => code === 'frames_not_read'),
      ['frames_not_read'],
    );
    assert.equal(needsBrowser({ html, visibleText, warnings }), true, html);
  }
  const html = `<title>Ferries</title><body>${text}<iframe src="/timetable"></iframe>`;
  const { visibleText, warnings } = readHtml(html, jobFor(''));
  assert.equal(needsBrowser({ html, visibleText, warnings }), false);
});

test('the content of a declarative shadow root is content', () => {
  const { markdown } = readHtml(
    `<title>Ferries</title><body><ferry-page><template shadowrootmode="open">${text}</template></ferry-page>`,
    jobFor(''),
  );
  assert.ok(markdown.includes(sentence));
  const template = readHtml(
    `<title>Ferries</title><body><p>${sentence}</p><template>${text}</template>`,
    jobFor(''),
  );
  assert.equal(template.markdown.split(sentence).length, 2);
});
