import { availableParallelism } from 'node:os';
import { createLoginVault } from '../../capabilities/sessions/logins/login-vault.ts';
import { createLoginRenewals } from '../../capabilities/workflows/renewal/create-login-renewals.ts';
import { deriveKey } from '../../domain/crypto/secret-keys.ts';
import { createPoliteRequest } from '../../fetching/stages/polite-request.ts';
import { createRobotsGate } from '../../fetching/stages/robots-gate.ts';
import { userAgent } from '../../fetching/user-agent.ts';
import { createContentThreads } from '../../runtime/threads/create-content-threads.ts';
import { createSsrfGuard } from '../../web/guard/ssrf-guard.ts';
import { listProtectedAddresses } from '../../web/guard-proxy/proxy-listener.ts';
import { createHttpClient } from '../../web/http/http-client.ts';
import type { ServiceContext } from '../app-context.ts';
import { version } from '../commands/version.ts';
import { composeBrowser } from './browser.ts';
import { composeExits } from './exits.ts';
import { composeOcr } from './ocr.ts';
import { composePoliteness } from './politeness.ts';

const contentTimeoutMs = 20_000;
const maxContentHeapMb = 512;

/** The parts of fetching that requests and jobs share. */
export type Fetching = ReturnType<typeof composeFetching>;

function openContentThreads(app: ServiceContext, stack: AsyncDisposableStack) {
  const threads = app.openContentThreads(() =>
    createContentThreads({
      module: app.contentModule,
      handlers: app.capabilities.flatMap(({ threadModule }) => threadModule ?? []),
      // One core is left to the main thread and the database. When pages queue up, as in a large crawl, the reserve thread
      // uses that core as well.
      threads: Math.max(1, availableParallelism() - 1),
      reserve: { threads: 1, afterMs: 60 },
      timeoutMs: contentTimeoutMs,
      maxOldGenerationMb: maxContentHeapMb,
      log: app.log,
    }),
  );
  stack.defer(() => threads.close());
  return threads;
}

/** Composes the saved logins and their renewal by workflows. */
function composeLogins({ database, clock, rootSecret }: ServiceContext) {
  const keys = { login: deriveKey(rootSecret, 'login'), run: deriveKey(rootSecret, 'run') };
  return {
    ...createLoginVault({ database, key: keys.login, clock }),
    ...createLoginRenewals({ database, keys, clock }),
  };
}

/** Opens everything between an address and a page: guard, HTTP client, politeness, exits, browsers, content threads. */
export function composeFetching(app: ServiceContext, stack: AsyncDisposableStack, ownPort: () => number) {
  const { settings, clock } = app;
  const threads = openContentThreads(app, stack);
  const guard = createSsrfGuard({
    allowNetworks: settings.allowNetworks,
    ownAddresses: () => [{ address: settings.host, port: ownPort() }, ...listProtectedAddresses()],
  });
  const http = createHttpClient({ guard, userAgent: userAgent(version, settings.contact) });
  stack.defer(() => http.close());
  const politeness = composePoliteness(app, guard, stack);
  const exits = composeExits(app, stack);
  return {
    guard,
    request: createPoliteRequest(http, politeness, clock),
    exits,
    robots: createRobotsGate(http, exits, clock),
    threads,
    ocr: composeOcr(app, maxContentHeapMb),
    ...composeBrowser(app, guard, politeness, stack),
    logins: composeLogins(app),
    clock,
    keepPagesMs: settings.keep.pages,
  };
}
