// Entry point of the thread that runs the expression of --jq.
import { parentPort, workerData } from 'node:worker_threads';
import loading from 'jq-web';
import { errorMessage } from '../../domain/system/failure.ts';
import type { QueryReply } from './json-query.ts';

if (parentPort === null) throw new Error('json-query-thread runs as a worker thread only');
const port = parentPort;
const expression = workerData as string;
const jq = await loading;

/** Returns the first line that jq wrote about an error, without its prefix. */
function problemOf(error: unknown): string {
  const { stderr } = Object(error) as { stderr?: unknown };
  const [line = ''] = String(stderr ?? errorMessage(error)).split('\n');
  return line.replace(/^jq: error(?: \(at [^()]{0,200}\))?: /, '').replace(/:$/, '');
}

/** Returns the results for a text of JSON, one on each line: texts as they are, and other values as JSON. */
function select(json: string): string {
  // Compact JSON has no line break, unlike raw texts, so that each line is one result.
  const results = jq.raw(json, expression, ['--compact-output', '--'])?.split('\n') ?? [];
  return results.map((line) => `${line.startsWith('"') ? JSON.parse(line) : line}\n`).join('');
}

function reply(json: string): void {
  let answer: QueryReply;
  try {
    answer = { text: select(json) };
  } catch (error) {
    answer = { problem: problemOf(error) };
  }
  port.postMessage(answer);
}

port.on('message', reply);
// Without JSON, jq only compiles the expression.
reply('');
