import { Worker } from 'node:worker_threads';
import type { OcrAnswer, OcrJob, OcrPage, OcrReader, OcrReading } from '../../domain/pages/ocr.ts';
import { errorMessage } from '../../domain/system/failure.ts';
import type { Log } from '../../domain/system/log.ts';
import { createSemaphore } from '../../domain/system/semaphore.ts';
import { findOcrPackages, type OcrPackages } from './find-ocr-packages.ts';
import { limitCpuTime } from './limit-cpu-time.ts';

/** Options of an OCR reader. */
export interface OcrReaderOptions {
  /** Entry module of the worker. */
  module: URL;
  /** Codes of the languages, as Tesseract names them. */
  languages: readonly string[];
  /** Maximum number of files that are read at once. */
  threads: number;
  /** Maximum processor time for one page in milliseconds; the start of the engine is part of the first one. */
  pageTimeoutMs: number;
  /** Maximum JavaScript heap of a thread in megabytes. */
  maxOldGenerationMb: number;
  log: Log;
}

/** Number of threads that may die on the pages of one file. */
const maxLostThreads = 3;

/** Work of one thread: pages that it reads in order. */
interface ThreadRun {
  packages: OcrPackages;
  job: OcrJob;
  onAnswer(answer: OcrAnswer): void;
}

function startWorker({ module, maxOldGenerationMb }: OcrReaderOptions, run: ThreadRun): Worker {
  return new Worker(module, {
    workerData: { paths: run.packages, job: run.job },
    name: 'ocr',
    // The worker processes untrusted content and must not see the operator's secrets.
    env: {},
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: maxOldGenerationMb, maxYoungGenerationSizeMb: 32 },
  });
}

/**
 * Lets a new thread read pages. Resolves when it has read all, to null, or when it died or exceeded the time for a page, to the reason.
 * Rejects with the signal's reason. The thread has ended afterwards, so that no file meets the memory of another one.
 */
async function runThread(
  options: OcrReaderOptions,
  run: ThreadRun,
  signal: AbortSignal,
): Promise<string | null> {
  const worker = startWorker(options, run);
  const { promise, resolve, reject } = Promise.withResolvers<string | null>();
  const limitPage = () => limitCpuTime(worker, options.pageTimeoutMs, resolve);
  let endLimit = limitPage();
  const onAbort = () => reject(signal.reason);
  signal.addEventListener('abort', onAbort, { once: true });
  let read = 0;
  worker.on('message', (answer: OcrAnswer) => {
    run.onAnswer(answer);
    endLimit();
    read += 1;
    if (read < run.job.pages.length) endLimit = limitPage();
    else resolve(null);
  });
  worker.on('error', (error) => resolve(errorMessage(error)));
  worker.on('exit', (code) => resolve(`exit code ${code}`));
  try {
    if (signal.aborted) onAbort();
    return await promise;
  } finally {
    endLimit();
    signal.removeEventListener('abort', onAbort);
    await worker.terminate();
  }
}

/** Reads the pages of a job with as many threads as needed: a page on which one dies is left out. */
async function readPages(
  options: OcrReaderOptions,
  packages: OcrPackages,
  job: OcrJob,
  { signal, reading }: { signal: AbortSignal; reading: OcrReading },
): Promise<void> {
  let left = job.pages;
  for (let lost = 0; left.length > 0 && lost < maxLostThreads; lost++) {
    const onAnswer = ({ number, page, fault }: OcrAnswer) => {
      left = left.filter((other) => other !== number);
      if (page !== null) reading.pages.push(page);
      if (fault !== undefined) reading.damaged.push(number);
      reading.late = left;
    };
    const reason = await runThread(options, { packages, job: { ...job, pages: left }, onAnswer }, signal);
    if (reason === null) return;
    options.log.warn({ reason, page: left[0] }, 'ocr thread lost');
    const [number, ...others] = left;
    if (number !== undefined) reading.damaged.push(number);
    left = others;
    reading.late = left;
  }
}

/** Creates a reader that starts a thread for each file. The threads end with their files. */
export function createOcrReader(options: OcrReaderOptions): OcrReader {
  const { languages, threads } = options;
  const slots = createSemaphore(threads);
  return {
    languages,
    findMissing() {
      const found = findOcrPackages(languages);
      if (!('missing' in found)) return null;
      return `OCR needs packages that are not installed. Install them with \`npm install ${found.missing.join(' ')}\`.`;
    },
    async read(job, timeoutMs, caller) {
      const reading: OcrReading = { pages: [], late: job.pages, damaged: [] };
      const packages = findOcrPackages(languages);
      if ('missing' in packages || timeoutMs <= 0) return reading;
      const timeout = AbortSignal.timeout(Math.ceil(timeoutMs));
      const signal = AbortSignal.any([caller, timeout]);
      let release: (() => void) | null = null;
      try {
        release = await slots.acquire(signal);
        await readPages(options, packages, job, { signal, reading });
      } catch (error) {
        caller.throwIfAborted();
        if (!timeout.aborted) throw error;
      } finally {
        release?.();
      }
      const byNumber = (one: OcrPage, other: OcrPage) => one.number - other.number;
      return { ...reading, pages: reading.pages.toSorted(byNumber) };
    },
  };
}
