import { parseArgs } from 'node:util';
import { Failure, messageOf } from '../../domain/failure.ts';
import { completionScript } from './completion.ts';
import { type Command, commandOf, UsageError } from './flags.ts';
import type { Program } from './program.ts';
import { runOperation } from './run-operation.ts';
import { loadKeys, verifyFile } from './verify-receipt.ts';

const usage = `webdata: a self-hosted web data service

  webdata [serve]                      serve until stopped
  webdata config                       print the effective settings, secrets hidden
  webdata doctor                       say what works
  webdata keys create [--operator] [--name NAME]
                                       make a key on this data directory
  webdata secret rotate                put a new root secret in force; stop the service first
  webdata verify FILE [--keys SOURCE]  check the receipts in a file offline; SOURCE is a file or
                                       the address of a service, by default this data directory
  webdata backup FILE                  write everything into one file; the service may run
  webdata restore FILE                 bring a backup into an empty data directory or database
  webdata mcp                          serve one agent over standard input and output
  webdata completion bash|zsh|fish     print a script that completes commands
  webdata help | version

Operations, each with --help and --json. They talk to the service at WEBDATA_URL with WEBDATA_KEY, else to the one on
this data directory, else they run in this process:

`;

/** Commands that are no operation. */
const ownCommands = 'serve config doctor keys secret verify backup restore mcp completion help version'.split(
  ' ',
);

/** Exit codes: 0 it went well, 1 it did not, 2 the command makes no sense, 3 a page is not `ok` or a job failed. */
type ExitCode = 0 | 1 | 2 | 3;

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

function complain(line: string): void {
  process.stderr.write(`webdata: ${line}\n`);
}

async function doctor(program: Program): Promise<ExitCode> {
  const found = Object.entries(await program.doctor());
  const width = Math.max(...found.map(([name]) => name.length));
  for (const [name, { status, detail }] of found) {
    say(`${name.padEnd(width)}  ${status.replaceAll('_', ' ').padEnd(14)}  ${detail ?? ''}`.trimEnd());
  }
  return found.some(([, { status }]) => status === 'unavailable') ? 1 : 0;
}

async function keys(program: Program, rest: string[]): Promise<ExitCode> {
  const { values, positionals } = parseArgs({
    args: rest,
    allowPositionals: true,
    options: {
      operator: { type: 'boolean', default: false },
      name: { type: 'string', default: 'made on the command line' },
    },
  });
  if (positionals.length !== 1 || positionals[0] !== 'create')
    throw new UsageError(
      'keys knows one action, create; list-keys, create-key, rotate-key and revoke-key ask the service',
    );
  say(await program.createKey({ name: values.name, operator: values.operator }));
  return 0;
}

async function verify(program: Program, rest: string[]): Promise<ExitCode> {
  const { values, positionals } = parseArgs({
    args: rest,
    allowPositionals: true,
    options: { keys: { type: 'string' } },
  });
  const [path] = positionals;
  if (path === undefined || positionals.length > 1) throw new UsageError('verify takes one file');
  const known = values.keys === undefined ? await program.receiptKeys() : await loadKeys(values.keys);
  if (known.length === 0) {
    complain('no receipt keys are known here: name a file or a service with --keys');
    return 1;
  }
  const checked = await verifyFile(path, known);
  for (const { id, verification } of checked) {
    say(
      verification.valid
        ? `${id}  valid, signed by ${verification.kid}`
        : `${id}  NOT VALID: ${verification.reason}`,
    );
  }
  return checked.every(({ verification }) => verification.valid) ? 0 : 1;
}

function onlyFile(command: string, rest: string[]): string {
  const { positionals } = parseArgs({ args: rest, allowPositionals: true, options: {} });
  const [path] = positionals;
  if (path === undefined || positionals.length > 1) throw new UsageError(`${command} takes one file`);
  return path;
}

/** The operations as commands. */
async function commandsOf(program: Program): Promise<Command[]> {
  return (await program.operations()).map(commandOf);
}

async function usageOf(program: Program): Promise<string> {
  const commands = await commandsOf(program);
  const width = Math.max(...commands.map(({ name }) => name.length));
  const lines = commands.map(({ name, operation }) => `  webdata ${name.padEnd(width)}  ${operation.title}`);
  return `${usage}${lines.join('\n')}

Exit codes: 0 done, 1 failed, 2 the command makes no sense, 3 answered, but a page is not ok or a job failed.
`;
}

function asksForHelp(command: string, rest: readonly string[]): boolean {
  return ownCommands.includes(command) && rest.some((word) => word === '--help' || word === '-h');
}

/** Runs one command; the program is composed only as far as the command needs it. */
async function run(program: Program, command: string, rest: string[]): Promise<ExitCode> {
  if (asksForHelp(command, rest)) {
    process.stdout.write(await usageOf(program));
    return 0;
  }
  switch (command) {
    case 'serve':
      if (rest.length > 0)
        throw new UsageError(`serve takes no ${rest[0]}: settings are environment variables`);
      await program.serve();
      return 0;
    case 'config':
      for (const line of program.describeSettings()) say(line);
      return 0;
    case 'doctor':
      return doctor(program);
    case 'keys':
      return keys(program, rest);
    case 'secret':
      if (rest.length !== 1 || rest[0] !== 'rotate') throw new UsageError('secret knows one action: rotate');
      for (const line of await program.rotateSecret()) say(line);
      return 0;
    case 'verify':
      return verify(program, rest);
    case 'backup':
      await program.backUp(onlyFile(command, rest), say);
      return 0;
    case 'restore':
      await program.restore(onlyFile(command, rest), say);
      return 0;
    case 'mcp':
      await program.serveAgent();
      return 0;
    case 'completion':
      process.stdout.write(completionScript(rest[0] ?? '', await commandsOf(program), ownCommands));
      return 0;
    case 'version':
    case '--version':
      say(program.version);
      return 0;
    case 'help':
    case '--help':
    case '-h':
      process.stdout.write(await usageOf(program));
      return 0;
    default: {
      const operation = (await commandsOf(program)).find(({ name }) => name === command);
      if (operation !== undefined) return runOperation(program, operation, rest);
      throw new UsageError(`there is no command "${command}"`);
    }
  }
}

function isUsageError(error: unknown): boolean {
  const code = (error as { code?: unknown }).code;
  return error instanceof UsageError || (typeof code === 'string' && code.startsWith('ERR_PARSE_ARGS'));
}

/** What is wrong, without what `parseArgs` adds about dashes. */
function explanation(error: unknown): string {
  const message = messageOf(error);
  return /^Unknown option '([^']+)'/.test(message)
    ? message.replace(/^Unknown option '([^']+)'.*$/s, 'there is no flag $1')
    : message;
}

/** Whoever reads our output may stop reading (`| head`): that is no failure. */
function endWithReader(error: NodeJS.ErrnoException): void {
  if (error.code === 'EPIPE') process.exit(0);
  throw error;
}

/** The command line: one line on standard error for whatever goes wrong, and an exit code. */
export async function runCommandLine(argv: readonly string[], program: Program): Promise<ExitCode> {
  process.stdout.on('error', endWithReader);
  process.stderr.on('error', endWithReader);
  const [command = 'serve', ...rest] = argv;
  try {
    return await run(program, command, rest);
  } catch (error) {
    const faults = error instanceof Failure ? error.faults : [];
    if (faults.length === 0) complain(explanation(error));
    for (const { pointer, detail } of faults) complain(`${pointer}: ${detail}`);
    const makesNoSense = isUsageError(error) || faults.length > 0;
    if (makesNoSense) process.stderr.write('webdata: try webdata help, or the command with --help\n');
    return makesNoSense ? 2 : 1;
  }
}
