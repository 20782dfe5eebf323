import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { createTestDatabase } from '../../../../test/database.ts';
import { findIdentifierWords, wordsIn } from './identifiers.ts';
import { createLexemes } from './lexemes.ts';
import { wordPositions } from './word-positions.ts';

const texts: [config: string, text: string][] = [
  ['english', 'The pumps were running all night; a pump ran, and the running of pumps never ended.'],
  ['english', 'A 3.5mm jack, version 1.2.3rc1, 10.0.0.1, 2nd, mp3, C++ and C#, 1.5e3 and 0x1f.'],
  [
    'english',
    'Call filter_map of os.path.join or HashMap::entry, see full-text and O’Neill’s "quoted" \\ path.',
  ],
  ['german', 'Die Häuser haben Pumpen im Keller, und die Häuser der Straße auch.'],
  ['russian', 'В подвале ЁЛКИ и насосы, ночью насос не работал.'],
  ['simple', '東京 の 天気 พรุ่งนี้ ฝนตก हिन्दी ٣ kettles'],
  ['english', `${'y'.repeat(3_000)} kettle ${'word '.repeat(300)}`],
  ['english', ''],
];

test('vectors are those that PostgreSQL makes of the words, the first time and again', async (t) => {
  const { database } = await createTestDatabase(t);
  const lexemes = createLexemes(database);
  const words = texts.map(([config, text]) => ({ config, words: wordPositions(text, 100) }));
  for (const round of ['first', 'second']) {
    const vectors = await lexemes.vectorsOf(words);
    for (const [at, [config, text]] of texts.entries()) {
      const all = [...wordsIn(text), ...findIdentifierWords(text, 100)].join(' ');
      const { rows } = await sql<{ ours: string; theirs: string }>`
        select ${vectors[at] ?? ''}::tsvector::text as ours, to_tsvector(${config}::regconfig, ${all})::text as theirs
      `.execute(database);
      assert.equal(rows[0]?.ours, rows[0]?.theirs, `${round}: ${text.slice(0, 60)}`);
    }
  }
});
