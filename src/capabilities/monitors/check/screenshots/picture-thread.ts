import { parentPort, workerData } from 'node:worker_threads';
import { compareImages } from '../../../../diff/compare-images.ts';

// Compares two pictures and exits. Pictures are large and rarely compared, so that no thread is kept for them.
const { before, after } = workerData as { before: Uint8Array; after: Uint8Array };
parentPort?.postMessage(compareImages(before, after));
