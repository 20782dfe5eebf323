import { createReservations } from '../../account/credits/reservations.ts';
import type { CapabilityPorts } from '../../capabilities/capability.ts';
import { createValuePorts } from '../../capabilities/extract/value-ports.ts';
import { createBrowserPorts } from '../../capabilities/sessions/lifecycle/create-browser-ports.ts';
import { createSessions, type Sessions } from '../../capabilities/sessions/lifecycle/create-sessions.ts';
import { createSemaphore } from '../../domain/system/semaphore.ts';
import { createResourceFetcher } from '../../fetching/fetch-resource.ts';
import { createTargetCheck } from '../../fetching/target-check.ts';
import { createJobSignals } from '../../jobs/records/job-signals.ts';
import type { ServiceContext } from '../app-context.ts';
import { doctorChecksOf, healthChecksOf } from '../commands/checks.ts';
import { version } from '../commands/version.ts';
import { composeArchives } from '../composition/archives.ts';
import { lacksBrowser } from '../composition/browser.ts';
import type { Fetching } from '../composition/fetching.ts';
import { describeMissingParts } from '../composition/missing-parts.ts';
import { composeModel } from '../composition/model.ts';
import { composePagePipeline } from '../composition/page-pipeline.ts';
import { internalUrl } from '../composition/process-calls.ts';
import { composeRates } from '../composition/rates.ts';
import { composeSearch } from '../composition/search.ts';
import type { Crashes } from '../crashes.ts';
import { toFailure } from './to-failure.ts';

/** Maximum number of pages that this process fetches for requests at once. */
const maxPages = 64;
/** Maximum number of sitemaps in memory, each of up to 50 MB. */
const maxFiles = 8;

/** The ports of requests, and the sessions of this process. */
export interface RequestPorts {
  ports: CapabilityPorts;
  sessions: Sessions;
}

/** Opens the ports with which operations do their work; the stack closes them. */
export function composePorts(
  app: ServiceContext,
  fetching: Fetching,
  crashes: Pick<Crashes, 'guard'>,
  ownPort: () => number,
  stack: AsyncDisposableStack,
): RequestPorts {
  const { clock, log, database, connection } = app;
  const { guard, threads, exits, logins, robots, control } = fetching;
  const reservations = createReservations({ database, clock, log });
  stack.defer(() => reservations.close());
  const signals = createJobSignals({ connection, log });
  stack.defer(() => signals.close());
  const models = composeModel(app, stack);
  app.stored.watch(stack);
  const findModel = () => models.find();
  const values = createValuePorts({ database, clock, threads, findModel });
  const search = composeSearch(app, stack);
  const { addValues, ...pipeline } = composePagePipeline(app, { fetching, crashes, values, maxPages });
  const targets = createTargetCheck({
    guard,
    checkLogin: (accountId, loginId, urls) => logins.check(accountId, loginId, urls),
  });
  const browserPorts = createBrowserPorts({ ...app, ...control, exits, logins, threads, addValues });
  const sessions = createSessions({
    ...app,
    browserPorts,
    targets,
    reservations,
    toFailure,
    address: () => internalUrl(app.settings, ownPort()),
  });
  stack.defer(() => sessions.stop());
  const ports: CapabilityPorts = {
    ...app,
    version,
    ...pipeline,
    fetchResource: createResourceFetcher({ ...fetching, slots: createSemaphore(maxFiles) }),
    exits,
    robots,
    targets,
    reservations,
    threads,
    signals,
    findModel,
    missingParts: () => describeMissingParts(app.settings, findModel() !== null, !lacksBrowser(app)),
    modelSettings: models.settings,
    serviceSettings: { ...app.live, refresh: () => app.stored.refresh() },
    requestSubjects: app.capabilities.flatMap(({ requestSubject }) => requestSubject ?? []),
    values,
    search,
    archives: composeArchives(app, stack),
    rates: composeRates(app, stack),
    logins,
    browserPorts,
    sessions: sessions.ports,
    checks: () => healthChecksOf(app, exits),
    doctorChecks: () => doctorChecksOf(app, exits),
  };
  return { ports, sessions };
}
