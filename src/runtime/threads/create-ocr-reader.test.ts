import assert from 'node:assert/strict';
import { test } from 'node:test';
import { silentLog } from '../../domain/system/log.ts';
import { createOcrReader } from './create-ocr-reader.ts';
import { findOcrPackages } from './find-ocr-packages.ts';

const isMissing = 'missing' in findOcrPackages(['eng']) && 'tesseract.js-core is not installed';

/** Creates a reader whose threads run this code for each page, with `number` and `send`. */
function readerOf(code: string, options: { languages?: string[]; pageTimeoutMs?: number } = {}) {
  const source = `
    import { parentPort, workerData } from 'node:worker_threads';
    const text = (number) => ({ number, height: 1, lines: [], confidence: 90 });
    const send = (answer) => parentPort.postMessage(answer);
    for (const number of workerData.job.pages) { ${code} }`;
  return createOcrReader({
    module: new URL(`data:text/javascript,${encodeURIComponent(source)}`),
    languages: ['eng'],
    threads: 1,
    pageTimeoutMs: 20_000,
    maxOldGenerationMb: 64,
    log: silentLog,
    ...options,
  });
}

const sendText = 'send({ number, page: text(number) });';
const never = new AbortController().signal;
const jobOf = (pages: number[]) => ({ bytes: new Uint8Array(), kind: 'pdf' as const, pages });
const numbersOf = ({ pages }: { pages: readonly { number: number }[] }) => pages.map(({ number }) => number);

test('missing packages are named, and nothing is read', async () => {
  const reader = readerOf(sendText, { languages: ['xxx', 'yyy'] });
  assert.match(reader.findMissing() ?? '', /npm install .*@tesseract\.js-data\/xxx @tesseract\.js-data\/yyy/);
  assert.deepEqual(numbersOf(await reader.read(jobOf([1]), 60_000, never)), []);
});

test('threads of OCR', { skip: isMissing }, async (t) => {
  await t.test('all pages are read; those that have no text or an error are told apart', async () => {
    const reader = readerOf(
      `send(number === 2 ? { number, page: null } : number === 4 ? { number, page: null, fault: 'x' } : { number, page: text(number) });`,
    );
    const reading = await reader.read(jobOf([1, 2, 3, 4]), 60_000, never);
    assert.deepEqual(numbersOf(reading), [1, 3]);
    assert.deepEqual(reading.damaged, [4]);
    assert.deepEqual(reading.late, []);
  });

  await t.test('a page on which a thread dies does not cost the others', async () => {
    const reader = readerOf(`if (number === 2) process.exit(1); ${sendText}`);
    const reading = await reader.read(jobOf([1, 2, 3]), 60_000, never);
    assert.deepEqual(numbersOf(reading), [1, 3]);
    assert.deepEqual(reading.damaged, [2]);
  });

  await t.test('a page that takes too much processor time is left out', async () => {
    const reader = readerOf(`if (number === 1) for (;;); ${sendText}`, { pageTimeoutMs: 300 });
    const reading = await reader.read(jobOf([1, 2]), 60_000, never);
    assert.deepEqual(numbersOf(reading), [2]);
    assert.deepEqual(reading.damaged, [1]);
  });

  await t.test('a file on which all threads die ends', async () => {
    const reading = await readerOf('process.exit(1);').read(jobOf([1, 2, 3, 4, 5]), 60_000, never);
    assert.deepEqual(reading.damaged, [1, 2, 3]);
    assert.deepEqual(reading.late, [4, 5]);
  });

  await t.test('when the time is over, the pages so far are returned and the others named', async () => {
    const reader = readerOf(
      `if (number === 3) await new Promise(() => setInterval(() => {}, 1000)); ${sendText}`,
    );
    const reading = await reader.read(jobOf([1, 2, 3, 4]), 1_500, never);
    assert.deepEqual([...numbersOf(reading), ...reading.late], [1, 2, 3, 4]);
    assert.ok(reading.late.includes(3));
  });

  await t.test('without time, nothing is started', async () => {
    const reading = await readerOf(sendText).read(jobOf([1]), 0, never);
    assert.deepEqual(reading.late, [1]);
  });

  await t.test('an abort of the caller rejects and frees the place', async () => {
    const reader = readerOf(
      `if (number === 7) await new Promise(() => setInterval(() => {}, 1000)); ${sendText}`,
    );
    const controller = new AbortController();
    const reading = reader.read(jobOf([7]), 60_000, controller.signal);
    controller.abort(new Error('gone'));
    await assert.rejects(reading, /gone/);
    assert.deepEqual(numbersOf(await reader.read(jobOf([1]), 60_000, never)), [1]);
  });
});
