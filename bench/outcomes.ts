// npm run bench -- outcomes: classification of blocks, of good pages that look like blocks, of missing pages and of
// server errors, each in the notation of several servers; and of the sample pages of ../shared/data, all good except
// one block.
import { readFileSync } from 'node:fs';
import type { PageErrorCode } from '../src/domain/pages/outcome.ts';
import { statusOf } from '../src/domain/pages/outcome.ts';
import { readResponse } from '../src/page/read/read-response.ts';
import { type SampleAnswer, variantsOf } from '../test/corpus/outcomes/answer.ts';
import { goodAnswers, otherAnswers } from '../test/corpus/outcomes/pages.ts';
import { wallAnswers } from '../test/corpus/outcomes/walls.ts';
import { pageJob } from './quality/page-job.ts';
import { openSample } from './quality/sample.ts';
import { report } from './report.ts';

const say = (line: string) => process.stdout.write(`${line}\n`);

async function codeOf(answer: SampleAnswer): Promise<PageErrorCode | null> {
  const { headers, url, statusCode, html } = answer;
  const content = await readResponse({
    ...pageJob(url, Buffer.from(html)),
    statusCode,
    headers: { 'content-type': 'text/html; charset=utf-8', ...headers },
  });
  return content.error?.code ?? null;
}

/** Rows: actual outcome. Columns: classification. */
const matrix = new Map<string, Map<string, number>>();
const add = (is: string, called: string) => {
  const row = matrix.get(is) ?? new Map<string, number>();
  row.set(called, (row.get(called) ?? 0) + 1);
  matrix.set(is, row);
};
const nameOf = (code: PageErrorCode | null) => (code === null ? 'ok' : statusOf(code));

const counts = { walls: 0, found: 0, rightCode: 0, good: 0, goodBlocked: 0, others: 0, othersRight: 0 };

async function judge(answer: SampleAnswer): Promise<void> {
  const code = await codeOf(answer);
  const is = nameOf(answer.expected?.[0] ?? null);
  const called = nameOf(code);
  add(is, called);
  const isRight = answer.expected === null ? code === null : code !== null && answer.expected.includes(code);
  if (is === 'blocked') {
    counts.walls += 1;
    counts.found += called === 'blocked' ? 1 : 0;
    counts.rightCode += isRight ? 1 : 0;
  } else if (is === 'ok') {
    counts.good += 1;
    counts.goodBlocked += called === 'blocked' ? 1 : 0;
  } else {
    counts.others += 1;
    counts.othersRight += isRight ? 1 : 0;
  }
  if (!isRight) say(`  ${answer.about}: ${code ?? 'ok'}, wanted ${answer.expected?.join(' or ') ?? 'ok'}`);
}

for (const answer of [...wallAnswers, ...goodAnswers, ...otherAnswers]) {
  for (const variant of variantsOf(answer)) await judge(variant);
}

const sample = { pages: 0, blocked: 0, other: 0 };
try {
  for (const { id, url, file } of openSample()) {
    const content = await readResponse(pageJob(url, readFileSync(file)));
    sample.pages += 1;
    if (content.error === null) continue;
    const isBlocked = statusOf(content.error.code) === 'blocked';
    sample.blocked += isBlocked ? 1 : 0;
    sample.other += isBlocked ? 0 : 1;
    say(`  sample page ${id} (${url}): ${content.error.code}`);
  }
} catch (error) {
  say(`the sample pages were left out: ${error instanceof Error ? error.message : error}`);
}

const names = ['ok', 'blocked', 'not_found', 'failed', 'unavailable'];
say(`\n| is \\ called | ${names.join(' | ')} |\n| --- |${' --- |'.repeat(names.length)}`);
for (const [is, row] of matrix) say(`| ${is} | ${names.map((name) => row.get(name) ?? 0).join(' | ')} |`);
say('');

await report('outcomes', [
  { name: 'walls found', value: (100 * counts.found) / counts.walls, unit: '%', wanted: { atLeast: 95 } },
  { name: 'walls with the right code', value: (100 * counts.rightCode) / counts.walls, unit: '%' },
  { name: 'good pages called blocked', value: counts.goodBlocked, unit: 'pages', wanted: { below: 1 } },
  { name: 'missing and broken called rightly', value: (100 * counts.othersRight) / counts.others, unit: '%' },
  { name: 'sample pages read', value: sample.pages, unit: 'pages' },
  { name: 'sample pages called blocked', value: sample.blocked, unit: 'pages' },
  { name: 'sample pages called something else', value: sample.other, unit: 'pages' },
]);
