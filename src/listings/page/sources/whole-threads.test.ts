import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findOnPage } from './find-on-page.ts';

const texts = [
  'Which rope holds a barge of twelve metres through the winter?',
  'Hemp does, if it is dried in spring and kept from the sun.',
  'We use two lines of nylon and have changed them twice since.',
  'Ask at the yard, they measure the cleats and know the answer.',
  'None of them holds for ever, so look at them every month.',
];
const people = ['Ada Crane', 'Ben Keel', 'Cleo Mast', 'Dan Buoy', 'Eve Quay'];

function collect(body: string, fields: string[]) {
  const { sources } = findOnPage({
    bytes: Buffer.from(
      `<!doctype html><html lang="en"><head><title>Ropes</title></head><body>${body}</body></html>`,
    ),
    headers: { 'content-type': 'text/html' },
    url: 'https://quay.example/t/7',
    fields,
    reading: null,
    answers: [],
  });
  return sources[0]?.read?.records ?? [];
}

const inner = (at: number) =>
  `<span itemprop="author" itemscope itemtype="https://schema.org/Person"><a itemprop="url" href="/u/${at}"><b itemprop="name">${people[at]}</b></a></span>
   <time itemprop="datePublished" datetime="2026-01-0${at + 1}">${at + 1} January 2026</time><p itemprop="text">${texts[at]}</p>`;

test('a discussion starts with its first post, and pages of people are not those of posts', () => {
  const replies = [1, 2, 3, 4]
    .map(
      (at) =>
        `<div class="reply" itemprop="comment" itemscope itemtype="https://schema.org/Comment">${inner(at)}</div>`,
    )
    .join('');
  const body = `<main itemscope itemtype="https://schema.org/DiscussionForumPosting"><div class="first">${inner(0)}</div>${replies}</main>`;
  const records = collect(body, ['author', 'date', 'text', 'url']);
  assert.deepEqual(
    records.map(({ author }) => author),
    people,
  );
  assert.deepEqual({ text: records[0]?.text, url: records[1]?.url ?? null }, { text: texts[0], url: null });
});

test('the accepted answer of a question is one of its answers', () => {
  const answer = (at: number) =>
    `<div class="answer" itemprop="${at === 1 ? 'acceptedAnswer' : 'suggestedAnswer'}" itemscope itemtype="https://schema.org/Answer">${inner(at)}</div>`;
  const body = `<main itemscope itemtype="https://schema.org/QAPage"><div itemprop="mainEntity" itemscope itemtype="https://schema.org/Question"><h1 itemprop="name">${texts[0]}</h1>${[1, 2, 3, 4].map(answer).join('')}</div></main>`;
  assert.deepEqual(
    collect(body, ['author', 'text']).map(({ author }) => author),
    people.slice(1),
  );
});
