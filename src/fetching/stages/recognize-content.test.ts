import assert from 'node:assert/strict';
import { test } from 'node:test';
import { jobFor } from '../../../test/corpus/content-job.ts';
import type { ContentJob, PageContent } from '../../domain/pages/content.ts';
import type { OcrPage, OcrReading } from '../../domain/pages/ocr.ts';
import { recognizeContent } from './recognize-content.ts';

const content: PageContent = {
  error: null,
  title: null,
  markdown: '',
  length: 0,
  textLength: 0,
  truncated: false,
  metadata: { content_type: 'application/pdf' },
  packed: null,
  contentSha256: null,
  needsBrowser: false,
  scannedPages: [1, 2, 3],
  warnings: [{ code: 'no_text', message: 'The document contains no text.' }],
};

const pageOf = (number: number, text: string, confidence: number): OcrPage => ({
  number,
  height: 792,
  confidence,
  lines: [{ baseline: 10, size: 10, runs: [{ text, left: 0, right: 90 }] }],
});

/** Recognizes with a reader that returns this, and returns the result with the time that it had. */
async function recognize(
  reading: Partial<OcrReading>,
  { missing = null as string | null, first = content } = {},
) {
  const times: number[] = [];
  const jobs: ContentJob[] = [];
  const result = await recognizeContent(
    {
      threads: {
        async process(job) {
          jobs.push(job);
          return { ...content, markdown: 'read', warnings: [] };
        },
      },
      ocr: {
        languages: ['eng'],
        findMissing: () => missing,
        async read(_job, timeoutMs) {
          times.push(timeoutMs);
          return { pages: [], late: [], damaged: [], ...reading };
        },
      },
    },
    { content: first, job: jobFor('x') },
    { remainingMs: 10_000, readMs: 100, signal: new AbortController().signal },
  );
  return { ...result, times, jobs };
}

test('the document is read again with the text, and the metadata state the confidence by length', async () => {
  const pages = [pageOf(1, 'a'.repeat(300), 90), pageOf(3, 'b'.repeat(100), 70)];
  const { content: result, job, jobs, times } = await recognize({ pages });
  assert.equal(result.markdown, 'read');
  assert.deepEqual(result.metadata.ocr, { confidence: 85, pages: '1,3', languages: ['eng'] });
  assert.deepEqual(jobs[0]?.recognized, pages);
  assert.equal(job.recognized, pages);
  assert.deepEqual(result.warnings, []);
  assert.ok((times[0] ?? 0) < 10_000, 'time is left to read the document again');
});

test('pages that were not read are named', async () => {
  const late = Array.from({ length: 460 }, (_, at) => at + 41);
  const { content: result } = await recognize({ pages: [pageOf(1, 'text', 90)], late, damaged: [2] });
  assert.deepEqual(
    result.warnings.map(({ code }) => code),
    ['ocr_incomplete', 'ocr_incomplete'],
  );
  assert.match(result.warnings[0]?.message ?? '', /^Pages 41-500 were not read by OCR within the timeout/);
  assert.match(result.warnings[1]?.message ?? '', /^Page 2 was not read by OCR: an image is damaged/);
});

test('without OCR, and if it reads nothing, the content stays', async () => {
  const missing = await recognize({}, { missing: 'Install it with `npm install x`.' });
  assert.equal(
    missing.content.warnings[0]?.message,
    'The document contains no text. Install it with `npm install x`.',
  );
  assert.deepEqual(missing.times, []);
  const { scannedPages: _, ...withText } = content;
  assert.deepEqual((await recognize({}, { first: withText })).times, []);
  const blank = await recognize({});
  assert.equal(blank.content.warnings[0]?.code, 'no_text');
  assert.deepEqual(blank.jobs, []);
});
