import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isByLooks, isLinkOf, looksLike } from './column-signs.ts';
import type { Column } from './columns.ts';

const column = (path: string, values: string[]): Column => ({
  path,
  names: [],
  values,
  type: 'text',
  filled: 1,
  distinct: 1,
  depth: 1,
});

test('what a column looks like', async (t) => {
  await t.test('running numbers and ratings are no titles, fragments no descriptions', () => {
    assert.ok(looksLike('title', ['1.', '2.', '3.', '4.']) < 0.5);
    assert.ok(looksLike('title', ['4.4 out of 5', '4.1 out of 5', '3 out of 5', '5 out of 5']) < 0.5);
    assert.equal(looksLike('title', ['Sofa 2', 'Desk 2', 'Lamp 1', 'Chair 4']), 1);
    assert.ok(looksLike('long_text', ['openai /', 'golang /']) < 1);
    assert.equal(looksLike('text', ['1.', '2.']), 1);
  });

  await t.test('a link belongs to a text that it holds, or that holds it', () => {
    const title = '/div.meta>div.col>h2.name';
    assert.equal(isLinkOf('/div.col>h2.name>a.own@href', title), true);
    assert.equal(isLinkOf('/div.meta>span>a.author@href', title), false);
    assert.equal(isLinkOf('/a.card@href', '/a.card>h3'), true);
    assert.equal(isLinkOf('/div>a.own@title', '/div>a.own'), false);
  });

  await t.test('the longest texts of links are titles, the longest prose is a description', () => {
    const titles = column('/p>a', ['Allocating on the stack', 'What go fix does', 'Generics in practice']);
    const link = column('/p>a@href', ['/a', '/b', '/c']);
    const authors = column('/span', ['Ada Lovelace, who wrote it', 'Grace Hopper', 'Alan Turing']);
    const prose = column(
      '/div',
      titles.values.map((title) => `${title} and what else there is to say about that.`),
    );
    const all = [titles, link, authors, prose];
    assert.equal(isByLooks('title', titles, all), true);
    assert.equal(isByLooks('title', authors, all), false);
    assert.equal(isByLooks('long_text', prose, all), true);
    assert.equal(isByLooks('long_text', titles, all), false);
    assert.equal(isByLooks('money', titles, all), false);
  });
});
