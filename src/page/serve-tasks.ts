import type { MessagePort } from 'node:worker_threads';
import type {
  ContentAnswer,
  ContentResult,
  ContentTask,
  ContentThreadReady,
  PageContent,
} from '../domain/content.ts';
import { messageOf } from '../domain/failure.ts';
import type { PageFindings, RecordsJob } from '../domain/records.ts';
import type { ExtractValues } from './parsed-page.ts';
import { rankPassages } from './passages.ts';
import { readResponse } from './read-response.ts';

/** What other rooms find on pages; each is brought when the first page asks for it. */
export interface Finders {
  extract(): Promise<ExtractValues>;
  records(): Promise<(job: RecordsJob) => PageFindings>;
}

/** Serves a worker thread's tasks: they come in, one answer each goes out, one at a time. */
export function serveTasks(port: MessagePort, finders: Finders): void {
  port.on('message', async (task: ContentTask) => {
    let result: ContentResult;
    try {
      result = await perform(task, finders);
    } catch (error) {
      port.postMessage({ id: task.id, fault: messageOf(error) } satisfies ContentAnswer);
      return;
    }
    const answer: ContentAnswer = { id: task.id, result };
    port.postMessage(answer, 'packed' in result ? transferable(result) : []);
  });
  port.postMessage({ ready: true } satisfies ContentThreadReady);
}

async function perform(task: ContentTask, finders: Finders): Promise<ContentResult> {
  if (task.kind === 'page') {
    return await readResponse(task.job, task.job.extract === undefined ? undefined : await finders.extract());
  }
  if (task.kind === 'records') return (await finders.records())(task.job);
  const { markdown, sections, focus, limit } = task.job;
  return rankPassages(markdown, sections, focus, limit);
}

/** Buffers that can be handed over instead of copied: those that a view covers whole, as pooled ones never do. */
function transferable(content: PageContent): ArrayBuffer[] {
  const bytes = content.packed?.bytes;
  if (bytes === undefined || !(bytes.buffer instanceof ArrayBuffer)) return [];
  return bytes.byteLength === bytes.buffer.byteLength && bytes.byteLength > 0 ? [bytes.buffer] : [];
}
