// Entry point of an OCR thread: it reads one file and ends.
import { parentPort, workerData } from 'node:worker_threads';
import type { OcrJob } from '../../domain/pages/ocr.ts';
import { recognizePages } from '../../page/documents/ocr/recognize-pages.ts';
import { loadTesseract, type TesseractPaths } from '../../page/documents/ocr/tesseract.ts';

if (parentPort === null) throw new Error('ocr-thread runs as a worker thread only');

const { paths, job } = workerData as { paths: TesseractPaths & { pdfFolder: string | null }; job: OcrJob };
const engine = await loadTesseract(paths);
for await (const answer of recognizePages(engine, job, paths.pdfFolder)) parentPort.postMessage(answer);
