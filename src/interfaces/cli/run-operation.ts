import { text as readText } from 'node:stream/consumers';
import type { JobDocument } from '../../domain/resources/job.ts';
import type { AnswerView } from '../../operations/declaration/answer-view.ts';
import { continueTokenOf } from '../../operations/declaration/continuation.ts';
import { type Answer, decodeText, type Operation } from '../../operations/declaration/operation.ts';
import { splitInput } from '../../operations/flat-input.ts';
import { findView } from '../../operations/views/find-view.ts';
import { jobView } from '../../operations/views/job-view.ts';
import { withoutControls } from '../../operations/views/terminal-text.ts';
import type { Caller } from '../caller.ts';
import { commandNameOf, type OperationCommand } from './flags.ts';
import { createProgressBar, followJob } from './follow-job.ts';
import type { Program } from './program.ts';
import { pageNotice, renderAnswer } from './render.ts';
import { UsageError } from './usage-error.ts';

/** Exit code of a command: 0 success, 1 failure, 3 a page is not `ok` or a job failed. */
type ExitCode = 0 | 1 | 3;

const defaultWidth = 120;

/** Arguments of an operation on the command line. */
export interface CommandInput {
  /** Values of flags, by field. */
  fields: Record<string, unknown>;
  /** Positional arguments, in order. */
  operands: readonly string[];
  isJson: boolean;
  shouldWait: boolean;
}

/** Returns true if the operation starts a job. */
export function startsJob({ name, annotations, input }: Operation): boolean {
  return name === 'crawl' || (annotations.openWorld && 'async' in (input.query?.shape ?? {}));
}

async function readUrls(operands: readonly string[]): Promise<string[]> {
  const lists = operands.map(async (word) => {
    if (word !== '-') return [word];
    const text = await readText(process.stdin);
    return text
      .split(/\r?\n/)
      .map((line) => line.trim())
      .filter((line) => line !== '' && !line.startsWith('#'));
  });
  return (await Promise.all(lists)).flat();
}

/** Returns the calls of a command line: one, or several for a list of URLs that exceeds the limit per call. */
async function createCalls(
  { positionals, takesUrls, flags }: OperationCommand,
  { fields, operands }: CommandInput,
): Promise<Array<Record<string, unknown>>> {
  if (takesUrls && (operands.length > 1 || operands.includes('-'))) {
    const addresses = await readUrls(operands);
    if (addresses.length === 0) throw new UsageError('no URL was given');
    const urlsPerCall = flags.find(({ field }) => field === 'urls')?.maxValues ?? addresses.length;
    const calls = Math.ceil(addresses.length / urlsPerCall);
    return Array.from({ length: calls }, (_, at) => ({
      ...fields,
      urls: addresses.slice(at * urlsPerCall, (at + 1) * urlsPerCall),
    }));
  }
  return [{ ...fields, ...Object.fromEntries(operands.map((word, at) => [positionals[at]?.field, word])) }];
}

/** How answers are shown: as JSON, or as the view of the operation does. */
interface Display {
  operation: Operation;
  view: AnswerView<unknown>;
  isJson: boolean;
}

async function writeAnswer(answer: Answer, { operation, view, isJson }: Display): Promise<ExitCode> {
  if (answer.kind === 'events') {
    for await (const event of answer.open(new AbortController().signal))
      process.stdout.write(
        `${isJson ? JSON.stringify(event) : withoutControls(`${event.type} ${JSON.stringify(event.data)}`)}\n`,
      );
    return 0;
  }
  if (answer.kind === 'bytes') {
    const body = answer.body instanceof Uint8Array ? [answer.body] : answer.body;
    for await (const chunk of body) process.stdout.write(chunk);
    return 0;
  }
  const document: unknown = answer.kind === 'json' ? answer.value : JSON.parse(decodeText(answer.text));
  const pages = view.pages?.(document) ?? [];
  if (isJson) process.stdout.write(`${JSON.stringify(document, null, 2)}\n`);
  else {
    const text = renderAnswer(document, process.stdout.columns ?? defaultWidth, operation, view);
    if (text !== '') process.stdout.write(`${text}\n`);
    for (const page of pages) process.stderr.write(`${pageNotice(page)}\n`);
    const token = continueTokenOf(document, operation);
    if (token !== null)
      process.stderr.write(
        `not complete; continue with: webdata ${commandNameOf(operation)} --continue ${token}\n`,
      );
  }
  const isOk = view.isOk?.(document) ?? pages.every((page) => page.status === 'ok');
  return isOk ? 0 : 3;
}

async function waitForJob(
  program: Program,
  caller: Caller,
  job: JobDocument,
  display: Display,
  signal: AbortSignal,
): Promise<ExitCode> {
  const bar = process.stderr.isTTY ? createProgressBar(process.stderr) : null;
  process.stderr.write(`${job.type} ${job.jid}\n`);
  const ended = await followJob(await program.operations(), caller, job, signal, (progress) =>
    bar?.draw(progress),
  );
  bar?.clear();
  await writeAnswer({ kind: 'json', value: ended }, { ...display, view: jobView as AnswerView<unknown> });
  if (!display.isJson) process.stderr.write(`get its pages with: webdata get-job-results ${job.jid}\n`);
  return ended.status === 'completed' ? 0 : 3;
}

/** Runs an operation as a command. Throws Failure and UsageError. */
export async function runOperation(
  program: Program,
  command: OperationCommand,
  commandInput: CommandInput,
): Promise<ExitCode> {
  const calls = await createCalls(command, commandInput);
  const { operation } = command;
  const signal = program.listenForStop();
  await using open = await program.openCaller('cli');
  let code: ExitCode = 0;
  for (const fields of calls) {
    const input = splitInput(operation, fields);
    const { answer } = await open.caller.call({ operation, input, signal });
    const display = { operation, view: findView(operation, input), isJson: commandInput.isJson };
    const isJob = startsJob(operation) && answer.kind === 'json' && 'jid' in Object(answer.value);
    const ended =
      isJob && commandInput.shouldWait
        ? await waitForJob(program, open.caller, answer.value as JobDocument, display, signal)
        : await writeAnswer(answer, display);
    if (ended !== 0) code = ended;
  }
  return code;
}
