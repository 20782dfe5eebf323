import assert from 'node:assert/strict';
import { describe, test } from 'node:test';

import { jobFor } from '../../test/corpus/content-job.ts';
import type { PageMetadata } from '../domain/page.ts';
import { isoDate } from './iso-date.ts';
import { readHtml } from './read-html.ts';

function metadata(html: string): PageMetadata {
  return readHtml(html, jobFor(html)).metadata;
}

describe('author', () => {
  test('of a byline, when the page declares none', () => {
    assert.equal(
      metadata('<p class="post-byline">By <a href="/a">Ana Mole</a>, editor</p>').author,
      'Ana Mole',
    );
    assert.equal(metadata('<span class=author>Written by Ana Mole |</span>').author, 'Ana Mole');
  });

  test('classes of the whole page name nobody', () => {
    const html =
      '<body class="author-hidden single-author"><a href="#main">Skip to content</a><p>Text</p></body>';
    assert.equal(metadata(html).author, undefined);
    assert.equal(
      metadata('<article class="post recipe_author-7"><a href="/">Lamp</a></article>').author,
      undefined,
    );
  });

  test('the name inside of what is marked as the author', () => {
    const html = '<div itemprop=author itemscope><b itemprop=name>Ana</b> Member since 2009</div>';
    assert.equal(metadata(html).author, 'Ana');
  });

  test('neither an address nor a handle nor a role', () => {
    for (const content of ['https://example.com/ana', '@ana', 'admin'])
      assert.equal(metadata(`<meta name=author content="${content}"><p>x`).author, undefined);
  });

  test('a long list that is declared is kept', () => {
    const names = Array.from({ length: 9 }, (_, index) => `Author Number ${index}`).join(', ');
    assert.equal(metadata(`<meta name=author content="${names}">`).author, names);
  });
});

describe('dates', () => {
  test('a marked one goes before one that only looks like it', () => {
    const html = '<p class=date>March 1, 2024</p><time datetime="2024-03-05T10:00:00+01:00">x</time>';
    assert.equal(metadata(html).published, '2024-03-05T10:00:00+01:00');
    assert.equal(metadata('<p class="entry-date">Posted on March 1, 2024</p>').published, '2024-03-01');
  });

  test('what is ambiguous or impossible is no date', () => {
    for (const text of ['03/04/2020', '2024-02-30', 'May', '', '2024']) assert.equal(isoDate(text), null);
  });

  test('forms that pages write', () => {
    assert.equal(isoDate('Tue, 05 Mar 2024 10:00:00 GMT'), '2024-03-05T10:00:00Z');
    assert.equal(isoDate('5 March 2024'), '2024-03-05');
    assert.equal(isoDate('2024-03-05 10:00'), '2024-03-05T10:00:00');
  });
});
