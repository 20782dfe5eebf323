import { once } from 'node:events';
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { UsageError } from './usage-error.ts';

/** Maximum memory of the results, in MB. */
const maxHeapMb = 1_024;

/** Maximum time of an expression for one document, in seconds. */
const maxSeconds = 60;

/** What the thread answers to each document, and to its start. */
export type QueryReply = { text: string } | { problem: string };

/** The expression of `--jq`. */
export interface JsonQuery extends AsyncDisposable {
  /**
   * Returns the results for a document, one on each line: texts as they are, other values as JSON. Throws UsageError if the
   * expression fails for it, or exceeds its time or memory.
   */
  apply(document: unknown): Promise<string>;
}

async function nextReply(worker: Worker, stop: AbortSignal): Promise<QueryReply> {
  const limit = AbortSignal.timeout(maxSeconds * 1_000);
  try {
    const [reply] = (await once(worker, 'message', { signal: AbortSignal.any([stop, limit]) })) as [
      QueryReply,
    ];
    return reply;
  } catch (error) {
    if (stop.aborted) throw error;
    if (limit.aborted) return { problem: `it did not end within ${maxSeconds} s` };
    if ((error as NodeJS.ErrnoException).code !== 'ERR_WORKER_OUT_OF_MEMORY') throw error;
    return { problem: `its results exceed ${maxHeapMb} MB` };
  }
}

async function nextText(worker: Worker, stop: AbortSignal): Promise<string> {
  const reply = await nextReply(worker, stop);
  if ('problem' in reply) throw new UsageError(`the expression of --jq failed: ${reply.problem}`);
  return reply.text;
}

/**
 * Compiles an expression in the language of jq. It runs in a thread of its own, since an expression may run without end and would keep
 * this thread from noticing Ctrl-C. Throws UsageError if it is no expression.
 */
export async function openJsonQuery(expression: string, stop: AbortSignal): Promise<JsonQuery> {
  const module = new URL(`./json-query-thread${extname(import.meta.url)}`, import.meta.url);
  const worker = new Worker(module, {
    workerData: expression,
    resourceLimits: { maxOldGenerationSizeMb: maxHeapMb },
  });
  const close = async () => void (await worker.terminate());
  try {
    await nextText(worker, stop);
  } catch (error) {
    await close();
    throw error;
  }
  return {
    apply(document) {
      worker.postMessage(JSON.stringify(document));
      return nextText(worker, stop);
    },
    [Symbol.asyncDispose]: close,
  };
}
