import { Argument, type Command } from 'commander';
import type { Check } from '../../operations/check.ts';
import type { Program } from './program.ts';
import { UsageError } from './usage-error.ts';

/** Exit codes: 0 success, 1 failure, 2 usage error, 3 a page is not `ok` or a job failed. */
export type ExitCode = 0 | 1 | 2 | 3;

/** Sets the exit code of the command that ran. */
export type EndCommand = (code: ExitCode) => void;

function writeLine(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** Writes a line to standard error, after the name of the program. */
export function writeError(line: string): void {
  process.stderr.write(`webdata: ${line}\n`);
}

function writeChecks(checks: Record<string, Check>): ExitCode {
  const results = Object.entries(checks);
  const width = Math.max(...results.map(([name]) => name.length));
  for (const [name, { status, detail }] of results) {
    writeLine(`${name.padEnd(width)}  ${status.replaceAll('_', ' ').padEnd(14)}  ${detail ?? ''}`.trimEnd());
  }
  return results.some(([, { status }]) => status === 'unavailable') ? 1 : 0;
}

async function verify(program: Program, path: string, keySource: string | undefined): Promise<ExitCode> {
  const { loadKeys, verifyFile } = await import('./verify-receipt.ts');
  const receiptKeys = keySource === undefined ? await program.receiptKeys() : await loadKeys(keySource);
  if (receiptKeys.length === 0) {
    writeError('no receipt keys are available; pass a file or the URL of a service with --keys');
    return 1;
  }
  const verified = await verifyFile(path, receiptKeys);
  for (const { id, verification } of verified) {
    writeLine(
      verification.valid
        ? `${id}  valid, signed by ${verification.kid}`
        : `${id}  NOT VALID: ${verification.reason}`,
    );
  }
  return verified.every(({ verification }) => verification.valid) ? 0 : 1;
}

/** Adds a command whose help shows `usage` after its name. */
function addCommand(root: Command, name: string, usage = '[flags]'): Command {
  return root.command(name).usage(usage).optionsGroup('Flags:');
}

function addServiceCommands(root: Command, program: Program, end: EndCommand): void {
  const serve = addCommand(root, 'serve')
    .summary('Start the service and run until stopped; the default command')
    .description('Starts the service and runs until stopped. Settings are environment variables.')
    .allowUnknownOption()
    .allowExcessArguments();
  serve.action(async () => {
    const [word] = serve.args;
    if (word !== undefined)
      throw new UsageError(`serve takes no argument "${word}"; settings are environment variables`);
    await program.serve();
  });
  addCommand(root, 'config')
    .description('Print the effective settings without secrets')
    .action(() => program.describeSettings().forEach(writeLine));
  addCommand(root, 'doctor')
    .description('Check each part of the service')
    .action(async () => end(writeChecks(await program.doctor())));
  addCommand(root, 'mcp')
    .description('Serve one MCP client over standard input and output')
    .option('--tools <toolsets>', 'list only these toolsets: read, extract, keep, act, separated by commas')
    .option('--structured', 'list output schemas, and answer with complete structured content as well')
    .action((options: { tools?: string; structured?: true }) =>
      program.serveMcp({ tools: options.tools ?? null, isStructured: options.structured === true }),
    );
}

async function printConsoleLink(program: Program): Promise<void> {
  const { url, isServed } = await program.createConsoleLink();
  writeLine(url);
  // Standard output contains only the link, so that scripts can pass it on.
  process.stderr.write('The link signs in once, within an hour. Treat it like a key.\n');
  if (!isServed) writeError('no service answers at this address yet; start it with "webdata serve"');
}

function addSecretCommands(root: Command, program: Program, end: EndCommand): void {
  addCommand(root, 'keys', 'create [flags]')
    .summary('Create a key in this data directory')
    .description(
      'Creates a key in this data directory. Use list-keys, create-key, rotate-key and revoke-key for the keys of a running service.',
    )
    .addArgument(new Argument('<ACTION>').choices(['create']))
    .option('--operator', 'allow the key to do the work of the operator')
    .option('--name <text>', 'name of the key', 'created on the command line')
    .action(async (_action: string, options: { operator?: true; name: string }) =>
      writeLine(await program.createKey({ name: options.name, operator: options.operator === true })),
    );
  addCommand(root, 'console')
    .summary('Print a one-time link that signs in to the console')
    .description(
      'Prints a link to the console of this data directory that signs a browser in once, within an hour, with WEBDATA_KEY or the first key.',
    )
    .action(() => printConsoleLink(program));
  addCommand(root, 'secret', 'rotate')
    .description('Replace the root secret; stop the service first')
    .addArgument(new Argument('<ACTION>').choices(['rotate']))
    .action(async () => (await program.rotateSecret()).forEach(writeLine));
  addCommand(root, 'verify', 'FILE [flags]')
    .description('Verify the receipts in a file offline')
    .argument('<FILE>')
    .option(
      '--keys <source>',
      'file with the public keys, or URL of a service (default: the keys of this data directory)',
    )
    .action(async (path: string, options: { keys?: string }) =>
      end(await verify(program, path, options.keys)),
    );
}

function addBackupCommands(root: Command, program: Program): void {
  addCommand(root, 'backup', 'FILE')
    .description('Write a backup into one file; the service can be running')
    .argument('<FILE>')
    .action((path: string) => program.writeBackup(path, writeLine));
  addCommand(root, 'restore', 'FILE')
    .description('Restore a backup into an empty data directory or database')
    .argument('<FILE>')
    .action((path: string) => program.restore(path, writeLine));
}

function addInformationCommands(root: Command, program: Program): void {
  addCommand(root, 'completion', 'bash|zsh|fish')
    .description('Print a shell completion script')
    .addArgument(new Argument('<SHELL>').choices(['bash', 'zsh', 'fish']))
    .action(async (shell: 'bash' | 'zsh' | 'fish') => {
      const { completionScript } = await import('./completion.ts');
      process.stdout.write(completionScript(root, shell));
    });
  addCommand(root, 'version')
    .description('Print the version')
    .action(() => writeLine(program.version));
}

/** Adds the commands that are not operations. */
export function addBuiltInCommands(root: Command, program: Program, end: EndCommand): void {
  root.commandsGroup('Commands of the operator:').helpCommand('help [COMMAND]', 'Explain a command');
  addServiceCommands(root, program, end);
  addSecretCommands(root, program, end);
  addBackupCommands(root, program);
  addInformationCommands(root, program);
}
