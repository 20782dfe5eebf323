import { Argument, type Command, Option } from 'commander';
import type { Registry } from '../../operations/declaration/registry.ts';
import { canStartJob } from '../../operations/views/find-started-job.ts';
import { nouns, type PlacedOperation, pageCommands } from './command-paths.ts';
import { findCommandText, findSummary } from './command-texts.ts';
import { createOptions, createShortcutOption } from './create-options.ts';
import { createCommand, type OperationCommand } from './flags.ts';
import { type Example, setExamples, setResponseFields } from './help-format.ts';
import { toCommandLineText } from './help-text.ts';
import { type OutputFormat, outputFormats } from './output-format.ts';
import { listFieldOf } from './render.ts';
import { nameField } from './resolve-names.ts';
import { listResponseFields } from './response-fields.ts';
import type { CommandInput } from './run-operation.ts';
import { shortcuts } from './shortcuts.ts';
import { UsageError } from './usage-error.ts';

/** Runs the command of an operation. */
type RunCommand = (command: OperationCommand, input: CommandInput) => Promise<void>;

/** Parts from which the descriptions of commands are written. */
interface CommandContext {
  registry: Registry;
  run: RunCommand;
}

/** Returns true for a command that takes files with addresses, or the addresses themselves. */
function takesAddressFiles({ takesFiles, flags }: OperationCommand): boolean {
  return takesFiles && flags.some(({ field }) => field === 'urls');
}

/** Describes an argument; an identifier in the path has no description of its own. */
function describeArgument(field: string, command: OperationCommand, { registry }: CommandContext): string {
  const { takesUrls, takesFiles, flags, operation, name } = command;
  if (takesUrls)
    return 'Address of a page, also without https://; several are read in parallel, and - reads them from standard input, one per line';
  if (takesAddressFiles(command))
    return 'Path of a file with addresses, - for standard input, or the addresses themselves, also without https://';
  if (takesFiles) return 'Path of a file, or - for standard input';
  const description = flags.find((one) => one.field === field)?.description ?? '';
  if (description !== '') {
    const text = toCommandLineText(description, flags, registry);
    return nameField(command) === field ? `${text.replace(/\.$/, '')}, or its name.` : text;
  }
  const [noun = ''] = name.split(' ');
  const plural = nouns[noun]?.plural;
  return plural === undefined || plural === null || !(field in (operation.input.path?.shape ?? {}))
    ? ''
    : `Identifier; "webdata ${noun} list" shows it`;
}

/** Returns the name of an argument in the help, with dots if it can be repeated. */
function operandName(field: string, command: OperationCommand): string {
  const { takesUrls, takesFiles, takesIds } = command;
  const name = takesAddressFiles(command) ? 'FILE|URL' : field.toUpperCase();
  return `${name}${takesUrls || takesFiles || takesIds ? '...' : ''}`;
}

/** Arguments are optional for commander, because each field can also be passed as a flag. */
function addArguments(command: Command, operationCommand: OperationCommand, context: CommandContext): void {
  const { positionals, flags } = operationCommand;
  for (const { field } of positionals) {
    const flag = flags.find((one) => one.field === field);
    const argument = new Argument(
      `[${operandName(field, operationCommand)}]`,
      describeArgument(field, operationCommand, context),
    );
    if (flag !== undefined && flag.choices.length > 0) argument.choices(flag.choices);
    command.addArgument(argument);
  }
}

function usageOf(command: OperationCommand): string {
  const operands = command.positionals.map(({ field, isRequired }) => {
    const name = operandName(field, command);
    return isRequired || takesAddressFiles(command) ? name : `[${name}]`;
  });
  return [...operands, '[flags]'].join(' ');
}

const outputGroup = 'Output:';

/** The field that starts a job in place of the work; on the command line, `--no-wait` sets it. */
const asyncField = 'async';

function addOutputOptions(command: Command, { flags, operation }: OperationCommand): void {
  const noWait = new Option(
    '--no-wait',
    operation.background === undefined
      ? 'Print the response at once instead of waiting for the end of the job'
      : 'Start a job that does the work, and print it at once',
  );
  const json = new Option('--json', 'Print the response as JSON');
  const jq = new Option(
    '--jq <expression>',
    'Print what an expression in the language of jq selects from the JSON response',
  );
  const output = new Option(
    '-o, --output <file>',
    'Write the result to a file; its extension chooses the format',
  );
  const wide = new Option('--wide', 'Print all columns or fields in full');
  const formats = new Option('--format <format>', 'Format of the response').choices([...outputFormats]);
  // Where the operation has a field of that name, the extension of the file or --json chooses the format.
  const hasFormat = flags.some(({ field }) => field === 'format' || field === 'formats');
  const options = [
    json,
    jq,
    output,
    ...(hasFormat ? [] : [formats]),
    wide.hideHelp(listFieldOf(operation) === null && operation.view?.cliSummary === undefined),
    noWait.hideHelp(!canStartJob(operation)),
    // The word of the HTTP interface. Where it is a field, its own flag is hidden in the same way.
    ...(canStartJob(operation) && operation.background === undefined
      ? [new Option('--async', '').hideHelp()]
      : []),
  ];
  for (const option of options) command.addOption(option.helpGroup(outputGroup));
}

function addOptions(
  command: Command,
  operationCommand: OperationCommand,
  { registry }: CommandContext,
): void {
  const { positionals, takesUrls, flags, operation } = operationCommand;
  for (const shortcut of shortcuts[operation.name] ?? []) command.addOption(createShortcutOption(shortcut));
  for (const flag of flags) {
    const isPositional =
      positionals.some(({ field }) => field === flag.field) || (takesUrls && flag.field === 'urls');
    const described = { ...flag, description: toCommandLineText(flag.description, flags, registry) };
    for (const option of createOptions(described)) {
      if (isPositional || flag.field === asyncField) option.hideHelp();
      command.addOption(option);
    }
  }
  addOutputOptions(command, operationCommand);
}

/** Returns the format that the command line sets; null for none. */
function formatOf(command: Command, { flags }: OperationCommand): OutputFormat | null {
  const { json, jq, format } = command.opts<{ json?: boolean; jq?: string; format?: unknown }>();
  const hasFormat = flags.some(({ field }) => field === 'format' || field === 'formats');
  if (jq !== undefined && !hasFormat && format !== undefined && format !== 'json')
    throw new UsageError(`--jq selects from JSON; leave out --format ${String(format)}`);
  if (json === true || jq !== undefined) return 'json';
  if (hasFormat) return null;
  return outputFormats.find((known) => known === format) ?? null;
}

/** Throws UsageError if a required argument is missing. */
function checkArguments(
  operationCommand: OperationCommand,
  fields: Readonly<Record<string, unknown>>,
  operands: readonly string[],
): void {
  const { name, positionals, takesUrls, takesFiles, operation } = operationCommand;
  // A continued call has the fields of the first one.
  if (operation.continues === true && fields.continue !== undefined) return;
  const missing = positionals.find(
    // A variable of the shell that is not set leaves an empty word.
    ({ field, isRequired }, at) => isRequired && !operands[at] && fields[field] === undefined,
  );
  if (takesAddressFiles(operationCommand) && operands.length === 0 && fields.urls === undefined)
    throw new UsageError(`${name} needs a file with addresses, addresses, or - for standard input`);
  if (missing === undefined || (takesUrls && fields.urls !== undefined)) return;
  if (takesUrls) throw new UsageError(`${name} needs a URL, or - to read URLs from standard input`);
  if (takesFiles) throw new UsageError(`${name} needs a file, or - to read one from standard input`);
  throw new UsageError(`missing required argument '${missing.field.toUpperCase()}'`);
}

/** Returns the fields that the command line sets; throws UsageError if an argument is missing. */
function inputOf(command: Command, operationCommand: OperationCommand): CommandInput {
  const { fixed, flags, operation } = operationCommand;
  const options = command.opts();
  const known = [...flags, ...(shortcuts[operation.name] ?? [])].map(({ field }) => field);
  const set = known.filter((field) => command.getOptionValueSource(field) === 'cli');
  const values = Object.fromEntries(set.map((field) => [field, options[field] as unknown]));
  const fields: Record<string, unknown> = { ...fixed, ...values };
  const operands = command.args;
  const shouldWait = options.wait !== false && options[asyncField] !== true;
  if (!shouldWait && operation.background !== undefined) fields[asyncField] = true;
  checkArguments(operationCommand, fields, operands);
  return {
    fields,
    operands,
    format: formatOf(command, operationCommand),
    query: typeof options.jq === 'string' ? options.jq : null,
    outputPath: typeof options.output === 'string' ? options.output : null,
    shouldWait,
    isWide: options.wide === true,
  };
}

function describeCommand(
  command: Command,
  { operation, path }: PlacedOperation,
  context: CommandContext,
): void {
  const operationCommand = createCommand(operation, path);
  const text = findCommandText(operationCommand);
  const description =
    text.description ?? toCommandLineText(operation.description, operationCommand.flags, context.registry);
  command.usage(usageOf(operationCommand));
  const price = toCommandLineText(
    operation.price.replace(/\.$/, ''),
    operationCommand.flags,
    context.registry,
  );
  command.description(`${description}\n\nPrice: ${price}.`);
  command.optionsGroup('Flags:');
  setExamples(command, text.examples);
  setResponseFields(command, () => listResponseFields(operation));
  addArguments(command, operationCommand, context);
  addOptions(command, operationCommand, context);
  command.action(() => context.run(operationCommand, inputOf(command, operationCommand)));
}

/** Adds a noun without its verbs. */
function addNoun(root: Command, noun: string, verbs: readonly string[]): Command {
  return root
    .command(noun)
    .usage('COMMAND [flags]')
    .helpCommand(false)
    .helpGroup('Resources:')
    .summary(`${nouns[noun]?.summary ?? ''}: ${verbs.join(', ')}`)
    .description(`${nouns[noun]?.summary ?? ''}.`);
}

/** Verbs whose examples show best what a noun is for. */
const shownVerbs = ['create', 'open', 'list', 'get', 'results', 'export', 'health'];

/** Returns the first example of three verbs of a noun. */
function createNounExamples(noun: string, placed: readonly PlacedOperation[]): Example[] {
  const rankOf = ({ path }: PlacedOperation) => {
    const rank = shownVerbs.indexOf(path.words[1] ?? '');
    return rank < 0 ? shownVerbs.length : rank;
  };
  const own = placed.filter(({ path }) => path.words[0] === noun);
  const shown = own.toSorted((one, other) => rankOf(one) - rankOf(other)).slice(0, 3);
  return shown.flatMap(({ operation, path }) => {
    const [first] = findCommandText(createCommand(operation, path)).examples;
    return first === undefined ? [] : [first];
  });
}

/** Options of {@link addOperationCommands}. */
interface TreeOptions extends CommandContext {
  placed: readonly PlacedOperation[];
  /** The command that gets arguments and flags; null for none, and all for completion. */
  described: PlacedOperation | 'all' | null;
  /** The noun whose help gets examples; null for none. */
  describedNoun: string | null;
}

/** Returns the order of a command in the help: page commands first. */
function orderOf({ path: { words } }: PlacedOperation): number {
  const at = pageCommands.indexOf(words[0] ?? '');
  const nounAt = Object.keys(nouns).indexOf(words[0] ?? '');
  return at >= 0 ? at : pageCommands.length + nounAt;
}

/**
 * Adds a command for each operation: page commands, and nouns with their verbs. Only described commands get arguments and flags: the
 * conversion of every schema would delay all commands. A described command that is none of `placed` is a former name, which is hidden.
 */
export function addOperationCommands(
  root: Command,
  { placed, described, describedNoun, ...context }: TreeOptions,
): void {
  const sorted = placed.toSorted((one, other) => orderOf(one) - orderOf(other));
  const groups = new Map<string, Command>();
  for (const one of sorted) {
    const [first = '', verb] = one.path.words;
    if (verb !== undefined && !groups.has(first)) {
      const verbs = sorted.flatMap(({ path: { words } }) => (words[0] === first ? words.slice(1) : []));
      groups.set(first, addNoun(root, first, verbs));
    }
    const parent = verb === undefined ? root : (groups.get(first) as Command);
    const command = parent.command(verb ?? first).summary(findSummary(one));
    if (verb === undefined) command.helpGroup('Pages:');
    if (described === 'all' || described === one) describeCommand(command, one, context);
  }
  const noun = groups.get(describedNoun ?? '');
  if (noun !== undefined) setExamples(noun, createNounExamples(noun.name(), placed));
  if (described === null || described === 'all' || placed.includes(described)) return;
  describeCommand(root.command(described.path.words.join(' '), { hidden: true }), described, context);
}
