import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { jobFor } from '../../../../test/corpus/content-job.ts';
import { readHtml } from '../../read/read-html.ts';

const sentences = [
  'The keeper opens the gates of the lock twice a day, shortly before and after high water.',
  'Ships that arrive late wait at the outer pontoon, where they also pay the harbour dues of the night.',
  'In winter, ice can block the gates, and the keeper then breaks it with a long pole of ash wood.',
];
const text = `${sentences.map((sentence) => `<p>${sentence}</p>`).join('')}<h3>Notes</h3>${sentences.map((sentence) => `<p>Note that ${sentence}</p>`).join('')}`;

/** Returns the lines of the Markdown above the text of the page. */
function openingOf(head: string, body: string): string[] {
  const { markdown } = readHtml(`<html><head>${head}</head><body>${body}</body></html>`, jobFor(''));
  assert.ok(markdown.includes(sentences[0] ?? ''), markdown);
  const opening = markdown.slice(0, markdown.indexOf(sentences[0] ?? ''));
  return opening.split('\n').filter((line) => line.trim() !== '');
}

const navigation = `<div class="navheader"><table width="100%" summary="Navigation header"><tr><th colspan="3">lock_open</th></tr>
<tr><td><a accesskey="p" href="a.html">Prev</a></td><th>Part II. Locks</th><td><a accesskey="n" href="b.html">Next</a></td></tr></table><hr></div>`;

describe('titles of reference pages', () => {
  test('DocBook: the heading of a reference entry and its purpose, without the links between pages', () => {
    const entry = `<div class="refentry"><div class="titlepage"></div><div class="refnamediv"><h2><span class="refentrytitle">lock_open</span></h2><p>lock_open — open the gates of a lock</p></div>`;
    assert.deepEqual(openingOf('<title>lock_open</title>', `${navigation}${entry}${text}</div>`), [
      '## lock_open',
      'lock_open — open the gates of a lock',
    ]);
  });

  test('DocBook: the heading of a title page', () => {
    const titlePage = `<div class="sect1"><div class="titlepage"><div><div><h2 class="title" style="clear: both">7.2. Opening</h2></div></div></div>`;
    assert.deepEqual(openingOf('<title>7.2. Opening</title>', `${navigation}${titlePage}${text}</div>`), [
      '## 7.2. Opening',
    ]);
  });

  test('a reference page whose title names the manual after the entry', () => {
    const entry = `<div class="refnamediv"><table width="100%"><tr><td valign="top"><h2><span class="refentrytitle">LockGate</span></h2><p>LockGate — A gate of a lock</p></td></tr></table></div>`;
    assert.deepEqual(
      openingOf('<title>LockGate: Harbour Reference Manual</title>', `${navigation}${entry}${text}`),
      ['## LockGate', 'LockGate — A gate of a lock'],
    );
  });

  test('manual pages: the section NAME in several languages', () => {
    for (const name of ['NAME', 'BEZEICHNUNG', '名前']) {
      const manual = `<div id="header"><h1>lock-open(1) Manual Page</h1><h2>${name}</h2><div class="sectionbody"><p>lock-open - open the gates of a lock</p></div></div>`;
      assert.deepEqual(openingOf('<title>lock-open(1)</title>', `${manual}<div id="content">${text}</div>`), [
        '# lock-open(1) Manual Page',
        `## ${name}`,
        'lock-open - open the gates of a lock',
      ]);
    }
  });
});

describe('titles and names of sites', () => {
  test('a linked heading with the name of the site is not the title', () => {
    const header = '<div id="header"><h1><a href="/start">Harbour wiki</a></h1></div>';
    assert.deepEqual(openingOf('<title>lock [Harbour wiki]</title>', `${header}<div>${text}</div>`), []);
    assert.deepEqual(
      openingOf('<title>The lock [Harbour wiki]</title>', `${header}<div><h1>The lock</h1>${text}</div>`),
      ['# The lock'],
    );
  });

  test('a heading without a word of the declared title gives way to the heading that equals it', () => {
    const banner = '<table><tr><td><h1>Manuals of the harbour office</h1><h2>Locks</h2></td></tr></table>';
    assert.deepEqual(openingOf('<title>Locks</title>', `${banner}<div>${text}</div>`), ['## Locks']);
  });

  test('a first-level heading is the title although the head declares another or none', () => {
    for (const head of ['', '<title>Harbour</title>']) {
      for (const body of [
        `<h1>Opening times</h1><harbour-article><div>${text}</div></harbour-article>`,
        `<header><h1><a href="/">Harbour</a></h1></header><h1>Opening times</h1><div>${text}</div>`,
      ])
        assert.deepEqual(openingOf(head, body), ['# Opening times'], head + body.slice(0, 60));
    }
  });

  test('the parts of a MediaWiki page that only print shows are left out', () => {
    const page = `<div class="mw-body"><h1>Lock</h1><div id="siteSub">From Harbour wiki</div><a class="mw-jump-link" href="#top">Jump to search</a>${text}<div class="printfooter">Retrieved from "<a href="/lock">https://wiki.example/lock</a>"</div></div>`;
    const head = '<title>Lock - Harbour wiki</title><meta name="generator" content="MediaWiki 1.39">';
    assert.deepEqual(openingOf(head, page), ['# Lock']);
    assert.doesNotMatch(readHtml(`<head>${head}</head><body>${page}`, jobFor('')).markdown, /Retrieved/);
  });
});
