import type { MessagePort } from 'node:worker_threads';
import type { ContentAnswer, ContentTask, ContentThreadReady, PageContent } from '../domain/content.ts';
import { messageOf } from '../domain/failure.ts';
import type { Passage } from '../domain/page.ts';
import type { ExtractValues } from './parsed-page.ts';
import { rankPassages } from './passages.ts';
import { readResponse } from './read-response.ts';

/** Brings what finds values on pages, when the first page asks for it. */
export type LoadExtract = () => Promise<ExtractValues>;

/** Serves a worker thread's tasks: they come in, one answer each goes out, one at a time. */
export function serveTasks(port: MessagePort, loadExtract: LoadExtract): void {
  port.on('message', async (task: ContentTask) => {
    let result: PageContent | Passage[];
    try {
      result = await perform(task, loadExtract);
    } catch (error) {
      port.postMessage({ id: task.id, fault: messageOf(error) } satisfies ContentAnswer);
      return;
    }
    const answer: ContentAnswer = { id: task.id, result };
    port.postMessage(answer, Array.isArray(result) ? [] : transferable(result));
  });
  port.postMessage({ ready: true } satisfies ContentThreadReady);
}

async function perform(task: ContentTask, loadExtract: LoadExtract): Promise<PageContent | Passage[]> {
  if (task.kind === 'page') {
    return await readResponse(task.job, task.job.extract === undefined ? undefined : await loadExtract());
  }
  const { markdown, sections, focus, limit } = task.job;
  return rankPassages(markdown, sections, focus, limit);
}

/** Buffers that can be handed over instead of copied: those that a view covers whole, as pooled ones never do. */
function transferable(content: PageContent): ArrayBuffer[] {
  const bytes = content.packed?.bytes;
  if (bytes === undefined || !(bytes.buffer instanceof ArrayBuffer)) return [];
  return bytes.byteLength === bytes.buffer.byteLength && bytes.byteLength > 0 ? [bytes.buffer] : [];
}
