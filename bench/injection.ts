// npm run bench -- injection [FOLDER ...]: the share of pages with instructions for language models that get the warning
// `instructions_in_content`, the false alarms on ordinary pages (HTML files below the folders, else the shared sample
// pages, if they are present), and the time of the search.
import { execFileSync } from 'node:child_process';
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

import { readResponse } from '../src/page/read/read-response.ts';
import { findInstructions } from '../src/page/safety/find-instructions.ts';
import { jobFor } from '../test/corpus/content-job.ts';
import { injectionPages } from '../test/corpus/injection/pages.ts';
import { type Figure, report } from './report.ts';

interface Reading {
  markdown: string;
  message: string | null;
}

async function read(body: string | Uint8Array, contentType = 'text/html'): Promise<Reading> {
  const { markdown, warnings } = await readResponse(
    jobFor(body, { maxLength: 10_000_000, headers: { 'content-type': contentType } }),
  );
  const warning = warnings.find(({ code }) => code === 'instructions_in_content');
  return { markdown, message: warning?.message ?? null };
}

const say = (line: string) => process.stdout.write(`${line}\n`);

/** Returns the share of pages of the corpus that get the warning, in percent; prints the others. */
async function warned(name: 'tuned' | 'held-out' | 'ordinary'): Promise<Figure> {
  const pages = injectionPages(name);
  let count = 0;
  for (const { id, body, contentType, text } of pages) {
    const { message } = await read(body, contentType);
    if (message !== null) count++;
    if ((message !== null) === (name === 'ordinary')) say(`${id} ${text.replaceAll('\n', ' ')}`);
  }
  const wanted = { tuned: { atLeast: 90 }, 'held-out': { atLeast: 80 }, ordinary: { below: 10 } }[name];
  const figureName =
    name === 'ordinary'
      ? 'written texts about models that are warned of'
      : `${name} pages that are warned of`;
  return { name: `${figureName} (${pages.length})`, value: (count / pages.length) * 100, unit: '%', wanted };
}

/** Style rules that hide an element with the class and id `q`. */
const hidingRules = [
  '.q{display:none}',
  '#q{visibility:hidden}',
  'main .w > .q{opacity:0}',
  '@media screen{.q{position:absolute;left:-9999px}}',
  '.q{position:absolute;width:1px;height:1px;overflow:hidden;clip:rect(0,0,0,0)}',
  '.q{font-size:0}',
  '.q{color:#fff;background:#fff}',
  '@layer u{.q{height:0!important;overflow:hidden}}',
];

/** Returns the share of texts of the corpus that are returned although a `style` element hides them, in percent. */
async function returnedHidden(): Promise<Figure> {
  const texts = (['tuned', 'held-out'] as const).flatMap((name) =>
    injectionPages(name).map(({ text }) => text.replaceAll('<', '&lt;')),
  );
  const prose =
    '<p>Ferries leave every hour for the two islands, and each carries forty people and their bicycles.</p>';
  let count = 0;
  for (const text of texts) {
    for (const css of hidingRules) {
      const hidden = `<div class="q" id="q">hiddentext ${text}</div>`;
      const body = `<style>${css}</style><main><h1>Ferries</h1><div class="w">${prose.repeat(8)}${hidden}${prose}</div></main>`;
      if ((await read(body)).markdown.includes('hiddentext')) count++;
    }
  }
  const value = (count / (texts.length * hidingRules.length)) * 100;
  return {
    name: `hidden by ${hidingRules.length} style rules and returned`,
    value,
    unit: '%',
    wanted: { below: 5 },
  };
}

/** Unpacks the archives of the shared sample pages, and returns the folder; null without them. */
function sharedPages(): string | null {
  const shared = fileURLToPath(new URL('../../shared/data/', import.meta.url));
  if (!existsSync(shared)) return null;
  const folder = mkdtempSync(path.join(tmpdir(), 'webdata-injection-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  for (const archive of globSync('*.tar.gz', { cwd: shared }))
    execFileSync('tar', ['xzf', path.join(shared, archive), '-C', folder]);
  return folder;
}

/** Returns the false alarms per 1,000 ordinary pages and the time of the search. */
async function ordinaryPages(folders: readonly string[]): Promise<Figure[]> {
  const files = folders
    .flatMap((folder) =>
      globSync('**/*.{html,htm,testhtml,md}', { cwd: folder }).map((file) => path.join(folder, file)),
    )
    .filter((file) => !file.endsWith('.expected.html') && !file.endsWith('README.md'));
  let alarms = 0;
  let characters = 0;
  let longest = 0;
  let milliseconds = 0;
  for (const file of files) {
    const { markdown, message } = await read(
      readFileSync(file),
      file.endsWith('.md') ? 'text/markdown' : 'text/html',
    );
    if (message !== null) {
      alarms++;
      say(`${path.basename(path.dirname(file))}/${path.basename(file)} ${message}`);
    }
    const started = performance.now();
    findInstructions(markdown);
    const took = performance.now() - started;
    milliseconds += took;
    longest = Math.max(longest, took);
    characters += markdown.length;
  }
  return [
    {
      name: `false alarms per 1,000 pages (${alarms} of ${files.length})`,
      value: (alarms / files.length) * 1000,
      unit: '',
      wanted: { below: 1 },
    },
    { name: 'time of a page, mean', value: milliseconds / files.length, unit: 'ms', wanted: { below: 0.3 } },
    { name: 'time of 50,000 characters, mean', value: (milliseconds / characters) * 50_000, unit: 'ms' },
    { name: 'time of a page, longest', value: longest, unit: 'ms' },
  ];
}

const named = process.argv.slice(3);
const shared = named.length > 0 ? null : sharedPages();
const folders = shared === null ? named : [shared];
const figures = [
  await warned('tuned'),
  await warned('held-out'),
  await warned('ordinary'),
  await returnedHidden(),
];
await report('injection', [...figures, ...(folders.length > 0 ? await ordinaryPages(folders) : [])]);
