import { setTimeout as sleep } from 'node:timers/promises';
import { isPageJob, type JobDocument } from '../../domain/resources/job.ts';
import type { AnswerView } from '../../operations/declaration/answer-view.ts';
import type { Operation } from '../../operations/declaration/operation.ts';
import type { Registry } from '../../operations/declaration/registry.ts';
import type { JobResult, OpenQuestion, StartedJob } from '../../operations/declaration/started-job.ts';
import { findView } from '../../operations/views/find-view.ts';
import { jobLine, jobView } from '../../operations/views/job-view.ts';
import { countOf } from '../../operations/views/page-text.ts';
import { oneLine, withoutControls } from '../../operations/views/terminal-text.ts';
import type { Caller } from '../caller.ts';
import { commandTextOf } from './command-paths.ts';
import type { ExitCode } from './exit-code.ts';
import { callByName, documentOf, findOperation, followJob } from './follow-job.ts';
import type { Output } from './output.ts';
import { createProgressLine } from './progress-line.ts';
import { UsageError } from './usage-error.ts';
import { waitForQuestion } from './wait-for-question.ts';
import { type Display, writeAnswer } from './write-answer.ts';

/** Formats of `export_job`, by the extension of the file. */
const exportFormats: Readonly<Record<string, string>> = {
  ndjson: 'ndjson',
  jsonl: 'ndjson',
  zip: 'zip',
  csv: 'csv',
  xlsx: 'xlsx',
  parquet: 'parquet',
  warc: 'warc',
};

/** Returns true for an operation whose result can be written as files into a folder. */
export function takesFolder({ name }: Operation): boolean {
  return name === 'crawl' || name === 'batch' || name === 'export_job';
}

/** Throws UsageError if the file of a job over pages has an extension of another format, before the job starts. */
export function checkJobFile({ name }: Operation, { path, extension }: Output): void {
  const hasPages = name === 'crawl' || name === 'batch';
  if (!hasPages || path === null || extension === 'json' || extension in exportFormats) return;
  const known = Object.keys(exportFormats).join(', .');
  throw new UsageError(
    `--output of a ${name} must end in .${known} (the pages) or .json (the job), or be a folder`,
  );
}

/** A job that a command waits for. */
export interface WaitOptions {
  registry: Registry;
  caller: Caller;
  job: StartedJob;
  /** The response that named the job. */
  response: unknown;
  /** The operation that started the job. */
  operation: Operation;
  /** Words of the command that started the job. */
  name: string;
  display: Display;
  /** True if the job runs in this process and not in a service. */
  isEmbedded: boolean;
  signal: AbortSignal;
}

function say(line: string): void {
  process.stderr.write(`${withoutControls(line)}\n`);
}

/** Says what happens to a job whose command was stopped, and how to go on. */
function explainStop({ job: { jid }, isEmbedded, display: { programName } }: WaitOptions): void {
  say(
    isEmbedded
      ? `stopped waiting; the job ${jid} continues when the service runs on this data directory`
      : `stopped waiting; the job ${jid} continues in the service`,
  );
  say(`follow it:  ${programName} job follow ${jid}`);
  say(`cancel it:  ${programName} job cancel ${jid}`);
}

/** Says what the work asks, and which command answers it. */
function explainQuestion(question: OpenQuestion, { registry, display: { programName } }: WaitOptions): void {
  const { text, operation, fields, answerField } = question;
  const { action: _action, ...operands } = fields;
  const words = [commandTextOf(findOperation(registry, operation), fields), ...Object.values(operands)];
  say(`waits for an answer: ${oneLine(text)}`);
  say(`answer it:  ${programName} ${words.join(' ')} --${answerField} VALUE`);
}

/** Writes the pages of an ended job into the file of the command. Returns false if they are no file format of a job. */
async function exportPages({ registry, caller, job, display, signal }: WaitOptions): Promise<boolean> {
  const format = exportFormats[display.output.extension];
  if (format === undefined) return false;
  const answer = await callByName(registry, caller, 'export_job', { jid: job.jid, format }, signal);
  await writeAnswer(answer, display, signal);
  return true;
}

/** Says which pages a job did not read because of robots.txt or their depth, and what it warns of. */
function sayLeftOut(
  { robots_blocked_total: blocked, skipped, warnings }: JobDocument,
  { display: { word } }: WaitOptions,
): void {
  if (skipped.depth !== undefined)
    say(
      `left out as too far from the start page when they were found: ${countOf(skipped.depth, 'page')}; --max-depth sets the limit`,
    );
  if (blocked > 0) say(`left out because of robots.txt: ${blocked}; --robots ignore reads them`);
  for (const { code, message } of warnings) say(`warning ${code}: ${word(message)}`);
}

/** Says where the pages of an ended job are. */
function sayPlace({ jid }: JobDocument, programName: string): void {
  say(`read them:  ${programName} job results ${jid}`);
  say(`as files:   ${programName} job export ${jid} -o pages/`);
}

/** Writes an ended job that is the result itself. Its pages were listed as they arrived, or only those of `notOk`. */
async function writeJob(ended: JobDocument, notOk: readonly string[], options: WaitOptions): Promise<void> {
  const { display, signal } = options;
  const { programName } = display;
  const hasPages = isPageJob(ended.type) && ended.progress.done > 0;
  const isText =
    display.format === 'text' || (display.query === null && display.output.extension in exportFormats);
  const document = { kind: 'json', value: ended } as const;
  if (isText && isPageJob(ended.type)) {
    say(jobLine(ended));
    for (const line of notOk) say(line);
    sayLeftOut(ended, options);
    if (display.output.path !== null && hasPages && (await exportPages(options))) return;
    if (display.output.path === null) return hasPages ? sayPlace(ended, programName) : undefined;
  }
  await writeAnswer(document, { ...display, called: null, view: jobView as AnswerView<unknown> }, signal);
}

/** Writes the result of a job that is stored elsewhere. Returns true if its work succeeded. */
async function writeResult(result: JobResult, options: WaitOptions): Promise<boolean> {
  const { registry, caller, signal } = options;
  const display = { ...options.display, called: null };
  const answer = await callByName(registry, caller, result.operation, result.fields, signal);
  const operation = findOperation(registry, result.operation);
  await writeAnswer(answer, { ...display, operation, view: findView(operation, {}) }, signal);
  return result.isOk(documentOf(answer));
}

/** Says what the response warned of, because the result replaces it. */
function sayWarnings({ response, display: { word } }: WaitOptions): void {
  const { warnings } = Object(response) as { warnings?: unknown };
  for (const warning of Array.isArray(warnings) ? warnings : []) {
    const { code, message } = Object(warning) as { code?: unknown; message?: unknown };
    say(`warning ${String(code)}: ${word(String(message))}`);
  }
}

/** The end of a wait: the job ended, its work asks a question, or it stands still until it is resumed. */
type WaitEnd =
  | { kind: 'ended'; job: JobDocument; notOk: readonly string[] }
  | { kind: 'asked'; question: OpenQuestion }
  | { kind: 'stopped'; message: string };

/** Returns true if the command lists the pages of its job as they arrive. */
function listsPages({ display: { format, output }, job, operation }: WaitOptions): boolean {
  return format === 'text' && output.path === null && job.result === undefined && takesFolder(operation);
}

const pollIntervalMs = 2_000;

/** Resolves with the reason when a job stands still until it is resumed; rejects when `signal` is aborted. */
async function waitForStop({ registry, caller, job }: WaitOptions, signal: AbortSignal): Promise<string> {
  for (;;) {
    await sleep(pollIntervalMs, undefined, { signal });
    const answer = await callByName(registry, caller, 'get_job', { jid: job.jid }, signal);
    const { waiting } = documentOf(answer) as JobDocument;
    if (waiting !== null && waiting.until === null) return waiting.message;
  }
}

/** Maximum number of pages that are named because they are not `ok`. */
const maxNotOk = 10;

/** Width of the column of statuses: that of the longest common one, `not_found`. */
const statusWidth = 9;

async function waitForEnd(options: WaitOptions): Promise<WaitEnd> {
  const { registry, caller, job } = options;
  const { result } = job;
  const ended = new AbortController();
  const signal = AbortSignal.any([options.signal, ended.signal]);
  const progress = createProgressLine(process.stderr);
  const isListed = listsPages(options);
  const notOk: string[] = [];
  const followed = followJob(registry, caller, job.jid, signal, ({ done, limit, url, status }) => {
    progress.update({ done, total: limit, unit: 'pages', detail: url });
    const line = oneLine(`${status.padEnd(statusWidth)}  ${url}`);
    if (!isListed && status !== 'ok' && notOk.length < maxNotOk) notOk.push(line);
    if (!isListed) return;
    progress.hide();
    process.stdout.write(`${line}\n`);
  });
  const ends: Promise<WaitEnd>[] = [followed.then((document) => ({ kind: 'ended', job: document, notOk }))];
  ends.push(waitForStop(options, signal).then((message): WaitEnd => ({ kind: 'stopped', message })));
  if (result?.findQuestion !== undefined) {
    const asked = waitForQuestion({ ...options, result, findQuestion: result.findQuestion, signal });
    ends.push(asked.then((question) => ({ kind: 'asked', question })));
  }
  try {
    return await Promise.race(ends);
  } finally {
    ended.abort();
    progress.clear();
  }
}

/** Returns false for a job over pages of which none was read. */
function readSomething({ type, progress }: JobDocument): boolean {
  return !isPageJob(type) || progress.ok > 0;
}

async function writeEnd(end: WaitEnd, options: WaitOptions): Promise<ExitCode> {
  const { result, jid } = options.job;
  if (end.kind === 'stopped') {
    say(`waits to be resumed: ${oneLine(options.display.word(end.message))}`);
    say(`resume it:  ${options.display.programName} job resume ${jid}`);
    return 3;
  }
  if (end.kind === 'ended' && end.job.error !== null)
    say(`the job failed (${end.job.error.code}): ${options.display.word(end.job.error.message)}`);
  let isOk = end.kind === 'ended' && end.job.status === 'completed' && readSomething(end.job);
  if (result !== undefined) isOk = (await writeResult(result, options)) && isOk;
  else if (end.kind === 'ended') await writeJob(end.job, end.notOk, options);
  if (end.kind === 'asked') explainQuestion(end.question, options);
  return isOk ? 0 : 3;
}

/** Waits for the end of a job, shows its progress, and writes its result. A stop of the command ends only the waiting. */
export async function waitForJob(options: WaitOptions): Promise<ExitCode> {
  const { job, name, signal } = options;
  if (job.result !== undefined) sayWarnings(options);
  say(`${name} ${job.jid}`);
  let end: WaitEnd;
  try {
    end = await waitForEnd(options);
  } catch (error) {
    if (!signal.aborted) throw error;
    explainStop(options);
    return 130;
  }
  return writeEnd(end, options);
}
