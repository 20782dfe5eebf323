// Entry point of the thread that runs the expression of --jq.
import { parentPort, workerData } from 'node:worker_threads';
import { compile } from '@michaelhomer/jqjs';
import type { QueryReply } from './json-query.ts';

if (parentPort === null) throw new Error('json-query-thread runs as a worker thread only');
const port = parentPort;

/** Formats a result: a text as it is, and other values as JSON in one line. */
function formatResult(value: unknown): string {
  return `${typeof value === 'string' ? value : JSON.stringify(value)}\n`;
}

/** Sends the text that the work returns, or why it failed. */
function reply(work: () => string): void {
  let answer: QueryReply;
  try {
    answer = { text: work() };
  } catch (error) {
    // The package throws texts.
    answer = { problem: error instanceof Error ? error.message : String(error) };
  }
  port.postMessage(answer);
}

let filter: ReturnType<typeof compile> = () => [];
reply(() => {
  filter = compile(workerData as string);
  return '';
});
port.on('message', (document: unknown) =>
  reply(() => Array.from(filter(document), formatResult).join('')),
);
