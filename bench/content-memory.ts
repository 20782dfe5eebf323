// npm run bench -- content-memory: peak memory and time of pages of 10 MB, and of the worst known shapes. Each page
// is read by a separate process; its peak is compared with that of a process that reads a small page.
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';

import { readResponse } from '../src/page/read/read-response.ts';
import { jobFor } from '../test/corpus/content-job.ts';
import { type Figure, report } from './report.ts';

const size = 10_000_000;

/** Returns a page of the common size that repeats `unit`. */
function filled(unit: string): string {
  return `<title>Large</title><body>${unit.repeat(Math.ceil(size / unit.length))}`;
}

const sentence = 'The harbour was quiet that morning, and the ferry left without a sound. ';
const post = (text: string): string => `<div class="post"><b>someone</b><p>${text}</p>`;

/** Pages by name. */
const pages: Record<string, () => string> = {
  small: () => `<title>Small</title><body><p>${sentence.repeat(20)}</p>`,
  'prose in long paragraphs': () => filled(`<p>${sentence.repeat(30)}</p>\n`),
  'prose in short paragraphs': () => filled(`<div class="x"><p>${sentence}</p></div>\n`),
  'one text': () => filled(sentence),
  'text beyond Latin-1': () => filled(`<p>Гавань была тиха в то утро, 港は静かだった。${sentence}</p>\n`),
  'one script': () =>
    `<title>Script</title><body><p>${sentence}</p><script>${'f(1);'.repeat(size / 5)}</script>`,
  'links in a list': () => filled('<li><a href="/a/b/c">The harbour was quiet</a></li>\n'),
  'smallest elements': () => filled('<p>a'),
  'smallest inline elements': () => filled('<b>a</b>'),
  attributes: () => filled('<p class="a b" id=x data-a=1 title="q">a b</p>'),
  'attributes of one tag': () => `<title>One</title><p ${'a '.repeat(size / 2)}>${sentence}</p>`,
  'attributes of unlike names': () =>
    `<title>Many</title><p ${Array.from({ length: size / 8 }, (_, i) => `a${i}`).join(' ')}>${sentence}</p>`,
  'elements of unlike names': () =>
    `<title>Many</title>${Array.from({ length: size / 12 }, (_, i) => `<b${i}>a`).join('')}`,
  'line breaks': () => filled('a<br>'),
  'list items': () => filled('<li>a'),
  'formatting never closed': () => filled('<p><b>a'),
  'tables in tables': () => filled('<table><tr><td>a'),
  'open brackets': () => filled('['),
  stars: () => filled('*a '),
  code: () => `<title>Code</title><pre>${'let a = 1;\n'.repeat(size / 11)}</pre>`,
  'Cyrillic of one byte': () => filled(sentence),
  references: () => filled('&amp;&lt;b&gt; '),
  '100,000 open tags': () => `<title>Deep</title>${'<div>'.repeat(100_000)}${sentence}`,
  'one attribute of 1 MB': () => `<title>Wide</title><p title="${'a'.repeat(1_000_000)}">${sentence}</p>`,
  '50,000 links': () => `<title>Links</title>${'<a href="/a">harbour</a> '.repeat(50_000)}`,
  '1,000,000 cells': () =>
    `<title>Cells</title><table>${`<tr>${'<td>1</td>'.repeat(100)}</tr>`.repeat(10_000)}</table>`,
  '9,000 nested posts': () => `<title>Posts</title>${post(sentence).repeat(9000)}`,
};

async function read(name: string): Promise<void> {
  const html = pages[name]?.() ?? '';
  const bytes = Buffer.from(
    name.startsWith('Cyrillic') ? html.replaceAll('a', '\xf1') : html,
    name.startsWith('Cyrillic') ? 'latin1' : 'utf8',
  );
  const begun = process.cpuUsage();
  await readResponse(jobFor(bytes, { formats: ['markdown', 'links'] }));
  const { user, system } = process.cpuUsage(begun);
  const status = readFileSync('/proc/self/status', 'utf8');
  const peak = Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1]) / 1000;
  process.stdout.write(JSON.stringify({ peak, ms: (user + system) / 1000 }));
}

/** The same young generation size as the service's content threads. */
const flags = ['--max-semi-space-size=8'];

async function measured(name: string): Promise<{ peak: number; ms: number }> {
  const self = new URL(import.meta.url).pathname;
  const run = await promisify(execFile)(process.execPath, [...flags, self, '--read', name]);
  return JSON.parse(run.stdout);
}

const [mode, only] = process.argv.slice(2);
if (mode === '--read') await read(only ?? '');
else {
  const small = await measured('small');
  const figures: Figure[] = [{ name: 'small page: peak', value: small.peak, unit: 'MB' }];
  for (const name of Object.keys(pages)) {
    if (name === 'small') continue;
    if (only !== undefined && !name.includes(only)) continue;
    const { peak, ms } = await measured(name);
    figures.push(
      { name: `${name}: more memory`, value: peak - small.peak, unit: 'MB', wanted: { below: 200 } },
      { name: `${name}: processor time`, value: ms, unit: 'ms' },
    );
  }
  await report('content-memory', figures);
}
