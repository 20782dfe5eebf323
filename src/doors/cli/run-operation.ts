import { text as readText } from 'node:stream/consumers';
import type { JobDocument } from '../../domain/job.ts';
import { splitInput } from '../../operations/flat-input.ts';
import { type Answer, stringOf } from '../../operations/operation.ts';
import type { Caller } from '../caller.ts';
import { commandHelp } from './command-help.ts';
import { type Command, type ParsedCommand, parseCommand, UsageError } from './flags.ts';
import { createProgressBar, followJob } from './follow-job.ts';
import type { Program } from './program.ts';
import { pageNotice, pagesIn, render, withoutControls } from './render.ts';

/** How a command ended: 0 well, 1 it failed, 3 it was answered, and a page is not `ok` or a job failed. */
type ExitCode = 0 | 1 | 3;

const defaultWidth = 120;

/** Whether it answers with a job that has only begun. */
export function startsJob({ operation }: Command): boolean {
  return (
    operation.name === 'crawl' ||
    (operation.annotations.openWorld && 'async' in (operation.input.query?.shape ?? {}))
  );
}

async function addressesFrom(words: readonly string[]): Promise<string[]> {
  const lists = words.map(async (word) => {
    if (word !== '-') return [word];
    const text = await readText(process.stdin);
    return text
      .split(/\r?\n/)
      .map((line) => line.trim())
      .filter((line) => line !== '' && !line.startsWith('#'));
  });
  return (await Promise.all(lists)).flat();
}

/** The calls that a command line comes to: one, or as many as a list of addresses takes. */
async function callsOf(
  command: Command,
  { fields, words }: ParsedCommand,
): Promise<Array<Record<string, unknown>>> {
  const { positionals, flags } = command;
  const urls = flags.find(({ field }) => field === 'urls');
  if (positionals.at(-1) === 'url' && urls !== undefined && (words.length > 1 || words.includes('-'))) {
    const addresses = await addressesFrom(words);
    if (addresses.length === 0) throw new UsageError('no address was given');
    const share = urls.most ?? addresses.length;
    const calls = Math.ceil(addresses.length / share);
    return Array.from({ length: calls }, (_, at) => ({
      ...fields,
      urls: addresses.slice(at * share, (at + 1) * share),
    }));
  }
  if (urls !== undefined && words.length === 0 && fields.url === undefined && fields.urls === undefined)
    throw new UsageError(`${command.name} needs a URL, or - to read addresses from standard input`);
  if (words.length > positionals.length) throw new UsageError(`"${words.at(-1)}" is one word too many`);
  return [{ ...fields, ...Object.fromEntries(words.map((word, at) => [positionals[at], word])) }];
}

async function show(answer: Answer, isJson: boolean): Promise<ExitCode> {
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
  const value: unknown = answer.kind === 'json' ? answer.value : JSON.parse(stringOf(answer.text));
  const pages = pagesIn(value);
  if (isJson) process.stdout.write(`${JSON.stringify(value, null, 2)}\n`);
  else {
    const text = render(value, process.stdout.columns ?? defaultWidth);
    if (text !== '') process.stdout.write(`${text}\n`);
    for (const page of pages) process.stderr.write(`${pageNotice(page)}\n`);
  }
  const status = (value as { status?: unknown } | null)?.status;
  const isUnwell =
    pages.length === 0 && 'receipt' in Object(value) && typeof status === 'string' && status !== 'ok';
  return isUnwell || pages.some((page) => page.status !== 'ok') ? 3 : 0;
}

async function waitForJob(
  program: Program,
  caller: Caller,
  job: JobDocument,
  isJson: boolean,
  signal: AbortSignal,
): Promise<ExitCode> {
  const bar = process.stderr.isTTY ? createProgressBar(process.stderr) : null;
  process.stderr.write(`${job.type} ${job.jid}\n`);
  const ended = await followJob(await program.operations(), caller, job, signal, (progress) =>
    bar?.draw(progress),
  );
  bar?.clear();
  await show({ kind: 'json', value: ended }, isJson);
  if (!isJson) process.stderr.write(`its pages: webdata get-job-results ${job.jid}\n`);
  return ended.status === 'completed' ? 0 : 3;
}

/** Runs an operation as a command; throws Failure and UsageError. */
export async function runOperation(
  program: Program,
  command: Command,
  args: readonly string[],
): Promise<ExitCode> {
  const parsed = parseCommand(command, args);
  if (parsed.wantsHelp) {
    process.stdout.write(commandHelp(command, startsJob(command)));
    return 0;
  }
  const calls = await callsOf(command, parsed);
  const { operation } = command;
  const signal = program.listenForStop();
  await using open = await program.openCaller('cli');
  let code: ExitCode = 0;
  for (const fields of calls) {
    const { answer } = await open.caller.call({ operation, input: splitInput(operation, fields), signal });
    const isJob = startsJob(command) && answer.kind === 'json' && 'jid' in Object(answer.value);
    const ended =
      isJob && parsed.waits
        ? await waitForJob(program, open.caller, answer.value as JobDocument, parsed.isJson, signal)
        : await show(answer, parsed.isJson);
    if (ended !== 0) code = ended;
  }
  return code;
}
