import { describeSettings, type Environment, readSettings } from '../config.ts';
import { Failure } from '../domain/failure.ts';
import type { PublicJwk } from '../domain/signature.ts';
import type { Program } from '../doors/cli/program.ts';
import { openDataDirectory } from '../runtime/data-directory.ts';
import { readSecret } from '../runtime/secret-files.ts';
import { listenForStop, untilAborted } from '../runtime/stop-signal.ts';
import type { Footing } from './footing.ts';
import type { RunningService } from './service.ts';
import { version } from './version.ts';

/**
 * What commands need, loaded when one does: all of the product takes half a second, and a setting that makes no sense is told
 * before. Functions of their own, since the compiler leaves `import()` as it is in one that holds `await using`.
 */
const load = {
  service: () => import('./service.ts'),
  footing: () => import('./footing.ts'),
  operations: () => import('./operations.ts'),
  calling: () => import('./calling.ts'),
  backup: () => import('./backup.ts'),
  rotation: () => import('./rotate-secret.ts'),
  async keys() {
    const { findDefaultAccount } = await import('../account/accounts.ts');
    const { makeKeyOnData } = await import('../account/key-changes.ts');
    return { findDefaultAccount, makeKeyOnData };
  },
  async checks() {
    const { composeModel } = await import('./model.ts');
    const { composeSearch } = await import('./search.ts');
    const { composeExits } = await import('./exits.ts');
    const { trialsOf } = await import('./checks.ts');
    const { runChecks } = await import('../operations/check.ts');
    return { composeModel, composeSearch, composeExits, trialsOf, runChecks };
  },
  async agentDoor() {
    const { createAgentServer } = await import('../doors/mcp/agent-server.ts');
    const { serveAgentOverStdio } = await import('../doors/mcp/stdio.ts');
    const { toFailure } = await import('./to-failure.ts');
    return { createAgentServer, serveAgentOverStdio, toFailure };
  },
};

function introduce(service: RunningService): void {
  const say = (line: string) => process.stdout.write(`${line}\n`);
  say(`webdata ${version}`);
  say(`data       ${service.dataDirectory}`);
  say(`database   ${service.databaseKind}`);
  say('browser    looked for when a page needs one; doctor tells which');
  if (service.firstKey !== null) {
    const { token, path } = service.firstKey;
    say(process.stdout.isTTY ? `first key  ${token}   (kept in ${path})` : `first key  in ${path}`);
  }
  if (service.role === 'api') say('role       api: serves, and leaves background work to workers');
  if (service.role === 'worker') say('role       worker: serves /livez and /readyz alone');
  say(`serving    ${service.url}`);
}

async function serve(environment: Environment | undefined): Promise<void> {
  const settings = readSettings(environment);
  const toldToStop = listenForStop();
  const { startService } = await load.service();
  const service = await startService(settings, {}, toldToStop).catch((error: unknown) => {
    // A start that was called off has undone what it did.
    if (toldToStop.aborted) return null;
    throw error;
  });
  if (service === null) return;
  introduce(service);
  const reason = await Promise.race([untilAborted(toldToStop), service.lost]);
  await service.stop();
  if (reason instanceof Failure) throw reason;
}

/** Runs `work` on the database of this data directory, be the service running or not. */
async function withFooting<Result>(
  environment: Environment | undefined,
  work: (footing: Footing, stack: AsyncDisposableStack) => Promise<Result>,
): Promise<Result> {
  const settings = { ...readSettings(environment), logLevel: 'warn' as const };
  const { openFooting } = await load.footing();
  await using stack = new AsyncDisposableStack();
  // Awaited here: the stack is taken down as soon as this function returns.
  return await work(
    await openFooting(settings, {}, stack, {
      isVisitor: true,
      calledOff: new AbortController().signal,
      onLost() {},
    }),
    stack,
  );
}

/** The program as the command line drives it. */
export function createProgram(environment?: Environment): Program {
  return {
    version,
    serve: () => serve(environment),
    async serveAgent() {
      const toldToStop = listenForStop();
      const { createAgentServer, serveAgentOverStdio, toFailure } = await load.agentDoor();
      const { declareOperations } = await load.operations();
      const { openCaller } = await load.calling();
      await using open = await openCaller(environment, 'mcp');
      const openServer = createAgentServer({ registry: declareOperations(), version, toFailure });
      await serveAgentOverStdio(openServer, open.caller, toldToStop);
    },
    operations: async () => (await load.operations()).declareOperations(),
    openCaller: async (door) => (await load.calling()).openCaller(environment, door),
    listenForStop,
    describeSettings: () => describeSettings(environment),
    doctor: () =>
      withFooting(environment, async (footing, stack) => {
        const { composeModel, composeSearch, composeExits, trialsOf, runChecks } = await load.checks();
        composeModel(footing, stack);
        composeSearch(footing, stack);
        return await runChecks(trialsOf(footing, composeExits(footing, stack)));
      }),
    createKey: ({ name, operator }) =>
      withFooting(environment, async (footing) => {
        const { findDefaultAccount, makeKeyOnData } = await load.keys();
        const { database, clock } = footing;
        const accountId = await findDefaultAccount(database);
        if (accountId === null)
          throw new Failure('not_found', 'there is no account yet: start the service once');
        const scopes = operator
          ? (['read', 'write', 'admin', 'operator'] as const)
          : (['read', 'write', 'admin'] as const);
        return (await makeKeyOnData(database, { accountId, name, scopes }, clock.now())).token;
      }),
    async rotateSecret() {
      const settings = readSettings(environment);
      return (await load.rotation()).rotateSecret(settings);
    },
    backUp: (path, say) =>
      withFooting(environment, async (footing) => (await load.backup()).backUp(footing, path, say)),
    async restore(path, say) {
      const settings = readSettings(environment);
      await (await load.backup()).restore(settings, path, say);
    },
    async receiptKeys(): Promise<PublicJwk[]> {
      const directory = await openDataDirectory(readSettings(environment).dataDir);
      const text = await readSecret(directory.path, 'receipt-keys.json').catch(() => null);
      return text === null ? [] : (JSON.parse(text) as { keys: PublicJwk[] }).keys;
    },
  };
}
