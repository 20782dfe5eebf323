import { Command, CommanderError } from 'commander';
import { errorMessage, Failure } from '../../domain/system/failure.ts';
import { addBuiltInCommands, type EndCommand, writeError } from './built-in-commands.ts';
import type { PlacedOperation } from './command-paths.ts';
import type { ExitCode } from './exit-code.ts';
import type { OperationCommand } from './flags.ts';
import { commandTerm, formatHelp, helpWidth, wordsOfCommand } from './help-format.ts';
import type { Program } from './program.ts';
import { UsageError, usageMessage } from './usage-error.ts';

const about = `webdata reads web pages and sites, watches them, and keeps what it found.

Commands use the service at WEBDATA_URL with WEBDATA_KEY, otherwise the running service of this data directory, otherwise they do the work in this process.`;

function footerOf({ name }: Program): string {
  return `"${name} COMMAND --help" explains a command with examples; "${name} job --help" lists the commands of a resource.
A plural lists: "${name} jobs" is "${name} job list".

Exit codes: 0 success, 1 failure, 2 usage error, 3 a page is not ok, or a job or step failed, 130 stopped by Ctrl-C.`;
}

function createRoot(program: Program): Command {
  return new Command('webdata')
    .usage('COMMAND [flags]')
    .description(about)
    .optionsGroup('Flags:')
    .helpOption('-h, --help', 'Explain the command')
    .version(program.version, '--version', 'Print the version')
    .addHelpText('after', footerOf(program))
    .enablePositionalOptions()
    .exitOverride()
    .configureOutput({ outputError() {}, getOutHelpWidth: helpWidth })
    .configureHelp({
      minWidthToWrap: 20,
      formatHelp,
      subcommandTerm: commandTerm,
      commandUsage: (command) =>
        ['webdata', wordsOfCommand(command), command.usage()].filter(Boolean).join(' '),
      visibleArguments: ({ registeredArguments }) =>
        registeredArguments.some(({ description, argChoices }) => description !== '' || argChoices)
          ? [...registeredArguments]
          : [],
    });
}

/** Returns the words of a command line without those before its command: `help job get` is `job get --help`. */
function normalizeArguments(argv: readonly string[]): [string, ...string[]] {
  const [name = 'serve', ...rest] = argv;
  if (name === 'help') {
    const [helped = 'help', ...others] = rest;
    return helped === 'help' ? ['help'] : [helped, ...others, '--help'];
  }
  // A file is verified here; the operation takes the documents themselves.
  const [verb, file] = rest;
  if (name === 'receipt' && verb === 'verify' && file !== undefined && !/^-./.test(file))
    return ['verify', ...rest.slice(1)];
  // The built-in command only creates keys; alone, the plural of `key` lists them.
  const [action] = rest;
  const isList = name === 'keys' && (action === undefined || /^--(?!help$)/.test(action));
  return isList ? ['key', 'list', ...rest] : [name, ...rest];
}

/** The commands of a command line, and what its help is about. */
interface Invocation {
  root: Command;
  program: Program;
  end: EndCommand;
  /** Sets the words of the command that runs, for errors. */
  setWords(words: string): void;
  /** Sets the operation command that runs, for errors. */
  setCommand(command: OperationCommand): void;
}

/** Adds the commands of operations, with the flags of the one that the words name. Returns the words to parse. */
async function addOperations(
  [name, ...rest]: readonly [string, ...string[]],
  { root, program, end, setWords, setCommand }: Invocation,
): Promise<readonly string[]> {
  const { addOperationCommands } = await import('./operation-commands.ts');
  const { placeOperations } = await import('./command-paths.ts');
  const { resolveCommand } = await import('./resolve-command.ts');
  const { runOperation } = await import('./run-operation.ts');
  const registry = await program.operations();
  const placed = placeOperations(registry);
  const builtIns = root.commands.map((command) => command.name());
  const add = (described: PlacedOperation | 'all' | null, describedNoun: string | null = null) =>
    addOperationCommands(root, {
      registry,
      placed,
      described,
      describedNoun,
      run: async (command, input) => {
        setCommand(command);
        end(await runOperation(program, command, input));
      },
    });
  if (name === 'completion' || name === 'help' || name.startsWith('-')) {
    add(name === 'completion' ? 'all' : null);
    return [name, ...rest];
  }
  const resolved = resolveCommand([name, ...rest], placed, builtIns);
  if (resolved.kind === 'noun') {
    add(null, resolved.noun);
    return [resolved.noun, '--help'];
  }
  const { words } = resolved.placed.path;
  setWords(words.join(' '));
  add(resolved.placed);
  return [...words, ...resolved.rest];
}

/** Runs one command. Only the parts of the program that the command needs are loaded. */
async function run(
  program: Program,
  argv: readonly string[],
  report: Pick<Invocation, 'setWords' | 'setCommand'>,
): Promise<ExitCode> {
  let code: ExitCode = 0;
  const end: EndCommand = (ended) => {
    code = ended;
  };
  const words = normalizeArguments(argv);
  const [name] = words;
  const root = createRoot(program);
  addBuiltInCommands(root, program, end);
  const isBuiltIn = root.commands.some((command) => command.name() === name);
  if (isBuiltIn) report.setWords(name);
  const needsOperations = name === 'completion' || !(isBuiltIn || name === '--version');
  const parsed = needsOperations ? await addOperations(words, { root, program, end, ...report }) : words;
  await root.parseAsync([...parsed], { from: 'user' });
  return code;
}

/** Returns the command that explains what was used wrongly. */
function helpCommandOf(program: Program, error: unknown, words: string): string {
  const helpWords = (error instanceof UsageError ? error.helpWords : null) ?? words;
  return helpWords === '' ? `${program.name} help` : `${program.name} ${helpWords} --help`;
}

/** Returns the messages of an error, worded for the command that ran. */
async function messagesOf(
  error: unknown,
  program: Program,
  command: OperationCommand | null,
): Promise<string[]> {
  if (error instanceof CommanderError) return [usageMessage(error)];
  // Only these need the operations.
  const isWorded = error instanceof Failure && (error.errors.length > 0 || /`|\/v1\//.test(error.message));
  if (!isWorded) return [errorMessage(error)];
  const { wordFailure } = await import('./word-message.ts');
  return wordFailure(error, { registry: await program.operations(), programName: program.name, command });
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
  let words = '';
  let command: OperationCommand | null = null;
  try {
    return await run(program, argv, {
      setWords(known) {
        words = known;
      },
      setCommand(known) {
        command = known;
      },
    });
  } catch (error) {
    const isCommanderError = error instanceof CommanderError;
    // commander ends the printing of help or version with an error of this code.
    if (isCommanderError && error.exitCode === 0) return 0;
    for (const message of await messagesOf(error, program, command)) writeError(message);
    const isInvalid = error instanceof Failure && error.errors.length > 0;
    const isUsageProblem = isCommanderError || error instanceof UsageError || isInvalid;
    if (isUsageProblem) process.stderr.write(`webdata: see "${helpCommandOf(program, error, words)}"\n`);
    return isUsageProblem ? 2 : 1;
  }
}
