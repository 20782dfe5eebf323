// npm run bench -- needs-browser [FOLDER]: compares the decision to use a browser with what a browser shows, on
// applications that are built from npm packages in FOLDER (default: a folder of the system's temporary folder), and
// with the labels of the written pages of test/corpus.
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { readResponse } from '../src/page/read/read-response.ts';
import { jobFor } from '../test/corpus/content-job.ts';
import { renderingPages } from '../test/corpus/rendering-pages.ts';
import { scriptedMainPages } from '../test/corpus/scripted-main-pages.ts';
import { type BuiltApplication, buildApplications } from './needs-browser/build-applications.ts';
import { launchBrowser } from './needs-browser/launch-browser.ts';
import { missingShare, readRenderedText } from './needs-browser/rendered-text.ts';
import { serveApplication } from './needs-browser/serve-application.ts';
import { report } from './report.ts';

/** Shares of the rendered main text without scripts, at which a page surely needs a browser, and surely not. */
const surelyMissing = 0.5;
const surelyPresent = 0.2;

type Need = 'yes' | 'no' | 'doubtful';

interface Judged {
  name: string;
  need: Need;
  isUsed: boolean;
  isWarned: boolean;
  missing: number | null;
}

function isRight({ need, isUsed, isWarned }: Judged): boolean {
  if (need === 'doubtful') return isUsed || isWarned;
  return isUsed === (need === 'yes');
}

async function decide(
  html: string | Uint8Array,
  url: string,
): Promise<{ isUsed: boolean; isWarned: boolean }> {
  const { needsBrowser, warnings } = await readResponse(jobFor(html, { url }));
  return { isUsed: needsBrowser, isWarned: warnings.some(({ code }) => code === 'may_need_browser') };
}

async function judgeApplication(browser: Browser, built: BuiltApplication): Promise<Judged[]> {
  const served = await serveApplication(built.root);
  const judged: Judged[] = [];
  try {
    for (const path of built.pages) {
      const url = served.origin + path;
      const response = await fetch(url);
      if (response.status !== 200) throw new Error(`${built.name}${path} answers ${response.status}`);
      const decision = await decide(await response.bytes(), url);
      const rendered = await readRenderedText(browser, url, true);
      const plain = await readRenderedText(browser, url, false);
      if (rendered.main.trim() === '') throw new Error(`${url} of ${built.name} shows nothing in a browser`);
      const missing = missingShare(rendered.main, plain.all);
      const need = missing >= surelyMissing ? 'yes' : missing <= surelyPresent ? 'no' : 'doubtful';
      judged.push({ name: `${built.name} ${path}`, need, missing, ...decision });
    }
  } finally {
    served.close();
  }
  return judged;
}

async function judgeWrittenPages(): Promise<Judged[]> {
  const judged: Judged[] = [];
  for (const { name, html, needsBrowser } of [...renderingPages, ...scriptedMainPages]) {
    const decision = await decide(html, 'https://example.com/page');
    judged.push({ name, need: needsBrowser ? 'yes' : 'no', missing: null, ...decision });
  }
  return judged;
}

function shareOfRight(pages: readonly Judged[]): number {
  return (100 * pages.filter(isRight).length) / Math.max(1, pages.length);
}

const folder = process.argv[3] ?? join(tmpdir(), 'webdata-needs-browser');
const applications = await buildApplications(folder);
const browser = await launchBrowser();
const built: Judged[] = [];
try {
  for (const application of applications) built.push(...(await judgeApplication(browser, application)));
} finally {
  await browser.close();
}
const written = await judgeWrittenPages();
const all = [...built, ...written];
for (const page of [...built, ...written.filter((one) => !isRight(one))]) {
  const share = page.missing === null ? '' : `${Math.round(100 * page.missing)} %`;
  const decision = page.isUsed ? 'browser' : page.isWarned ? 'warning' : 'no browser';
  console.log(`${isRight(page) ? 'right' : 'WRONG'}\t${page.need}\t${share}\t${decision}\t${page.name}`);
}
const warned = all.filter(({ need, isUsed, isWarned }) => need === 'no' && !isUsed && isWarned);
await report('needs-browser', [
  { name: 'pages', value: all.length, unit: '', wanted: { atLeast: 150 } },
  { name: 'pages of built applications', value: built.length, unit: '', wanted: { atLeast: all.length / 3 } },
  { name: 'right', value: shareOfRight(all), unit: '%', wanted: { atLeast: 98 } },
  { name: 'right, built applications', value: shareOfRight(built), unit: '%', wanted: { atLeast: 98 } },
  {
    name: 'built pages that need a browser',
    value: built.filter(({ need }) => need === 'yes').length,
    unit: '',
  },
  { name: 'built pages that need none', value: built.filter(({ need }) => need === 'no').length, unit: '' },
  { name: 'warnings on pages that need none', value: warned.length, unit: '' },
]);
