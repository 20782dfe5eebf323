// Entry of a worker thread: tasks come in, one answer each goes out, one at a time.
import { parentPort } from 'node:worker_threads';
import type { ContentAnswer, ContentTask, ContentThreadReady, PageContent } from '../domain/content.ts';
import { messageOf } from '../domain/failure.ts';
import type { Passage } from '../domain/page.ts';
import { rankPassages } from './passages.ts';
import { readResponse } from './read-response.ts';

const port = parentPort;
if (port === null) throw new Error('content-thread runs as a worker thread only');

port.on('message', async (task: ContentTask) => {
  let result: PageContent | Passage[];
  try {
    result = await perform(task);
  } catch (error) {
    port.postMessage({ id: task.id, fault: messageOf(error) } satisfies ContentAnswer);
    return;
  }
  const answer: ContentAnswer = { id: task.id, result };
  port.postMessage(answer, Array.isArray(result) ? [] : transferable(result));
});

port.postMessage({ ready: true } satisfies ContentThreadReady);

async function perform(task: ContentTask): Promise<PageContent | Passage[]> {
  if (task.kind === 'page') return await readResponse(task.job);
  const { markdown, sections, focus, limit } = task.job;
  return rankPassages(markdown, sections, focus, limit);
}

/** Buffers that can be handed over instead of copied: those that a view covers whole, as pooled ones never do. */
function transferable(content: PageContent): ArrayBuffer[] {
  const bytes = content.packed?.bytes;
  if (bytes === undefined || !(bytes.buffer instanceof ArrayBuffer)) return [];
  return bytes.byteLength === bytes.buffer.byteLength && bytes.byteLength > 0 ? [bytes.buffer] : [];
}
