import { readFileSync } from 'node:fs';
import type { JsonSchema } from '../../src/domain/pages/extraction.ts';
import type { Expected, ExpectedPage, Half } from './expected-pages.ts';

interface Translation {
  /** Language of the names: another one than that of the page. */
  language: string;
  /** Names of fields in that language, by their names in the schema of the page. */
  names: Readonly<Record<string, string>>;
}

const translations = JSON.parse(
  readFileSync(new URL('../everyday/translated-names.json', import.meta.url), 'utf8'),
) as Record<string, Translation>;

type Names = Translation['names'];

/** Returns a schema with other names of fields, without its descriptions. */
function translateSchema(schema: JsonSchema, names: Names): JsonSchema {
  const translated = Object.entries(schema).flatMap(([key, value]): [string, unknown][] => {
    if (key === 'title' || key === 'description') return [];
    if (key === 'required') return [[key, (value as string[]).map((name) => names[name] ?? name)]];
    if (key === 'items') return [[key, translateSchema(value as JsonSchema, names)]];
    if (key !== 'properties') return [[key, value]];
    const fields = Object.entries(value as Record<string, JsonSchema>).map(([name, field]) => [
      names[name] ?? name,
      translateSchema(field, names),
    ]);
    return [[key, Object.fromEntries(fields)]];
  });
  return Object.fromEntries(translated) as JsonSchema;
}

function translateExpected(expected: Expected, names: Names): Expected {
  if (Array.isArray(expected)) return expected.map((one) => translateExpected(one, names));
  if (typeof expected !== 'object' || expected === null || 'any' in expected) return expected;
  return Object.fromEntries(
    Object.entries(expected).map(([name, value]) => [names[name] ?? name, translateExpected(value, names)]),
  );
}

/** Returns a page of `bench/everyday` whose fields have the names that a user of another language gives them. */
export function translatePage(half: Half, page: ExpectedPage): ExpectedPage {
  const names = translations[`${half}/${page.file}`]?.names;
  if (names === undefined) throw new Error(`${half}/${page.file} has no names in another language.`);
  return {
    ...page,
    schema: translateSchema(page.schema, names),
    expected: translateExpected(page.expected, names) as ExpectedPage['expected'],
  };
}
