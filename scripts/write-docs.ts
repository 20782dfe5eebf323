import { writeFile } from 'node:fs/promises';
import { declareV2Calls } from '../src/app/v2.ts';
import { settingsReference } from '../src/config.ts';
import { v2Reference } from '../src/doors/v2/reference.ts';

/** Makes the pages under docs/ that are generated; a test compares them with what stands there. */
export const configurationPath = new URL('../docs/configuration.md', import.meta.url);

function cell(text: string): string {
  return text.replaceAll('|', '\\|');
}

/** docs/configuration.md, from the one table of settings. */
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
    'This page is generated from the table in `src/config.ts`: `node scripts/write-docs.ts`.',
    '',
  ].join('\n');
}

/** docs/third-party-clients.md, from the calls of /v2. */
export const clientsPath = new URL('../docs/third-party-clients.md', import.meta.url);

/** The page "Use your existing client". */
export function clientsPage(): string {
  return v2Reference(declareV2Calls());
}

if (import.meta.main) {
  await writeFile(configurationPath, configurationPage());
  await writeFile(clientsPath, clientsPage());
}
