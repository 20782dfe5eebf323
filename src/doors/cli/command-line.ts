import { parseArgs } from 'node:util';
import { messageOf } from '../../domain/failure.ts';
import type { Program } from './program.ts';
import { loadKeys, verifyFile } from './verify-receipt.ts';

const usage = `webdata: a self-hosted web data service

  webdata [serve]                      serve until stopped
  webdata config                       print the effective settings, secrets hidden
  webdata doctor                       say what works
  webdata keys create [--operator] [--name NAME]
                                       make a key on this data directory
  webdata verify FILE [--keys SOURCE]  check the receipts in a file offline; SOURCE is a file or
                                       the address of a service, by default this data directory
  webdata backup FILE                  write everything into one file; the service may run
  webdata restore FILE                 bring a backup into an empty data directory or database
  webdata help | version
`;

/** Exit codes: 0 it went well, 1 it did not, 2 the command makes no sense. */
type ExitCode = 0 | 1 | 2;

/** A command that makes no sense; its message says why. */
class UsageError extends Error {
  override readonly name = 'UsageError';
}

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
    throw new UsageError('keys knows one action: create');
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

/** Runs one command; the program is composed only as far as the command needs it. */
async function run(program: Program, command: string, rest: string[]): Promise<ExitCode> {
  switch (command) {
    case 'serve':
      await program.serve();
      return 0;
    case 'config':
      for (const line of program.describeSettings()) say(line);
      return 0;
    case 'doctor':
      return doctor(program);
    case 'keys':
      return keys(program, rest);
    case 'verify':
      return verify(program, rest);
    case 'backup':
      await program.backUp(onlyFile(command, rest), say);
      return 0;
    case 'restore':
      await program.restore(onlyFile(command, rest), say);
      return 0;
    case 'version':
    case '--version':
      say(program.version);
      return 0;
    case 'help':
    case '--help':
    case '-h':
      process.stdout.write(usage);
      return 0;
    default:
      throw new UsageError(`there is no command "${command}"`);
  }
}

function isUsageError(error: unknown): boolean {
  const code = (error as { code?: unknown }).code;
  return error instanceof UsageError || (typeof code === 'string' && code.startsWith('ERR_PARSE_ARGS'));
}

/** Whoever reads our output may stop reading (`| head`): that is no failure. */
function endWithReader(error: NodeJS.ErrnoException): void {
  if (error.code === 'EPIPE') process.exit(0);
  throw error;
}

/** The command line: one line on standard error for whatever goes wrong, and an exit code. */
export async function runCommandLine(argv: readonly string[], program: Program): Promise<ExitCode> {
  process.stdout.on('error', endWithReader);
  const [command = 'serve', ...rest] = argv;
  try {
    return await run(program, command, rest);
  } catch (error) {
    complain(messageOf(error));
    if (isUsageError(error)) process.stderr.write(`\n${usage}`);
    return isUsageError(error) ? 2 : 1;
  }
}
