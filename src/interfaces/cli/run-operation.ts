import { isObject } from '../../domain/values/is-object.ts';
import type { AnswerView } from '../../operations/declaration/answer-view.ts';
import { fileFieldName } from '../../operations/declaration/file-field.ts';
import type { Answer, Operation } from '../../operations/declaration/operation.ts';
import type { Registry } from '../../operations/declaration/registry.ts';
import { splitInput } from '../../operations/split-input.ts';
import { canStartJob, findStartedJob } from '../../operations/views/find-started-job.ts';
import { findView } from '../../operations/views/find-view.ts';
import type { Caller } from '../caller.ts';
import { readFileStream, withLocalFile } from '../read-local-file.ts';
import { checkAddresses } from './address-or-file.ts';
import { completeAddresses } from './complete-address.ts';
import { type CallArguments, createCalls } from './create-calls.ts';
import type { ExitCode } from './exit-code.ts';
import { hasRows, noRows } from './find-rows.ts';
import type { OperationCommand } from './flags.ts';
import { callByName, documentOf } from './follow-job.ts';
import { openJsonQuery } from './json-query.ts';
import { type Output, openOutput } from './output.ts';
import { chooseFormat, isKnownExtension, type OutputFormat } from './output-format.ts';
import { checkPicture, isPageExtension, isPicture, withPageFormat, writePicture } from './page-file.ts';
import type { Program } from './program.ts';
import { createProgressLine } from './progress-line.ts';
import { resolveName } from './resolve-names.ts';
import { UsageError } from './usage-error.ts';
import { checkJobFile, takesFolder, waitForJob } from './wait-for-job.ts';
import { wordMessage } from './word-message.ts';
import { type Display, writeAnswer } from './write-answer.ts';

/** Arguments of an operation on the command line. */
export interface CommandInput extends CallArguments {
  /** Format of the response; null for that of the file, or text. */
  format: OutputFormat | null;
  /** Expression in the language of jq that is applied to the response; null for none. */
  query: string | null;
  /** Path of the file for the response; null for standard output. */
  outputPath: string | null;
  shouldWait: boolean;
  /** True if a list is printed with all columns in full. */
  isWide: boolean;
}

/** Returns the fields of a call with the file at its path, or from standard input, in place of the path. */
async function withFile(
  fields: Record<string, unknown>,
  { takesFiles }: OperationCommand,
): Promise<Record<string, unknown>> {
  const { [fileFieldName]: path, ...others } = fields;
  if (!takesFiles || typeof path !== 'string') return fields;
  if (path !== '-') return withLocalFile(others, path);
  return { ...others, [fileFieldName]: await readFileStream(process.stdin) };
}

/** Returns the fields of the call, with the format of the file if the operation has formats and none was given. */
function withFileFormat(
  fields: Record<string, unknown>,
  { flags }: OperationCommand,
  { extension }: Output,
): Record<string, unknown> {
  const format = flags.find(({ field, isList }) => field === 'format' && !isList);
  const isKnown = format?.choices.includes(extension) === true && fields.format === undefined;
  return isKnown ? { ...fields, format: extension } : fields;
}

/** A call of a command and all that it needs. */
interface Call {
  fields: Record<string, unknown>;
  operation: Operation;
  /** Words of the command. */
  name: string;
  registry: Registry;
  caller: Caller;
  isEmbedded: boolean;
  display: Display;
  shouldWait: boolean;
  signal: AbortSignal;
}

async function send({ operation, fields, caller, signal }: Call): Promise<Answer> {
  const progress = createProgressLine(process.stderr);
  try {
    const { answer } = await caller.call({
      operation,
      input: splitInput(operation, fields),
      signal,
      onPage: (done) => progress.update({ done, unit: 'pages' }),
    });
    return answer;
  } finally {
    progress.clear();
  }
}

/** Returns the file of an export whose description was answered, if the command has a file for it; otherwise the answer. */
async function downloadExport(
  answer: Answer,
  { registry, caller, fields, display, signal }: Call,
): Promise<Answer> {
  const document = documentOf(answer);
  if (display.output.path === null || !isObject(document) || typeof document.export_id !== 'string')
    return answer;
  return callByName(
    registry,
    caller,
    'get_dataset_export',
    { did: fields.did, export_id: document.export_id },
    signal,
  );
}

/** Runs a call; a stop by the user is not an error. */
async function runUntilStopped(call: Call): Promise<ExitCode> {
  try {
    return await runCall(call);
  } catch (error) {
    if (!call.signal.aborted) throw error;
    process.stderr.write('stopped\n');
    return 130;
  }
}

async function runCall(call: Call): Promise<ExitCode> {
  const { operation, display, signal, shouldWait } = call;
  const answer = await send(call);
  const response = documentOf(answer);
  const job = findStartedJob(operation, splitInput(operation, call.fields), response);
  if (job !== null && shouldWait) return waitForJob({ ...call, job, response });
  if (isPicture(display.output) && response !== undefined) return writePicture(response, call);
  const isExport = operation.name === 'export_dataset' && display.query === null;
  return writeAnswer(isExport ? await downloadExport(answer, call) : answer, display, signal);
}

/**
 * Throws UsageError if the response cannot have the format, or the form of the file, before anything is done. Exports and jobs write
 * files of other forms.
 */
function checkFormat(
  { operation, flags }: OperationCommand,
  view: AnswerView<unknown>,
  format: OutputFormat,
  { extension, path }: Output,
): void {
  const choosesFormat = flags.some(({ field }) => field === 'format' || field === 'formats');
  const writesFile = operation.responseStream !== undefined || operation.name === 'export_dataset';
  if (writesFile || takesFolder(operation)) return;
  // The result of a job is another response.
  const canHaveRows = hasRows(operation, view) || canStartJob(operation);
  if ((format === 'csv' || format === 'ndjson') && !canHaveRows) throw noRows(format);
  const isKnown = isKnownExtension(extension) || (choosesFormat && isPageExtension(extension));
  if (path !== null && !isKnown && !isPicture({ extension }))
    throw new UsageError(
      `the response cannot be written to a .${extension} file; use .json, .csv, .ndjson or .txt`,
    );
}

/** Throws UsageError if the command writes something else than JSON, before anything is done. */
function checkQuery({ operation, name }: OperationCommand, { path, extension }: Output): void {
  if (operation.responseStream === 'bytes')
    throw new UsageError(`--jq selects from JSON, and the response of ${name} is a file`);
  if (path !== null && !['', 'json', 'ndjson', 'txt'].includes(extension))
    throw new UsageError(`--jq writes text: use a .json, .ndjson or .txt file, not .${extension}`);
}

/** Runs an operation as a command. Throws Failure and UsageError. */
export async function runOperation(
  program: Program,
  command: OperationCommand,
  commandInput: CommandInput,
): Promise<ExitCode> {
  const calls = await createCalls(command, commandInput);
  for (const one of calls) checkAddresses(one);
  const { operation } = command;
  const { shouldWait, format, outputPath, isWide } = commandInput;
  const output = await openOutput(outputPath, takesFolder(operation));
  if (calls.length > 1 && output.path !== null)
    throw new UsageError(
      '--output takes the response of one call; give fewer URLs, files or identifiers, or redirect standard output',
    );
  checkJobFile(operation, output);
  checkPicture(command, output);
  if (commandInput.query !== null) checkQuery(command, output);
  const signal = program.listenForStop();
  await using query = commandInput.query === null ? null : await openJsonQuery(commandInput.query, signal);
  await using open = await program.openCaller('cli');
  const { caller, isEmbedded } = open;
  const shared = {
    operation,
    name: command.name,
    registry: await program.operations(),
    caller,
    isEmbedded,
    shouldWait,
    signal,
  };
  const { name: programName, environment } = program;
  const wording = { registry: shared.registry, programName, command };
  const word = (message: string) => wordMessage(message, wording);
  let code: ExitCode = 0;
  for (const one of calls) {
    // Files are read one after another, so that only one is in memory.
    const named = await resolveName(completeAddresses(one), { ...shared, command });
    const complete = await withFile(named, command);
    const fields = withPageFormat(withFileFormat(complete, command, output), command, output);
    const view = findView(operation, splitInput(operation, fields));
    const chosen = chooseFormat(format, output);
    checkFormat(command, view, chosen, output);
    const called = { command, fields: named };
    const display: Display = {
      operation,
      registry: shared.registry,
      view,
      output,
      format: chosen,
      query,
      isWide,
      environment,
      programName,
      called,
      word,
    };
    const ended = await runUntilStopped({ ...shared, fields, display });
    if (ended === 130) return ended;
    if (ended !== 0) code = ended;
  }
  return code;
}
