// Entry of a worker thread: pages come in as tasks, content goes out as answers, one at a time.
import { parentPort } from 'node:worker_threads';
import type { ContentAnswer, ContentTask, PageContent } from '../domain/content.ts';
import { messageOf } from '../domain/failure.ts';
import { readResponse } from './read-response.ts';

const port = parentPort;
if (port === null) throw new Error('content-thread runs as a worker thread only');

port.on('message', async ({ id, job }: ContentTask) => {
  let content: PageContent;
  try {
    content = await readResponse(job);
  } catch (error) {
    port.postMessage({ id, fault: messageOf(error) } satisfies ContentAnswer);
    return;
  }
  port.postMessage({ id, content } satisfies ContentAnswer, transferable(content));
});

/** Buffers that can be handed over instead of copied: those that a view covers whole, as pooled ones never do. */
function transferable(content: PageContent): ArrayBuffer[] {
  const bytes = content.packed?.bytes;
  if (bytes === undefined || !(bytes.buffer instanceof ArrayBuffer)) return [];
  return bytes.byteLength === bytes.buffer.byteLength && bytes.byteLength > 0 ? [bytes.buffer] : [];
}
