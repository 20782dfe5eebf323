// npm run bench -- names: persons, organizations and places that sentences of eleven languages name, for fields by their role.
// The sentences were invented and their values written down before the first measurement; null: no sentence answers the field.
import { readFileSync } from 'node:fs';
import { extractTimed, jobFor } from './extract/read.ts';
import { type Figure, report } from './report.ts';

interface Known {
  lang: string;
  title: string;
  text: string[];
  fields: Record<string, string | null>;
}

const file = process.argv[3];
const pages = JSON.parse(
  readFileSync(file ?? new URL('everyday/names.json', import.meta.url), 'utf8'),
) as Known[];
const answers = pages.flatMap(({ lang, title, text, fields }) => {
  const paragraphs = text.map((one) => `<p>${one}</p>`).join('');
  const html = `<html lang="${lang}"><title>${title}</title><main><h1>${title}</h1>${paragraphs}</main></html>`;
  const properties = Object.fromEntries(
    Object.keys(fields).map((name) => [name, { type: 'string' } as const]),
  );
  const page = {
    id: title,
    kind: 'names',
    site: title,
    url: 'https://page.example/',
    html,
    values: {},
    record: {},
  };
  const { found } = extractTimed(page, jobFor({ type: 'object', properties }));
  return Object.entries(fields).map(([name, wanted]) => ({
    name,
    wanted,
    got: found.values.find(({ pointer }) => pointer === `/${name}`)?.value ?? null,
  }));
});
for (const { name, wanted, got } of answers) if (got !== wanted) console.log(name, wanted, got);
const named = answers.filter(({ wanted }) => wanted !== null);
const absent = answers.filter(({ wanted }) => wanted === null);
const figures: Figure[] = [
  {
    name: `right (of ${named.length})`,
    value: named.filter(({ got, wanted }) => got === wanted).length,
    unit: 'values',
  },
  {
    name: 'wrong',
    value: named.filter(({ got, wanted }) => got !== null && got !== wanted).length,
    unit: 'values',
  },
  {
    name: `invented (of ${absent.length})`,
    value: absent.filter(({ got }) => got !== null).length,
    unit: 'values',
  },
];
await report('names', figures);
