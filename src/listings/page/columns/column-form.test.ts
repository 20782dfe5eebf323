import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isLikelyByForm, isLinkOf, scoreForm } from './column-form.ts';
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

test('form of columns', async (t) => {
  await t.test('rejects counters and ratings as titles, and fragments as descriptions', () => {
    assert.ok(scoreForm('title', ['1.', '2.', '3.', '4.']) < 0.5);
    assert.ok(scoreForm('title', ['4.4 out of 5', '4.1 out of 5', '3 out of 5', '5 out of 5']) < 0.5);
    assert.equal(scoreForm('title', ['Sofa 2', 'Desk 2', 'Lamp 1', 'Chair 4']), 1);
    const models = [
      'Quay watch 3',
      'Quay watch 5',
      'Quay watch 5',
      'Mole radio 2',
      'Mole radio 4',
      'Mole radio 4',
    ];
    assert.equal(scoreForm('title', [...models, ...models, ...models, 'Pier clock 1']), 1);
    assert.ok(scoreForm('title', ['Rated 4 of 5', 'Rated 3 of 5', 'Rated 4 of 5', 'Rated 4 of 5']) < 0.5);
    assert.ok(scoreForm('long_text', ['openai /', 'golang /']) < 1);
    assert.equal(scoreForm('text', ['1.', '2.']), 1);
  });

  await t.test('a link belongs to a text inside or around it', () => {
    const title = '/div.box>div.meta>div.col>h2.name';
    assert.equal(isLinkOf('/div.meta>div.col>h2.name>a.own@href', title), true);
    assert.equal(isLinkOf('/div.box>div.meta>span>a.author@href', title), false);
    assert.equal(isLinkOf('/a@href', '/header>a'), false);
    assert.equal(isLinkOf('/a.card@href', '/a.card>h3'), true);
    assert.equal(isLinkOf('/div>a.own@title', '/div>a.own'), false);
  });

  await t.test('takes the longest link texts as titles and the longest prose as descriptions', () => {
    const titles = column('/p>a', ['Allocating on the stack', 'What go fix does', 'Generics in practice']);
    const link = column('/p>a@href', ['/a', '/b', '/c']);
    const authors = column('/span', ['Ada Lovelace, who wrote it', 'Grace Hopper', 'Alan Turing']);
    const prose = column(
      '/div',
      titles.values.map((title) => `${title} and what else there is to say about that.`),
    );
    const all = [titles, link, authors, prose];
    assert.equal(isLikelyByForm('title', titles, all), true);
    assert.equal(isLikelyByForm('title', authors, all), false);
    assert.equal(isLikelyByForm('long_text', prose, all), true);
    assert.equal(isLikelyByForm('long_text', titles, all), false);
    assert.equal(isLikelyByForm('money', titles, all), false);
  });
});
