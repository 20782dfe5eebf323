import type { JobDocument } from '../../domain/resources/job.ts';
import type { AnswerView } from '../../operations/declaration/answer-view.ts';
import type { Operation } from '../../operations/declaration/operation.ts';
import type { Registry } from '../../operations/declaration/registry.ts';
import { jobView } from '../../operations/views/job-view.ts';
import type { Caller } from '../caller.ts';
import type { ExitCode } from './exit-code.ts';
import { callByName, followJob } from './follow-job.ts';
import type { Output } from './output.ts';
import { createProgressLine } from './progress-line.ts';
import { UsageError } from './usage-error.ts';
import { type Display, writeAnswer } from './write-answer.ts';

/** Formats of `export_job`, by the extension of the file. */
const exportFormats: Readonly<Record<string, string>> = {
  ndjson: 'ndjson',
  jsonl: 'ndjson',
  zip: 'zip',
  parquet: 'parquet',
  warc: 'warc',
};

/** Throws UsageError if the file of a crawl has an extension of another format, before the crawl starts. */
export function checkJobFile({ name }: Operation, { path, extension }: Output): void {
  if (name !== 'crawl' || path === null || extension === 'json' || extension in exportFormats) return;
  const known = Object.keys(exportFormats).join(', .');
  throw new UsageError(`--output of a crawl must end in .${known} (the pages) or .json (the job)`);
}

/** A job that a command waits for. */
export interface WaitOptions {
  registry: Registry;
  caller: Caller;
  jid: string;
  /** Name of the command that started the job. */
  name: string;
  display: Display;
  /** True if the job runs in this process and not in a service. */
  isEmbedded: boolean;
  signal: AbortSignal;
}

function say(line: string): void {
  process.stderr.write(`${line}\n`);
}

/** Says what happens to a job whose command was stopped, and how to go on. */
function explainStop({ jid, isEmbedded, display: { programName } }: WaitOptions): void {
  say(
    isEmbedded
      ? `stopped waiting; the job ${jid} continues when the service runs on this data directory`
      : `stopped waiting; the job ${jid} continues in the service`,
  );
  say(`follow it:  ${programName} follow-job ${jid}`);
  say(`cancel it:  ${programName} act-on-job ${jid} cancel`);
}

/** Writes the pages of an ended job into the file of the command. Returns false if they are no file format of a job. */
async function exportPages({ registry, caller, jid, display, signal }: WaitOptions): Promise<boolean> {
  const format = exportFormats[display.output.extension];
  if (format === undefined) return false;
  const answer = await callByName(registry, caller, 'export_job', { jid, format }, signal);
  await writeAnswer(answer, display, signal);
  return true;
}

async function writeEnd(ended: JobDocument, options: WaitOptions): Promise<void> {
  const { display, jid, signal } = options;
  const hasPages = ended.type === 'crawl' && ended.progress.done > 0;
  if (display.output.path !== null && hasPages && (await exportPages(options))) return;
  const view = jobView as AnswerView<unknown>;
  await writeAnswer({ kind: 'json', value: ended }, { ...display, view }, signal);
  if (display.format !== 'text') return;
  const { programName } = display;
  say(`get its results with: ${programName} get-job-results ${jid}`);
  if (hasPages) say(`or as a file with: ${programName} export-job ${jid} --output pages.zip`);
}

/** Waits for the end of a job and shows its progress. A stop of the command ends only the waiting. */
export async function waitForJob(options: WaitOptions): Promise<ExitCode> {
  const { registry, caller, jid, name, signal } = options;
  say(`${name} ${jid}`);
  const progress = createProgressLine(process.stderr);
  let ended: JobDocument;
  try {
    ended = await followJob(registry, caller, jid, signal, ({ done, limit, url }) =>
      progress.update({ done, total: limit, unit: 'pages', detail: url }),
    );
  } catch (error) {
    progress.clear();
    if (!signal.aborted) throw error;
    explainStop(options);
    return 130;
  }
  progress.clear();
  await writeEnd(ended, options);
  return ended.status === 'completed' ? 0 : 3;
}
