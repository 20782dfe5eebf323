import { mkdir, writeFile } from 'node:fs/promises';
import { declareV2Calls } from '../src/app/composition/v2.ts';
import { settingsReference } from '../src/config.ts';
import { createV2Reference } from '../src/interfaces/v2/reference.ts';
import { llmsFullPath, llmsFullText, llmsIndex, llmsPath } from './llms-files.ts';
import { referencePages } from './reference-pages.ts';
import { type IndexedTable, indexSql } from './sql-index.ts';

/** Writes the generated pages of docs/, and the files for language models. Tests compare them. */
export const configurationPath = new URL('../docs/configuration.md', import.meta.url);

function cell(text: string): string {
  return text.replaceAll('|', '\\|');
}

/** Returns docs/configuration.md, generated from the table of settings. */
export function configurationPage(): string {
  const rows = settingsReference.map(({ variable, fallback, about, secret }) => {
    const shown = fallback === null ? '' : `\`${cell(fallback)}\``;
    return `| \`${variable}\` | ${variable === 'DATA_DIR' ? '`./data`' : shown} | ${cell(about)}${secret ? ' (secret)' : ''} |`;
  });
  return [
    '# Configuration',
    '',
    'Settings are environment variables. An empty value counts as unset; an unknown `WEBDATA_*` variable or a bad value',
    'stops the start with one line. `npm start -- config` prints the effective values with secrets hidden.',
    '',
    '| Variable | Default | Meaning |',
    '| --- | --- | --- |',
    ...rows,
    '',
    'This page is generated from the table in `src/config-table.ts`: `node scripts/write-docs.ts`.',
    '',
  ].join('\n');
}

/** docs/third-party-clients.md, from the calls of /v2. */
export const clientsPath = new URL('../docs/third-party-clients.md', import.meta.url);

/** Returns the page "Use your existing client". */
export function clientsPage(): string {
  return createV2Reference(declareV2Calls());
}

/** docs/database.md, from the types of the tables and the SQL in `src`. */
export const databasePath = new URL('../docs/database.md', import.meta.url);

function fileLinks(files: readonly string[]): string {
  return files.map((file) => `[${file.replace(/^src\//, '')}](../${file})`).join(', ') || 'none';
}

function tableSection({ name, description, writers, readers }: IndexedTable): string[] {
  return [
    `## ${name}`,
    '',
    ...(description === '' ? [] : [description, '']),
    `- Written by: ${fileLinks(writers)}`,
    `- Read by: ${fileLinks(readers)}`,
    '',
  ];
}

/** Returns the page "Database tables": each table with the files whose SQL names it. */
export async function databasePage(): Promise<string> {
  const tables = (await indexSql()).sort((one, other) => one.name.localeCompare(other.name));
  return [
    '# Database tables',
    '',
    'Each table with the files that hold its SQL. Columns are declared in [store/schema.ts](../src/store/schema.ts) and created by the',
    '[migrations](../src/store/migrations).',
    '',
    ...tables.flatMap(tableSection),
    'This page is generated from the code: `node scripts/write-docs.ts`.',
    '',
  ].join('\n');
}

if (import.meta.main) {
  await writeFile(databasePath, await databasePage());
  await writeFile(configurationPath, configurationPage());
  await writeFile(clientsPath, clientsPage());
  const docs = new URL('../docs/', import.meta.url);
  await mkdir(new URL('reference/api/', docs), { recursive: true });
  for (const { path, text } of referencePages()) await writeFile(new URL(path, docs), text);
  // Last, because they contain the pages above.
  await writeFile(llmsPath, await llmsIndex());
  await writeFile(llmsFullPath, await llmsFullText());
}
