import { parentPort, workerData } from 'node:worker_threads';
import { comparePictures } from '../diff/compare-pictures.ts';

// Compares two pictures and ends: pictures are large and seldom compared, so that no thread waits for them.
const { before, after } = workerData as { before: Uint8Array; after: Uint8Array };
parentPort?.postMessage(comparePictures(before, after));
