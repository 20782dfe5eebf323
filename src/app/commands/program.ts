import { type Environment, processEnvironment } from '../../config.ts';
import type { PublicJwk } from '../../domain/crypto/signature.ts';
import { Failure } from '../../domain/system/failure.ts';
import type { Program } from '../../interfaces/cli/program.ts';
import { readSecret } from '../../runtime/files/secret-files.ts';
import { listenForStop, untilAborted } from '../../runtime/stop-signal.ts';
import { reportToLauncher } from '../../runtime/watchdog/launcher-channel.ts';
import type { AppContext } from '../app-context.ts';
import type { RunningService } from '../service.ts';
import { userDataDirectory } from './known-directories.ts';
import {
  type CommandSettings,
  commandName,
  readCommandSettings,
  readServiceSettings,
  userShellOf,
} from './settings-source.ts';
import { startWhenPossible } from './start-when-possible.ts';
import { version } from './version.ts';

/**
 * Modules that commands load when they need them: loading all takes half a second, and invalid settings are reported before.
 * These are separate functions, since the compiler does not rewrite `import()` in a function with `await using`.
 */
const load = {
  service: () => import('../service.ts'),
  app: () => import('../app-context.ts'),
  operations: () => import('../operations/operations.ts'),
  calling: () => import('./open-caller.ts'),
  consoleLink: () => import('./console-link.ts'),
  backup: () => import('./backup.ts'),
  receipts: () => import('../../interfaces/cli/verify-receipt.ts'),
  rotation: () => import('./rotate-secret.ts'),
  async keys() {
    const { findDefaultAccount } = await import('../../account/accounts/accounts.ts');
    const { createKeyLocally } = await import('../../account/accounts/key-changes.ts');
    return { findDefaultAccount, makeKeyOnData: createKeyLocally };
  },
  doctor: () => import('./doctor.ts'),
  settings: () => import('./show-settings.ts'),
  announce: () => import('./announce-service.ts'),
  async mcpServer() {
    const { createMcpServerFactory } = await import('../../interfaces/mcp/mcp-server.ts');
    const { serveMcpOverStdio } = await import('../../interfaces/mcp/stdio.ts');
    const { withLocalFile } = await import('../../interfaces/read-local-file.ts');
    const { toFailure } = await import('../operations/to-failure.ts');
    const { findInstructions } = await import('../../page/safety/find-instructions.ts');
    const { parseToolsets } = await import('../../operations/tools/parse-toolsets.ts');
    return {
      createAgentServer: createMcpServerFactory,
      serveAgentOverStdio: serveMcpOverStdio,
      readLocalFile: withLocalFile,
      parseToolsets,
      toFailure,
      findInstructions,
    };
  },
};

/** Prints the address of the console; on the first start on a terminal, with the one-time link that signs in. */
async function printConsole(service: RunningService): Promise<void> {
  const link = process.stdout.isTTY ? await service.createSignInUrl() : null;
  const line = link === null ? service.url : `${link}   (signs in once, within an hour)`;
  process.stdout.write(`console    ${line}\n`);
}

function printStart(service: RunningService, settingsPath: string | null): void {
  const say = (line: string) => process.stdout.write(`${line}\n`);
  say(`webdata ${version}`);
  say(`data       ${service.dataDirectory}`);
  if (settingsPath !== null) say(`settings   ${settingsPath}, below environment variables`);
  say(`database   ${service.databaseKind}`);
  say(`browser    starts with the first page that needs one; "${commandName()} doctor" tests it`);
  if (service.notConfigured.length > 0)
    say(`not set    ${service.notConfigured.join(', ')} (docs/works-out-of-the-box.md)`);
  if (service.firstKey !== null) {
    const { token, path } = service.firstKey;
    say(process.stdout.isTTY ? `first key  ${token}   (stored in ${path})` : `first key  in ${path}`);
  }
  if (service.role === 'api') say('role       api: serves requests; workers do background work');
  if (service.role === 'worker') say('role       worker: works on jobs; serves only /livez and /readyz');
  say(`serving    ${service.url}`);
}

/** Runs the service until it is stopped. */
async function serve(environment: Environment | undefined): Promise<void> {
  const source = readServiceSettings(environment);
  const { settings } = source;
  if (!settings.restart) reportToLauncher('unsupervised');
  const stopSignal = listenForStop();
  const { startService } = await load.service();
  const service = await startWhenPossible(() => startService(settings, {}, stopSignal), {
    signal: stopSignal,
    onRetry: (reason) => process.stderr.write(`webdata: ${reason} The start is repeated.\n`),
  }).catch((error: unknown) => {
    // A cancelled start has undone its work.
    if (stopSignal.aborted) return null;
    throw error;
  });
  if (service === null) return;
  const { announceService } = await load.announce();
  const withdraw = await announceService(service, source);
  printStart(service, source.file?.path ?? null);
  if (service.role !== 'worker') await printConsole(service);
  reportToLauncher('serving');
  const reason = await Promise.race([untilAborted(stopSignal), service.lost]);
  reportToLauncher('stopping');
  await withdraw();
  await service.stop();
  process.stdout.write('stopped\n');
  if (reason instanceof Failure) throw reason;
}

/** Writes a notice of a command. Standard output contains only results. */
function notice(message: string): void {
  process.stderr.write(`webdata: ${message}\n`);
}

/** Runs `work` on the database of this data directory, whether or not the service runs. */
async function withAppContext<Result>(
  { settings }: CommandSettings,
  work: (app: AppContext, stack: AsyncDisposableStack) => Promise<Result>,
): Promise<Result> {
  const { openAppContext } = await load.app();
  await using stack = new AsyncDisposableStack();
  const startMode = { isReadOnly: true, cancelled: new AbortController().signal, onLost() {} };
  // Awaited here, since the stack is disposed when this function returns.
  return await work(await openAppContext({ ...settings, logLevel: 'warn' }, {}, stack, startMode), stack);
}

/** Creates a key of the default account. */
async function createKey(
  { database, clock }: AppContext,
  { name, operator }: { name: string; operator: boolean },
): Promise<string> {
  const { findDefaultAccount, makeKeyOnData } = await load.keys();
  const accountId = await findDefaultAccount(database);
  if (accountId === null)
    throw new Failure('not_found', 'there is no account yet. Start the service once to create it');
  const scopes = operator
    ? (['read', 'write', 'admin', 'operator'] as const)
    : (['read', 'write', 'admin'] as const);
  return (await makeKeyOnData(database, { accountId, name, scopes }, clock.now())).token;
}

async function serveMcp(
  source: () => CommandSettings,
  { tools, isStructured }: { tools: string | null; isStructured: boolean },
): Promise<void> {
  const stopSignal = listenForStop();
  const { createAgentServer, serveAgentOverStdio, parseToolsets, ...parts } = await load.mcpServer();
  const selection = { toolsets: parseToolsets(tools), isStructured };
  const { declareOperations } = await load.operations();
  const { openCaller } = await load.calling();
  const { settings } = source();
  await using open = await openCaller({ settings, interfaceName: 'mcp', onEmbedded: notice });
  const openServer = createAgentServer({
    registry: declareOperations(),
    version,
    ...parts,
  });
  await serveAgentOverStdio(openServer, open.caller, selection, stopSignal);
}

/** Creates the program for the command line. */
export function createProgram(environment?: Environment): Program {
  const source = () => readCommandSettings(environment, { onFound: notice });
  // Commands that explain the settings name what is wrong with them, and go on.
  const explainedSource = () =>
    readCommandSettings(environment, {
      onFound: notice,
      onUnknown: ({ message }) => notice(`${message}. The service does not start with it`),
    });
  // An MCP client starts the program in any folder, where no data belong.
  const agentSource = () =>
    readCommandSettings(environment, { fallback: userDataDirectory, onFound: notice });
  return {
    version,
    name: commandName(environment),
    environment: environment ?? processEnvironment,
    userShell: userShellOf(environment),
    serve: () => serve(environment),
    serveMcp: (options) => serveMcp(agentSource, options),
    operations: async () => (await load.operations()).declareOperations(),
    async openCaller(interfaceName) {
      const { settings } = source();
      return (await load.calling()).openCaller({ settings, interfaceName, onEmbedded: notice });
    },
    listenForStop,
    async describeSettings() {
      const found = explainedSource();
      return (await load.settings()).showSettings(found);
    },
    async writeSettingsFile() {
      const { settings } = source();
      return (await load.settings()).writeSettingsFile(settings.dataDir);
    },
    async doctor() {
      const found = explainedSource();
      for (const line of await (await load.settings()).findRestartNotes(found)) notice(line);
      const { testService, testHere } = await load.doctor();
      return (
        (await testService(found.settings)) ??
        (await withAppContext(found, (app, stack) => testHere(app, stack)))
      );
    },
    createKey: (options) => withAppContext(source(), (app) => createKey(app, options)),
    createConsoleLink: () =>
      withAppContext(source(), async (app) => (await load.consoleLink()).createConsoleLink(app)),
    async rotateSecret() {
      const { settings } = source();
      return (await load.rotation()).rotateSecret(settings);
    },
    writeBackup: (path, say) =>
      withAppContext(source(), async (app) => (await load.backup()).backUp(app, path, say)),
    async restore(path, say) {
      const { settings } = readServiceSettings(environment);
      await (await load.backup()).restore(settings, path, say);
    },
    async receiptKeys(): Promise<PublicJwk[]> {
      const { dataDir, remoteUrl } = source().settings;
      if (remoteUrl !== null) return (await load.receipts()).loadKeys(remoteUrl);
      const text = await readSecret(dataDir, 'receipt-keys.json');
      return text === null ? [] : (JSON.parse(text) as { keys: PublicJwk[] }).keys;
    },
  };
}
