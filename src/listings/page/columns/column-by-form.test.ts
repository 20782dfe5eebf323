import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Json } from '../../../domain/pages/extraction.ts';
import { columnByForm } from './column-by-form.ts';
import type { Column } from './columns.ts';

const columnOf = (path: string, ...values: Json[]): Column => ({
  path,
  names: [],
  values,
  type: 'text',
  filled: values.filter((value) => value !== null).length / values.length,
  distinct: 1,
  depth: 1,
});

const authors = columnOf('/b', 'Jon P.', 'Mira Ó Briain', 'Zoë');
const texts = columnOf('/p', 'Solid and heavy.', 'The cable is too short.', 'Would buy again');
const stars = columnOf('/span', '5 stars', '3 stars', '4 stars');

test('the only column of names holds persons, and the only one of sentences the text', () => {
  assert.equal(columnByForm('person', [stars, authors, texts]), authors);
  assert.equal(columnByForm('long_text', [stars, authors, texts]), texts);
});

test('two columns of the form, one with gaps, or another kind say nothing', () => {
  const places = columnOf('/i', 'Norwick', 'Saltby', 'Leeds');
  assert.equal(columnByForm('person', [authors, places]), null);
  assert.equal(
    columnByForm('long_text', [texts, columnOf('/q', 'One two three.', 'One two three.', 'One two three.')]),
    null,
  );
  assert.equal(columnByForm('person', [columnOf('/b', 'Jon P.', null, null)]), null);
  assert.equal(columnByForm('person', [columnOf('/b', 'jon p.', '12 Angry Men', 'Zoë')]), null);
  assert.equal(columnByForm('text', [authors]), null);
});
