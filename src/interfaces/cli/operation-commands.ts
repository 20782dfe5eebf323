import { Argument, type Command, Option } from 'commander';
import type { Operation } from '../../operations/declaration/operation.ts';
import type { Registry } from '../../operations/declaration/registry.ts';
import { canStartJob } from '../../operations/views/find-started-job.ts';
import { createOptions } from './create-options.ts';
import { commandNameOf, createCommand, type OperationCommand } from './flags.ts';
import { type OutputFormat, outputFormats } from './output-format.ts';
import type { CommandInput } from './run-operation.ts';
import { UsageError } from './usage-error.ts';

/** Runs the command of an operation. */
type RunCommand = (command: OperationCommand, input: CommandInput) => Promise<void>;

/** Arguments are optional for commander, because each field can also be passed as a flag. */
function addArguments(command: Command, operationCommand: OperationCommand): void {
  const { positionals, takesUrls, takesFiles, flags } = operationCommand;
  for (const { field } of positionals) {
    const flag = flags.find((one) => one.field === field);
    const description = [
      flag?.description ?? '',
      takesUrls ? '(use - to read URLs from standard input, one per line)' : '',
      takesFiles ? 'path of a file, or - for standard input' : '',
    ];
    const argument = new Argument(
      `[${field.toUpperCase()}${takesUrls || takesFiles ? '...' : ''}]`,
      description.filter(Boolean).join(' '),
    );
    if (flag !== undefined && flag.choices.length > 0) argument.choices(flag.choices);
    command.addArgument(argument);
  }
}

function usageOf({ positionals, takesUrls, takesFiles }: OperationCommand): string {
  const operands = positionals.map(({ field, isRequired }) => {
    const name = field.toUpperCase() + (takesUrls || takesFiles ? '...' : '');
    return isRequired ? name : `[${name}]`;
  });
  return [...operands, '[flags]'].join(' ');
}

function addOptions(command: Command, { positionals, takesUrls, flags, operation }: OperationCommand): void {
  for (const flag of flags) {
    const isPositional =
      positionals.some(({ field }) => field === flag.field) || (takesUrls && flag.field === 'urls');
    for (const option of createOptions(flag)) {
      if (isPositional) option.hideHelp();
      command.addOption(option);
    }
  }
  const noWait = new Option(
    '--no-wait',
    'return the response immediately instead of waiting for the end of the job',
  );
  command
    .addOption(noWait.hideHelp(!canStartJob(operation)))
    .option('--json', 'print the response as JSON')
    .option('-o, --output <file>', 'write the response to a file; its extension chooses the format');
  const hasFormat = flags.some(({ field }) => field === 'format' || field === 'formats');
  const formats = new Option('--format <format>', 'format of the response').choices([...outputFormats]);
  // Where the operation has a field of that name, the extension of the file or --json chooses the format.
  if (!hasFormat) command.addOption(formats);
}

/** Returns the format that the command line sets; null for none. */
function formatOf(command: Command, { flags }: OperationCommand): OutputFormat | null {
  const { json, format } = command.opts<{ json?: boolean; format?: unknown }>();
  if (json === true) return 'json';
  if (flags.some(({ field }) => field === 'format' || field === 'formats')) return null;
  return outputFormats.find((known) => known === format) ?? null;
}

/** Returns the fields that the command line sets; throws UsageError if an argument is missing. */
function inputOf(command: Command, operationCommand: OperationCommand): CommandInput {
  const { positionals, takesUrls, takesFiles, flags, operation } = operationCommand;
  const options = command.opts();
  const fields = Object.fromEntries(
    flags
      .filter(({ field }) => command.getOptionValueSource(field) === 'cli')
      .map(({ field }) => [field, options[field] as unknown]),
  );
  const operands = command.args;
  // A continued call has the fields of the first one.
  const isContinued = operation.continues === true && fields.continue !== undefined;
  const missing = positionals.find(
    ({ field, isRequired }, at) =>
      isRequired && !isContinued && at >= operands.length && fields[field] === undefined,
  );
  if (missing !== undefined && takesUrls && fields.urls === undefined)
    throw new UsageError(`${command.name()} needs a URL, or - to read URLs from standard input`);
  if (missing !== undefined && takesFiles)
    throw new UsageError(`${command.name()} needs a file, or - to read one from standard input`);
  if (missing !== undefined && !takesUrls)
    throw new UsageError(`missing required argument '${missing.field.toUpperCase()}'`);
  return {
    fields,
    operands,
    format: formatOf(command, operationCommand),
    outputPath: typeof options.output === 'string' ? options.output : null,
    shouldWait: options.wait !== false,
  };
}

function describeCommand(command: Command, operation: Operation, run: RunCommand): void {
  const operationCommand = createCommand(operation);
  command.usage(usageOf(operationCommand));
  command.description(`${operation.description}\n\nPrice: ${operation.price}.`);
  command.optionsGroup('Flags:');
  addArguments(command, operationCommand);
  addOptions(command, operationCommand);
  command.action(() => run(operationCommand, inputOf(command, operationCommand)));
}

/**
 * Adds a command for each operation. Only the command with the name `described`, or each if it is null, gets arguments and
 * flags: the conversion of every schema would delay all commands.
 */
export function addOperationCommands(
  root: Command,
  registry: Registry,
  described: string | null,
  run: RunCommand,
): void {
  for (const operation of registry) {
    const name = commandNameOf(operation);
    // A built-in command of the same name calls the operation.
    if (root.commands.some((one) => one.name() === name)) continue;
    const command = root
      .command(name)
      .summary(operation.title)
      .helpGroup(`${operation.tag?.topic ?? operation.name}:`);
    if (described === null || described === name) describeCommand(command, operation, run);
  }
}
