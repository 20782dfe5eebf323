import { once } from 'node:events';
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { errorMessage } from '../../domain/system/failure.ts';
import { UsageError } from './usage-error.ts';

/** Maximum memory of an expression, in MB. */
const maxHeapMb = 1_024;

/** What the thread answers to each message, and to its start. */
export type QueryReply = { text: string } | { problem: string };

/** The expression of `--jq`. */
export interface JsonQuery extends AsyncDisposable {
  /**
   * Returns the results for a document, one on each line: texts as they are, other values as JSON. Throws UsageError if the
   * expression fails for it.
   */
  apply(document: unknown): Promise<string>;
}

async function replyOf(worker: Worker, signal: AbortSignal): Promise<string> {
  const [reply] = (await once(worker, 'message', { signal }).catch((error: unknown) => {
    if (signal.aborted) throw error;
    return [{ problem: errorMessage(error) }];
  })) as [QueryReply];
  if ('problem' in reply) throw new UsageError(`the expression of --jq failed: ${reply.problem}`);
  return reply.text;
}

/**
 * Compiles an expression in the language of jq. It runs in a thread of its own, since an expression may run without end and would keep
 * this thread from noticing Ctrl-C. Throws UsageError if it is no expression.
 */
export async function openJsonQuery(expression: string, signal: AbortSignal): Promise<JsonQuery> {
  const module = new URL(`./json-query-thread${extname(import.meta.url)}`, import.meta.url);
  const worker = new Worker(module, {
    workerData: expression,
    resourceLimits: { maxOldGenerationSizeMb: maxHeapMb },
  });
  const close = async () => void (await worker.terminate());
  try {
    await replyOf(worker, signal);
  } catch (error) {
    await close();
    throw error;
  }
  return {
    apply(document) {
      worker.postMessage(document);
      return replyOf(worker, signal);
    },
    [Symbol.asyncDispose]: close,
  };
}
