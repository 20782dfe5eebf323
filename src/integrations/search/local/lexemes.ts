import { sql } from 'kysely';
import type { Database } from '../../../store/database.ts';

/** Words with their positions, as {@link wordPositions} returns them, and the text search configuration of their language. */
export interface WordsInConfig {
  config: string;
  words: string;
}

/** Converts words to the lexemes under which PostgreSQL finds them. */
export interface Lexemes {
  /** Returns a text search vector in PostgreSQL's notation for each of the texts. */
  vectorsOf(texts: readonly WordsInConfig[]): Promise<string[]>;
}

/** Number of words of one configuration after which those not seen lately are forgotten. */
const maxKnownWords = 40_000;

/** Words of one configuration with their lexemes in quotes: none for a stop word, several for a word that is split. */
class KnownWords {
  #recent = new Map<string, readonly string[]>();
  #older: ReadonlyMap<string, readonly string[]> = new Map();

  get(word: string): readonly string[] | undefined {
    const recent = this.#recent.get(word);
    if (recent !== undefined) return recent;
    const older = this.#older.get(word);
    if (older !== undefined) this.set(word, older);
    return older;
  }

  set(word: string, lexemes: readonly string[]): void {
    if (this.#recent.size >= maxKnownWords) {
      this.#older = this.#recent;
      this.#recent = new Map();
    }
    this.#recent.set(word, lexemes);
  }
}

const quote = (lexeme: string) => `'${lexeme.replaceAll(/['\\]/g, '$&$&')}'`;

/** Splits `pump:1,5 run:2` into words and their positions. */
function entriesOf(words: string): [word: string, positions: string][] {
  if (words === '') return [];
  return words.split(' ').map((entry) => {
    const at = entry.lastIndexOf(':');
    return [entry.slice(0, at), entry.slice(at)];
  });
}

/**
 * Creates lexemes that PostgreSQL computes once for each word: its parser and stemmers take ten times as long for a whole text
 * as this, since most words of a text were in an earlier one.
 */
export function createLexemes(database: Database): Lexemes {
  const known = new Map<string, KnownWords>();

  function knownIn(config: string): KnownWords {
    const words = known.get(config) ?? new KnownWords();
    known.set(config, words);
    return words;
  }

  async function lookUp(config: string, words: readonly string[]): Promise<[string, readonly string[]][]> {
    if (words.length === 0) return [];
    const { rows } = await sql<{ word: string; lexemes: string[] }>`
      select word, tsvector_to_array(to_tsvector(${config}::regconfig, word)) as lexemes
      from unnest(${words}::text[]) as word
    `.execute(database);
    return rows.map(({ word, lexemes }) => [word, lexemes.map(quote)]);
  }

  /** Returns the lexemes of each of the words. */
  async function lexemesOf(
    config: string,
    words: ReadonlySet<string>,
  ): Promise<ReadonlyMap<string, readonly string[]>> {
    const own = knownIn(config);
    const found = new Map<string, readonly string[]>();
    const missing: string[] = [];
    for (const word of words) {
      const lexemes = own.get(word);
      if (lexemes === undefined) missing.push(word);
      else found.set(word, lexemes);
    }
    for (const [word, lexemes] of await lookUp(config, missing)) {
      own.set(word, lexemes);
      found.set(word, lexemes);
    }
    return found;
  }

  return {
    async vectorsOf(texts) {
      const split = texts.map(({ config, words }) => ({ config, entries: entriesOf(words) }));
      const lexemes = new Map<string, ReadonlyMap<string, readonly string[]>>();
      for (const [config, own] of Map.groupBy(split, (text) => text.config)) {
        const words = new Set(own.flatMap(({ entries }) => entries.map(([word]) => word)));
        lexemes.set(config, await lexemesOf(config, words));
      }
      return split.map(({ config, entries }) => {
        const own = lexemes.get(config);
        let vector = '';
        for (const [word, positions] of entries)
          for (const lexeme of own?.get(word) ?? []) vector += `${lexeme}${positions} `;
        return vector;
      });
    },
  };
}
