import { describeSettings, type Environment, readSettings } from '../../config.ts';
import type { PublicJwk } from '../../domain/crypto/signature.ts';
import { Failure } from '../../domain/system/failure.ts';
import type { Program } from '../../interfaces/cli/program.ts';
import { openDataDirectory } from '../../runtime/files/data-directory.ts';
import { readSecret } from '../../runtime/files/secret-files.ts';
import { listenForStop, untilAborted } from '../../runtime/stop-signal.ts';
import { reportToLauncher } from '../../runtime/watchdog/launcher-channel.ts';
import type { AppContext } from '../app-context.ts';
import type { RunningService } from '../service.ts';
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
  calling: () => import('./open-client.ts'),
  consoleLink: () => import('./console-link.ts'),
  backup: () => import('./backup.ts'),
  rotation: () => import('./rotate-secret.ts'),
  async keys() {
    const { findDefaultAccount } = await import('../../account/accounts/accounts.ts');
    const { createKeyLocally } = await import('../../account/accounts/key-changes.ts');
    return { findDefaultAccount, makeKeyOnData: createKeyLocally };
  },
  async checks() {
    const { composeModel } = await import('../composition/model.ts');
    const { composeSearch } = await import('../composition/search.ts');
    const { composeExits } = await import('../composition/exits.ts');
    const { doctorChecksOf } = await import('./checks.ts');
    const { runChecks } = await import('../../operations/check.ts');
    return { composeModel, composeSearch, composeExits, doctorChecksOf, runChecks };
  },
  async mcpServer() {
    const { createMcpServerFactory } = await import('../../interfaces/mcp/mcp-server.ts');
    const { serveMcpOverStdio } = await import('../../interfaces/mcp/stdio.ts');
    const { toFailure } = await import('../operations/to-failure.ts');
    const { parseToolsets } = await import('../../interfaces/mcp/tools/parse-selection.ts');
    return {
      createAgentServer: createMcpServerFactory,
      serveAgentOverStdio: serveMcpOverStdio,
      parseToolsets,
      toFailure,
    };
  },
};

/** Prints the address of the console; on the first start on a terminal, with the one-time link that signs in. */
async function printConsole(service: RunningService): Promise<void> {
  const link = process.stdout.isTTY ? await service.createSignInUrl() : null;
  const line = link === null ? service.url : `${link}   (signs in once, within an hour)`;
  process.stdout.write(`console    ${line}\n`);
}

function printStart(service: RunningService): void {
  const say = (line: string) => process.stdout.write(`${line}\n`);
  say(`webdata ${version}`);
  say(`data       ${service.dataDirectory}`);
  say(`database   ${service.databaseKind}`);
  say('browser    found when a page needs one; webdata doctor shows it');
  if (service.firstKey !== null) {
    const { token, path } = service.firstKey;
    say(process.stdout.isTTY ? `first key  ${token}   (stored in ${path})` : `first key  in ${path}`);
  }
  if (service.role === 'api') say('role       api: serves requests; workers do background work');
  if (service.role === 'worker') say('role       worker: works on jobs; serves only /livez and /readyz');
  say(`serving    ${service.url}`);
}

async function serve(environment: Environment | undefined): Promise<void> {
  const settings = readSettings(environment);
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
  printStart(service);
  if (service.role !== 'worker') await printConsole(service);
  reportToLauncher('serving');
  const reason = await Promise.race([untilAborted(stopSignal), service.lost]);
  reportToLauncher('stopping');
  await service.stop();
  if (reason instanceof Failure) throw reason;
}

/** Runs `work` on the database of this data directory, whether or not the service runs. */
async function withAppContext<Result>(
  environment: Environment | undefined,
  work: (app: AppContext, stack: AsyncDisposableStack) => Promise<Result>,
): Promise<Result> {
  const settings = { ...readSettings(environment), logLevel: 'warn' as const };
  const { openAppContext } = await load.app();
  await using stack = new AsyncDisposableStack();
  // Awaited here, since the stack is disposed when this function returns.
  return await work(
    await openAppContext(settings, {}, stack, {
      isReadOnly: true,
      cancelled: new AbortController().signal,
      onLost() {},
    }),
    stack,
  );
}

/** Creates the program for the command line. */
export function createProgram(environment?: Environment): Program {
  return {
    version,
    serve: () => serve(environment),
    async serveMcp({ tools, isStructured }) {
      const stopSignal = listenForStop();
      const { createAgentServer, serveAgentOverStdio, parseToolsets, toFailure } = await load.mcpServer();
      const selection = { toolsets: parseToolsets(tools), isStructured };
      const { declareOperations } = await load.operations();
      const { openCaller } = await load.calling();
      await using open = await openCaller(environment, 'mcp');
      const openServer = createAgentServer({ registry: declareOperations(), version, toFailure });
      await serveAgentOverStdio(openServer, open.caller, selection, stopSignal);
    },
    operations: async () => (await load.operations()).declareOperations(),
    openCaller: async (interfaceName) => (await load.calling()).openCaller(environment, interfaceName),
    listenForStop,
    describeSettings: () => describeSettings(environment),
    doctor: () =>
      withAppContext(environment, async (app, stack) => {
        const { composeModel, composeSearch, composeExits, doctorChecksOf, runChecks } = await load.checks();
        composeModel(app, stack);
        composeSearch(app, stack);
        return await runChecks(doctorChecksOf(app, composeExits(app, stack)));
      }),
    createKey: ({ name, operator }) =>
      withAppContext(environment, async (app) => {
        const { findDefaultAccount, makeKeyOnData } = await load.keys();
        const { database, clock } = app;
        const accountId = await findDefaultAccount(database);
        if (accountId === null)
          throw new Failure('not_found', 'there is no account yet. Start the service once to create it');
        const scopes = operator
          ? (['read', 'write', 'admin', 'operator'] as const)
          : (['read', 'write', 'admin'] as const);
        return (await makeKeyOnData(database, { accountId, name, scopes }, clock.now())).token;
      }),
    createConsoleLink: () =>
      withAppContext(environment, async (app) => (await load.consoleLink()).createConsoleLink(app)),
    async rotateSecret() {
      const settings = readSettings(environment);
      return (await load.rotation()).rotateSecret(settings);
    },
    writeBackup: (path, say) =>
      withAppContext(environment, async (app) => (await load.backup()).backUp(app, path, say)),
    async restore(path, say) {
      const settings = readSettings(environment);
      await (await load.backup()).restore(settings, path, say);
    },
    async receiptKeys(): Promise<PublicJwk[]> {
      const directory = await openDataDirectory(readSettings(environment).dataDir);
      const text = await readSecret(directory.path, 'receipt-keys.json');
      return text === null ? [] : (JSON.parse(text) as { keys: PublicJwk[] }).keys;
    },
  };
}
