import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { declareV2Calls } from '../src/app/composition/v2.ts';
import { settingsReference } from '../src/config.ts';
import {
  type ErrorSection,
  pageErrorSections,
  requestErrorSections,
} from '../src/interfaces/errors/error-sections.ts';
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
    'A setting is an environment variable, or a line of the settings file `.env` in the data directory. An empty value counts as unset; an',
    'unknown setting or a bad value stops the start with one line.',
    '',
    '## Precedence',
    '',
    '1. The environment variable of the service.',
    '2. The line of the settings file, `DATA_DIR/.env`.',
    '3. The value that was set while the service ran, for the settings below that need no restart.',
    '4. The default in the table below.',
    '',
    '`DATA_DIR` itself can only be an environment variable, because the file is found in that directory.',
    '',
    '## Settings without a restart',
    '',
    'An operator can set search providers (`WEBDATA_SEARCH`), the mail server (`WEBDATA_SMTP_URL`, `WEBDATA_MAIL_FROM`) and the',
    '[language model](models.md) while the service runs: in the console under **Health and settings**, or over HTTP:',
    '',
    '    curl -X PATCH http://127.0.0.1:8787/v1/admin/settings -H "Authorization: Bearer $WEBDATA_KEY" \\',
    '      -H "Content-Type: application/json" -d \'{"settings": {"WEBDATA_SEARCH": "searxng=http://127.0.0.1:8888"}}\'',
    '',
    'null removes a value. Values are encrypted in the database and part of a backup; other processes use them within ten seconds. A setting of the',
    'environment or of the settings file prevails and cannot be changed this way. `GET /v1/admin/settings` lists all settings with where each comes',
    'from, without secrets. `POST /v1/doctor` with `{"parts": ["search", "mail"]}` tests single parts.',
    '',
    '## Settings file',
    '',
    '    webdata config init',
    '',
    'writes `DATA_DIR/.env` with every setting as a comment, readable for its owner only. Remove the `#` before a line to set it, and restart the',
    'service:',
    '',
    '    # private address ranges that requests may access, such as 127.0.0.0/8,::1/128',
    '    WEBDATA_ALLOW_NETWORKS=127.0.0.0/8,::1/128',
    '',
    'The file has the format that Node reads with `--env-file`: one `NAME=value` a line, comments after `#`, quotes around values with spaces or',
    '`#`. A [backup](backup.md) does not contain it. To keep a secret out of files, set it in the environment.',
    '',
    '## Show the settings',
    '',
    '    webdata config',
    '',
    'prints the settings of the service that runs on the data directory, or those of this shell if none runs. The first line says whose they are,',
    'and each line where it was read. Secrets are hidden. If this shell has other settings than the running service, they are listed at the end.',
    '',
    '## Data directory of commands',
    '',
    'Commands other than `serve` and `restore` find the data directory if `DATA_DIR` is unset. They use the first one with a running service, or else the',
    'first one that exists, of: the directories on which this user started the service, the last one first; the default; `data` in the checkout of the program;',
    '`~/.local/share/webdata`. They name a directory that is not the default on standard error.',
    '',
    '## All settings',
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

/** docs/errors.md, whose sections about codes are generated. */
export const errorsPath = new URL('../docs/errors.md', import.meta.url);

function errorSection({ anchor, code, status, cause, action }: ErrorSection): string {
  return `<a id="${anchor}"></a>\n\n### \`${code}\`\n\n${status}. ${cause} ${action}\n`;
}

/** Returns docs/errors.md with the sections about all codes; the other text stays as it is. */
export async function errorsPage(): Promise<string> {
  const page = await readFile(errorsPath, 'utf8');
  const parts = { request: requestErrorSections, page: pageErrorSections };
  return page.replaceAll(
    /(<!-- (request|page) codes: [^>]*-->\n)[\s\S]*?(<!-- end -->)/g,
    (_, start: string, name: keyof typeof parts, end: string) =>
      `${start}\n${parts[name].map(errorSection).join('\n')}\n${end}`,
  );
}

if (import.meta.main) {
  await writeFile(errorsPath, await errorsPage());
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
