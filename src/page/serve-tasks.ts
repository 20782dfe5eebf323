import type { MessagePort } from 'node:worker_threads';
import type {
  ContentAnswer,
  ContentJob,
  ContentTask,
  ContentThreadReady,
  PageContent,
  TextWork,
} from '../domain/pages/content.ts';
import type { PageFindings, RecordsJob } from '../domain/pages/records.ts';
import { errorMessage } from '../domain/system/failure.ts';
import { IdleCollector } from '../domain/system/idle-collector.ts';
import { findShortage } from '../domain/system/shortage.ts';
import type { DescribePage, ExtractValues } from './parsed-page.ts';
import { readResponse } from './read/read-response.ts';
import { rankPassages } from './text/passages.ts';

/** Functions of other modules that read pages; each is loaded on first use. */
export interface ContentModules {
  describe(): Promise<DescribePage>;
  extract(): Promise<ExtractValues>;
  records(): Promise<(job: RecordsJob) => Promise<PageFindings>>;
  /** Handlers of text tasks. */
  texts: readonly TextTaskHandler[];
}

/** Handler of one {@link TextWork}. */
export interface TextTaskHandler {
  name: string;
  load(): Promise<(input: never) => unknown>;
}

/** Creates the handler of a text task, whose function is loaded on first use. */
export function createTextTaskHandler<Input, Result>(
  { name }: TextWork<Input, Result>,
  load: () => Promise<(input: Input) => Result>,
): TextTaskHandler {
  return { name, load };
}

/** Processes the tasks of a worker thread sequentially, with one answer per task. */
export function serveTasks(port: MessagePort, modules: ContentModules): void {
  const memory = new IdleCollector();
  port.on('message', async (task: ContentTask) => {
    memory.begin();
    try {
      if (task.kind === 'page') {
        const result = await readPage(task.job, modules);
        port.postMessage({ id: task.id, result } satisfies ContentAnswer, transferableBuffers(result));
      } else {
        const result = await runTask(task, modules);
        port.postMessage({ id: task.id, result } satisfies ContentAnswer);
      }
    } catch (error) {
      const failure = { fault: errorMessage(error), isShortage: findShortage(error) !== null };
      port.postMessage({ id: task.id, ...failure } satisfies ContentAnswer);
    } finally {
      memory.end();
    }
  });
  port.postMessage({ ready: true } satisfies ContentThreadReady);
}

async function readPage(job: ContentJob, modules: ContentModules): Promise<PageContent> {
  return readResponse(job, {
    describe: await modules.describe(),
    extract: job.extract === undefined ? undefined : await modules.extract(),
  });
}

async function runTask(
  task: Exclude<ContentTask, { kind: 'page' }>,
  modules: ContentModules,
): Promise<unknown> {
  if (task.kind === 'records') return (await modules.records())(task.job);
  if (task.kind === 'text') {
    const handler = modules.texts.find(({ name }) => name === task.work);
    if (handler === undefined) throw new Error(`No text task has the name ${task.work}.`);
    return (await handler.load())(task.input as never);
  }
  const { markdown, sections, focus, limit } = task.job;
  return rankPassages(markdown, sections, focus, limit);
}

/** Returns the buffers that can be transferred: those that a view covers completely, which pooled ones never are. */
function transferableBuffers(content: PageContent): ArrayBuffer[] {
  const bytes = content.packed?.bytes;
  if (bytes === undefined || !(bytes.buffer instanceof ArrayBuffer)) return [];
  return bytes.byteLength === bytes.buffer.byteLength && bytes.byteLength > 0 ? [bytes.buffer] : [];
}
