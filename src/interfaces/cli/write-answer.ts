import type { Warning } from '../../domain/pages/outcome.ts';
import type { PageResult } from '../../domain/pages/page.ts';
import type { AnswerView } from '../../operations/declaration/answer-view.ts';
import { continueTokenOf } from '../../operations/declaration/continuation.ts';
import type { Answer, Operation } from '../../operations/declaration/operation.ts';
import type { Registry } from '../../operations/declaration/registry.ts';
import { withoutControls } from '../../operations/views/terminal-text.ts';
import {
  type CalledCommand,
  continueCommandOf,
  followingCommandOf,
  nextCommandOf,
} from './called-command.ts';
import type { ExitCode } from './exit-code.ts';
import { findRows } from './find-rows.ts';
import { documentOf } from './follow-job.ts';
import type { JsonQuery } from './json-query.ts';
import type { Output } from './output.ts';
import { formatRows, type OutputFormat } from './output-format.ts';
import { createProgressLine } from './progress-line.ts';
import { pageNotice, renderAnswer } from './render.ts';
import { sectionLines } from './section-lines.ts';
import { type ProgramEnvironment, showText } from './show-text.ts';
import { UsageError } from './usage-error.ts';

const defaultWidth = 120;
/** Width of what a following command does: `follow it:`. */
const labelWidth = 12;

/** How the answers of a command are shown. */
export interface Display {
  operation: Operation;
  registry: Registry;
  view: AnswerView<unknown>;
  format: OutputFormat;
  /** Selects what is written of the JSON; null for all of it. */
  query: JsonQuery | null;
  output: Output;
  /** True to show all columns of a list in full. */
  isWide: boolean;
  /** The environment, for the pager of the user. */
  environment: ProgramEnvironment;
  /** The command that starts the program, for hints. */
  programName: string;
  /** The command whose answer is shown; null for the answer of another operation, such as the result of a job. */
  called: CalledCommand | null;
  /** Returns a message of the service in the words of the command line. */
  word(message: string): string;
}

type AnswerOf<Kind extends Answer['kind']> = Extract<Answer, { kind: Kind }>;

async function* eventLines(
  answer: AnswerOf<'events'>,
  { format, query }: Display,
  signal: AbortSignal,
): AsyncGenerator<string> {
  for await (const event of answer.open(signal)) {
    if (format === 'text') yield `${withoutControls(`${event.type} ${JSON.stringify(event.data)}`)}\n`;
    else yield query === null ? `${JSON.stringify(event)}\n` : await query.apply(event);
  }
}

async function* countedChunks({ body, bytes }: AnswerOf<'bytes'>): AsyncGenerator<Uint8Array> {
  const progress = createProgressLine(process.stderr);
  let done = 0;
  try {
    for await (const chunk of body instanceof Uint8Array ? [body] : body) {
      done += chunk.byteLength;
      progress.update({ done, total: bytes, unit: 'bytes' });
      yield chunk;
    }
  } finally {
    progress.clear();
  }
}

/** Writes a file. Throws UsageError if it would be shown on a terminal and is no text. */
async function writeFile(answer: AnswerOf<'bytes'>, { output }: Display): Promise<void> {
  const isText = /^text\/|json|xml/.test(answer.mediaType);
  if (output.path === null && process.stdout.isTTY && !isText)
    throw new UsageError(`the response is a file of type ${answer.mediaType}; write it with --output FILE`);
  await output.write(countedChunks(answer));
}

async function* once(text: string): AsyncGenerator<string> {
  if (text !== '') yield text;
}

function textOf(document: unknown, { operation, view, output, isWide }: Display): string {
  const columns = output.path === null && process.stdout.isTTY ? process.stdout.columns : undefined;
  const layout = { width: columns ?? null, isWide, isColored: columns !== undefined };
  const text = renderAnswer(document, columns ?? defaultWidth, operation, view, layout);
  return text === '' ? '' : `${text}\n`;
}

function warningLines(warnings: readonly Warning[] | undefined, { word }: Display): string[] {
  return (warnings ?? []).map(({ code, message }) => `warning ${code}: ${word(message)}`);
}

/** Returns the lines that name the sections of a text that was cut, and how to read one. */
function listedSections(document: unknown, { view, programName }: Display): string[] {
  const { ref, sections } = view.cliSections?.(document) ?? { ref: '', sections: [] };
  const lines = sectionLines(sections);
  const example = sections[1]?.id ?? '';
  return lines.length === 0 ? [] : [...lines, `read one:  ${programName} read ${ref} --section ${example}`];
}

/** Returns the lines about the pages of an answer: the state of each, its warnings, and the command that reads on in it. */
function pageLines(pages: readonly PageResult[], display: Display): string[] {
  return pages.flatMap((page) => {
    const isCut = page.truncated === true && page.ref !== undefined;
    const rest = isCut ? `: ${display.programName} read ${page.ref}` : '';
    // The warnings of many pages would hide what failed.
    const warnings = pages.length > 1 ? [] : page.warnings;
    return [`${display.word(pageNotice(page))}${rest}`, ...warningLines(warnings, display)];
  });
}

/** Returns the lines that name the commands that usually follow. */
function followingLines(document: unknown, { view, registry, programName }: Display): string[] {
  const calls = view.nextCalls?.(document) ?? [];
  return calls.map(
    (call) => `${`${call.label}:`.padEnd(labelWidth)}${programName} ${followingCommandOf(registry, call)}`,
  );
}

/** Writes lines about each page, and how the call is continued. */
export function writeNotices(document: unknown, display: Display): void {
  const { operation, view, programName, called, word } = display;
  const lines = [
    ...pageLines(view.pages?.(document) ?? [], display),
    ...(view.cliNotes?.(document) ?? []).map(word),
    ...listedSections(document, display),
    ...followingLines(document, display),
  ];
  const next = called === null ? null : nextCommandOf(called, document);
  if (next !== null) lines.push(`more: ${programName} ${next}`);
  const token = called === null ? null : continueTokenOf(document, operation);
  if (called !== null && token !== null)
    lines.push(`not complete; continue with: ${programName} ${continueCommandOf(called, token)}`);
  for (const line of lines) process.stderr.write(`${withoutControls(line)}\n`);
}

/** Returns what the query selects. If it fails, the whole response is written to standard error, because its effect has happened. */
async function selected(document: unknown, query: JsonQuery): Promise<string> {
  try {
    return await query.apply(document);
  } catch (error) {
    if (error instanceof UsageError) process.stderr.write(`${JSON.stringify(document)}\n`);
    throw error;
  }
}

/** Returns a document in the format of the command. Throws UsageError if it has no rows for that format. */
async function formatted(document: unknown, display: Display): Promise<string> {
  const { format, query, operation, view } = display;
  if (format === 'text') return textOf(document, display);
  if (query !== null) return selected(document, query);
  if (format === 'json') return `${JSON.stringify(document, null, 2)}\n`;
  return formatRows(findRows(document, operation, view, format), format);
}

/** Writes an answer to the output, and notices to standard error. Returns the exit code of the command. */
export async function writeAnswer(answer: Answer, display: Display, signal: AbortSignal): Promise<ExitCode> {
  const { view, format, output } = display;
  const isText = format === 'text';
  if (answer.kind === 'events') await output.write(eventLines(answer, display, signal));
  else if (answer.kind === 'bytes') await writeFile(answer, display);
  if (output.path !== null && answer.kind !== 'json' && answer.kind !== 'json_text')
    process.stderr.write(`written to ${output.path}\n`);
  const document = documentOf(answer);
  if (document === undefined) return 0;
  const text = await formatted(document, display);
  await (isText && output.path === null ? showText(text, display.environment) : output.write(once(text)));
  if (format !== 'json' || output.path !== null) writeNotices(document, display);
  if (output.path !== null) process.stderr.write(`written to ${output.path}\n`);
  const pages = view.pages?.(document) ?? [];
  return (view.isOk?.(document) ?? pages.every((page) => page.status === 'ok')) ? 0 : 3;
}
