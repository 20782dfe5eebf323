import { Argument, type Command } from 'commander';
import type { Check } from '../../operations/check.ts';
import { builtInExamples } from './built-in-examples.ts';
import type { Shell } from './completion.ts';
import type { ExitCode } from './exit-code.ts';
import { operatorGroup, setExamples } from './help-format.ts';
import { openJsonQuery } from './json-query.ts';
import type { Program } from './program.ts';

import { UsageError } from './usage-error.ts';

/** Sets the exit code of the command that ran. */
export type EndCommand = (code: ExitCode) => void;

function writeLine(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** Writes a line to standard error, after the name of the program. */
export function writeError(line: string): void {
  process.stderr.write(`webdata: ${line}\n`);
}

type Diagnosis = Awaited<ReturnType<Program['doctor']>>;

const statusTexts: Readonly<Partial<Record<Check['status'], string>>> = {
  not_configured: 'not configured',
  not_tested: 'not tested',
  unreachable: 'optional, unreachable',
};

/** Returns the names of the parts that do not work, and are required or configured. */
function findFailed({ report: { checks } }: Pick<Diagnosis, 'report'>): string[] {
  return Object.keys(checks).filter((name) => checks[name]?.status === 'unavailable');
}

/** Prints whose parts were tested, the state of each, and what follows. */
function writeChecks({ subject, report: { checks } }: Diagnosis): ExitCode {
  const rows = Object.entries(checks).map(([name, { status, detail }]) => ({
    name,
    status: statusTexts[status] ?? status,
    detail: detail ?? '',
  }));
  const width = (column: 'name' | 'status') => Math.max(...rows.map((row) => row[column].length));
  const [names, statuses] = [width('name'), width('status')];
  writeLine(`tested: ${subject}`);
  for (const { name, status, detail } of rows)
    writeLine(`${name.padEnd(names)}  ${status.padEnd(statuses)}  ${detail}`.trimEnd());
  const failed = findFailed({ report: { checks } });
  writeLine(failed.length === 0 ? 'ready' : `not ready: ${failed.join(', ')}`);
  return failed.length === 0 ? 0 : 1;
}

async function verify(program: Program, path: string, keySource: string | undefined): Promise<ExitCode> {
  const { loadKeys, verificationLines, verifyFile } = await import('./verify-receipt.ts');
  const receiptKeys = keySource === undefined ? await program.receiptKeys() : await loadKeys(keySource);
  if (receiptKeys.length === 0) {
    writeError('no receipt keys are available; pass a file or the URL of a service with --keys');
    return 1;
  }
  const verified = await verifyFile(path, receiptKeys);
  for (const one of verified) verificationLines(one).forEach(writeLine);
  return verified.every(({ valid }) => valid) ? 0 : 1;
}

/** Adds a command whose help shows `usage` after its name. */
function addCommand(root: Command, name: string, usage = '[flags]'): Command {
  return root.command(name).usage(usage).optionsGroup('Flags:');
}

function addServiceCommands(root: Command, program: Program, end: EndCommand): void {
  const serve = addCommand(root, 'serve')
    .summary('Start the service and run until stopped; the default command')
    .description(
      'Starts the service and runs until stopped. Settings are environment variables, and the lines of the file .env in the data directory ("config init" writes it).',
    )
    .allowUnknownOption()
    .allowExcessArguments();
  serve.action(async () => {
    const [word] = serve.args;
    if (word !== undefined)
      throw new UsageError(
        `serve takes no argument "${word}"; settings are environment variables, such as PORT=9000`,
      );
    await program.serve();
  });
  addConfigCommand(root, program);
  addCommand(root, 'doctor')
    .summary('Test each part of the service')
    .description(
      'Tests each part of the running service with real requests, or else the parts of this data directory with the settings of this shell. Exit code 1 if a required or configured part does not work.',
    )
    .option('--json', 'Print the report as JSON')
    .option('--jq <expression>', 'Print what an expression in the language of jq selects from the report')
    .action(async ({ json, jq }: { json?: true; jq?: string }) => {
      await using query = jq === undefined ? null : await openJsonQuery(jq, program.listenForStop());
      const diagnosis = await program.doctor();
      if (json !== true && query === null) return end(writeChecks(diagnosis));
      if (query === null) writeLine(JSON.stringify(diagnosis.report, null, 2));
      else process.stdout.write(await query.apply(diagnosis.report));
      end(findFailed(diagnosis).length === 0 ? 0 : 1);
    });
  addCommand(root, 'mcp')
    .description('Serve one MCP client over standard input and output')
    .option('--tools <toolsets>', 'List only these toolsets: read, extract, keep, act, separated by commas')
    .option('--structured', 'List output schemas, and answer with complete structured content as well')
    .action((options: { tools?: string; structured?: true }) =>
      program.serveMcp({ tools: options.tools ?? null, isStructured: options.structured === true }),
    );
}

function addConfigCommand(root: Command, program: Program): void {
  addCommand(root, 'config', '[init]')
    .summary('Print the settings, or write a settings file')
    .description(
      'Prints the settings of the running service, or else those of this shell, without secrets. "config init" writes the file .env with every setting as a comment into the data directory. Environment variables have precedence over the file.',
    )
    .addArgument(new Argument('[ACTION]').choices(['init']))
    .action(async (action: 'init' | undefined) => {
      if (action === undefined) (await program.describeSettings()).forEach(writeLine);
      else writeLine(`wrote ${await program.writeSettingsFile()}: edit it, then start the service`);
    });
}

async function printConsoleLink(program: Program): Promise<void> {
  const { url, isServed } = await program.createConsoleLink();
  writeLine(url);
  // Standard output contains only the link, so that scripts can pass it on.
  process.stderr.write('The link signs in once, within an hour. Treat it like a key.\n');
  if (!isServed) writeError(`no service answers at this address yet; start it with "${program.name} serve"`);
}

function addSecretCommands(root: Command, program: Program, end: EndCommand): void {
  addCommand(root, 'keys', 'create [flags]')
    .summary('Create a key in this data directory')
    .description(
      'Creates a key in this data directory. Use list-keys, create-key, rotate-key and revoke-key for the keys of a running service.',
    )
    .addArgument(new Argument('<ACTION>').choices(['create']))
    .option('--operator', 'Allow the key to do the work of the operator')
    .option('--name <text>', 'Name of the key', 'created on the command line')
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
    .argument('<FILE>', 'Response with receipts, as JSON; - reads standard input')
    .option(
      '--keys <source>',
      'File with the public keys, or URL of a service (default: the service at WEBDATA_URL, otherwise the keys of this data directory)',
    )
    .action(async (path: string, options: { keys?: string }) =>
      end(await verify(program, path, options.keys)),
    );
}

function addBackupCommands(root: Command, program: Program): void {
  addCommand(root, 'backup', 'FILE')
    .summary('Write a backup into one file; the service can be running')
    .description(
      'Writes database, files and secrets into one file, also while the service runs. Protect the file like the data directory. "restore" reads it.',
    )
    .argument('<FILE>', 'Path of the new file, such as webdata.backup')
    .action((path: string) => program.writeBackup(path, writeLine));
  addCommand(root, 'restore', 'FILE')
    .summary('Restore a backup into an empty data directory or database')
    .description(
      'Restores a backup into an empty DATA_DIR, or into the empty database of DATABASE_URL. Checks the whole file before it writes anything.',
    )
    .argument('<FILE>', 'File that "backup" wrote')
    .action((path: string) => program.restore(path, writeLine));
}

function addInformationCommands(root: Command, program: Program): void {
  addCommand(root, 'completion', 'bash|zsh|fish|install')
    .summary('Print or install shell completion')
    .description(
      'Prints a completion script for a shell. "completion install" installs it for the shell of this user ($SHELL).',
    )
    .addArgument(new Argument('<SHELL>').choices(['bash', 'zsh', 'fish', 'install']))
    .action(async (shell: Shell | 'install') => {
      const { completionScript } = await import('./completion.ts');
      if (shell !== 'install') {
        process.stdout.write(completionScript(root, shell));
        return;
      }
      const { installCompletion } = await import('./install-completion.ts');
      for (const line of await installCompletion(program.userShell, (one) => completionScript(root, one)))
        writeLine(line);
    });
  addCommand(root, 'version')
    .description('Print the version')
    .action(() => writeLine(program.version));
}

/** Adds the commands that are not operations. */
export function addBuiltInCommands(root: Command, program: Program, end: EndCommand): void {
  root.commandsGroup(operatorGroup).helpCommand('help [COMMAND]', 'Explain a command');
  addServiceCommands(root, program, end);
  addSecretCommands(root, program, end);
  addBackupCommands(root, program);
  addInformationCommands(root, program);
  setExamples(root, builtInExamples[''] ?? []);
  for (const command of root.commands) setExamples(command, builtInExamples[command.name()] ?? []);
}
