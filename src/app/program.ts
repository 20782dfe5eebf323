import { findDefaultAccount } from '../account/accounts.ts';
import { makeKeyOnData } from '../account/key-changes.ts';
import { describeSettings, type Environment, readSettings } from '../config.ts';
import { Failure } from '../domain/failure.ts';
import type { PublicJwk } from '../domain/signature.ts';
import type { Program } from '../doors/cli/program.ts';
import { runChecks } from '../operations/check.ts';
import { openDataDirectory } from '../runtime/data-directory.ts';
import { readSecret } from '../runtime/secret-files.ts';
import { listenForStop, untilAborted } from '../runtime/stop-signal.ts';
import { backUp, restore } from './backup.ts';
import { openCaller } from './calling.ts';
import { trialsOf } from './checks.ts';
import { composeExits } from './exits.ts';
import { type Footing, openFooting } from './footing.ts';
import { composeModel } from './model.ts';
import { declareOperations } from './operations.ts';
import { rotateSecret } from './rotate-secret.ts';
import { composeSearch } from './search.ts';
import { type RunningService, startService } from './service.ts';
import { toFailure } from './to-failure.ts';
import { version } from './version.ts';

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
  await using stack = new AsyncDisposableStack();
  const settings = { ...readSettings(environment), logLevel: 'warn' as const };
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

/**
 * The way in for agents, whose library no other command needs. A function of its own: the compiler leaves `import()` as it
 * is in a function that holds `await using`.
 */
async function loadAgentDoor() {
  const { createAgentServer } = await import('../doors/mcp/agent-server.ts');
  const { serveAgentOverStdio } = await import('../doors/mcp/stdio.ts');
  return { createAgentServer, serveAgentOverStdio };
}

/** The program as the command line drives it. */
export function createProgram(environment?: Environment): Program {
  return {
    version,
    serve: () => serve(environment),
    async serveAgent() {
      const toldToStop = listenForStop();
      const { createAgentServer, serveAgentOverStdio } = await loadAgentDoor();
      await using open = await openCaller(environment, 'mcp');
      const openServer = createAgentServer({ registry: declareOperations(), version, toFailure });
      await serveAgentOverStdio(openServer, open.caller, toldToStop);
    },
    operations: declareOperations,
    openCaller: (door) => openCaller(environment, door),
    listenForStop,
    describeSettings: () => describeSettings(environment),
    doctor: () =>
      withFooting(environment, async (footing, stack) => {
        composeModel(footing, stack);
        composeSearch(footing, stack);
        return await runChecks(trialsOf(footing, composeExits(footing, stack)));
      }),
    createKey: ({ name, operator }) =>
      withFooting(environment, async (footing) => {
        const { database, clock } = footing;
        const accountId = await findDefaultAccount(database);
        if (accountId === null)
          throw new Failure('not_found', 'there is no account yet: start the service once');
        const scopes = operator
          ? (['read', 'write', 'admin', 'operator'] as const)
          : (['read', 'write', 'admin'] as const);
        return (await makeKeyOnData(database, { accountId, name, scopes }, clock.now())).token;
      }),
    rotateSecret: () => rotateSecret(readSettings(environment)),
    backUp: (path, say) => withFooting(environment, (footing) => backUp(footing, path, say)),
    restore: (path, say) => restore(readSettings(environment), path, say),
    async receiptKeys(): Promise<PublicJwk[]> {
      const directory = await openDataDirectory(readSettings(environment).dataDir);
      const text = await readSecret(directory.path, 'receipt-keys.json').catch(() => null);
      return text === null ? [] : (JSON.parse(text) as { keys: PublicJwk[] }).keys;
    },
  };
}
