import { type Argument, Command, CommanderError } from 'commander';
import { errorMessage, Failure } from '../../domain/system/failure.ts';
import { addBuiltInCommands, type EndCommand, writeError } from './built-in-commands.ts';
import type { ExitCode } from './exit-code.ts';
import type { Program } from './program.ts';
import { UsageError, usageMessage } from './usage-error.ts';

const about = `webdata: a self-hosted web data service

Operations use the service at WEBDATA_URL with WEBDATA_KEY, otherwise the running service of this data directory, otherwise they run in this process.`;

function footerOf({ name }: Program): string {
  return `
"${name} help COMMAND" explains a command: its flags, defaults and price.

Exit codes: 0 success, 1 failure, 2 usage error, 3 a page is not ok or a job failed, 130 stopped.`;
}

/** Width of the help if the output is not a terminal, in characters. */
const defaultWidth = 100;

function operandTerm(argument: Argument): string {
  return argument.argChoices?.join('|') ?? argument.name();
}

function createRoot(program: Program): Command {
  return new Command('webdata')
    .usage('COMMAND [flags]')
    .description(about)
    .optionsGroup('Flags:')
    .helpOption('-h, --help', 'explain the command')
    .version(program.version, '--version', 'print the version')
    .addHelpText('after', footerOf(program))
    .enablePositionalOptions()
    .exitOverride()
    .configureOutput({
      outputError() {},
      getOutHelpWidth: () => process.stdout.columns ?? defaultWidth,
    })
    .configureHelp({
      minWidthToWrap: 20,
      subcommandTerm: (command) =>
        [command.name(), ...command.registeredArguments.map(operandTerm)].join(' '),
      visibleArguments: ({ registeredArguments }) =>
        registeredArguments.some(({ description, argChoices }) => description !== '' || argChoices)
          ? [...registeredArguments]
          : [],
    });
}

/** Adds the operations that the command `name` needs: none, all without their flags, or all. */
async function addOperations(root: Command, program: Program, name: string, end: EndCommand): Promise<void> {
  const isBuiltIn = name === '--version' || root.commands.some((command) => command.name() === name);
  if (isBuiltIn && name !== 'completion') return;
  const { addOperationCommands } = await import('./operation-commands.ts');
  const { runOperation } = await import('./run-operation.ts');
  const described = name === 'completion' ? null : name;
  addOperationCommands(root, await program.operations(), described, async (command, input) =>
    end(await runOperation(program, command, input)),
  );
}

/** Returns the arguments with the default command, and `help COMMAND` as `COMMAND --help`. */
function normalizeArguments(argv: readonly string[]): [string, ...string[]] {
  const [name = 'serve', ...rest] = argv;
  const [helped = 'help'] = rest;
  if (name === 'help') return helped === 'help' ? [name] : [helped, '--help'];
  return [name, ...rest];
}

/** Runs one command. Only the parts of the program that the command needs are loaded. */
async function run(program: Program, argv: readonly string[]): Promise<ExitCode> {
  let code: ExitCode = 0;
  const end: EndCommand = (ended) => {
    code = ended;
  };
  const [name, ...rest] = normalizeArguments(argv);
  const root = createRoot(program);
  addBuiltInCommands(root, program, end);
  await addOperations(root, program, name, end);
  const isKnown =
    name === 'help' || name.startsWith('-') || root.commands.some((command) => command.name() === name);
  // With its flags, `--help` for example, an unknown command would not be reported.
  await root.parseAsync(isKnown ? [name, ...rest] : [name], { from: 'user' });
  return code;
}

/** Exits without an error if the reader of the output stops reading (`| head`). */
function exitOnClosedPipe(error: NodeJS.ErrnoException): void {
  if (error.code === 'EPIPE') process.exit(0);
  throw error;
}

/** Runs the command line: writes errors to standard error, one per line, and returns an exit code. */
export async function runCommandLine(argv: readonly string[], program: Program): Promise<ExitCode> {
  process.stdout.on('error', exitOnClosedPipe);
  process.stderr.on('error', exitOnClosedPipe);
  try {
    return await run(program, argv);
  } catch (error) {
    const isCommanderError = error instanceof CommanderError;
    // commander ends the printing of help or version with an error of this code.
    if (isCommanderError && error.exitCode === 0) return 0;
    const errors = error instanceof Failure ? error.errors : [];
    if (errors.length === 0) writeError(isCommanderError ? usageMessage(error) : errorMessage(error));
    for (const { pointer, detail } of errors) writeError(`${pointer}: ${detail}`);
    const isUsageProblem = isCommanderError || error instanceof UsageError || errors.length > 0;
    if (isUsageProblem)
      process.stderr.write(`webdata: see "${program.name} help", or use the command with --help\n`);
    return isUsageProblem ? 2 : 1;
  }
}
