import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { type Acknowledged, createAcknowledged } from './acknowledged.ts';
import { createDeliveryCheck, type DeliveryCheck } from './checker/check-deliveries.ts';
import type { Deployment, DeploymentKind } from './deployment.ts';
import { startEmbeddedDeployment } from './embedded-deployment.ts';
import { startExternalDeployment } from './external-deployment.ts';
import { untilHealthy } from './health.ts';
import { type LivenessWatch, watchLiveness } from './liveness.ts';
import type { LongLivedObjects } from './load/load-context.ts';
import { createLongLivedObjects } from './load/long-lived-objects.ts';
import { type LoadWorld, startLoadWorld } from './load-world.ts';
import type { SuiteOptions } from './options.ts';
import { type ProcessWatch, watchProcesses } from './process-watch.ts';
import type { ProcessUse } from './processes.ts';
import { createServiceClient, type ReplyCounts, type ServiceClient } from './service-client.ts';

/** Deployment with its world and accounts, used for several rounds. */
export interface Segment {
  deployment: Deployment;
  world: LoadWorld;
  clients: readonly [ServiceClient, ServiceClient];
  objects: LongLivedObjects;
  acknowledged: Acknowledged;
  liveness: LivenessWatch;
  deliveries: DeliveryCheck;
  /** Jobs that were reported because they do not end. */
  stuckJobs: Set<string>;
  /** Digests of verified blobs. */
  verifiedBlobs: Set<string>;
  /** Secrets of its accounts, in addition to those of the deployment. */
  secrets: string[];
  /** Reply counts of the current round. */
  counts: ReplyCounts;
  /** Violations that clients found in the current round. */
  problems: string[];
  /** Number of log characters that were checked. */
  checkedLog: number;
  /** Latest time that the service's clock ever had. */
  latest: Date;
  /** Resource use of the service process after each round, by `PID START`. */
  uses: Map<string, ProcessUse[]>;
  /** Runs `work` with a connection that bypasses all faults. */
  withDatabase<Result>(work: (client: Client) => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
}

const startWithinMs = 90_000;
/** A service whose start is repeated stops its database for a moment. */
const connectWithinMs = 15_000;
const secondAccountCredits = 1_000_000;

async function openClient(deployment: Deployment): Promise<Client> {
  const deadline = performance.now() + connectWithinMs;
  for (;;) {
    const client = new Client(await deployment.connection());
    client.on('error', () => undefined);
    try {
      await client.connect();
      return client;
    } catch (error) {
      if (performance.now() > deadline) throw error;
      await pause(200);
    }
  }
}

async function connectTo<Result>(
  deployment: Deployment,
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  const client = await openClient(deployment);
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

async function secretOf(client: ServiceClient): Promise<string> {
  return (await client.ask('GET', '/v1/webhooks/secret')).secret;
}

function startDeployment(
  kind: DeploymentKind,
  world: LoadWorld,
  processes: ProcessWatch,
): Promise<Deployment> {
  const { environment, secrets, browser } = world;
  const start = kind === 'embedded' ? startEmbeddedDeployment : startExternalDeployment;
  return start({ processes, environment, secrets, browser });
}

/** Starts a deployment and creates its accounts and long-lived objects, before any fault. */
export async function openSegment(kind: DeploymentKind, options: SuiteOptions): Promise<Segment> {
  await using stack = new AsyncDisposableStack();
  const world = await startLoadWorld(options.withBrowser);
  stack.defer(() => world.close());
  const processes = watchProcesses();
  stack.defer(() => processes.stop());
  const deployment = await startDeployment(kind, world, processes);
  stack.defer(() => deployment.close());
  const started = await untilHealthy(deployment.url, startWithinMs);
  if ('detail' in started) {
    throw new Error(`the service does not start: ${started.detail}\n${deployment.supervisor.output()}`);
  }
  deployment.supervisor.service();
  const counts: ReplyCounts = new Map();
  const problems: string[] = [];
  const clientOf = (key: string) =>
    createServiceClient({ url: deployment.url, key, counts, onProblem: (problem) => problems.push(problem) });
  const first = clientOf(deployment.key);
  const account = { name: 'second', plan_credits: secondAccountCredits };
  const made = await first.ask('POST', '/v1/admin/accounts', { body: account });
  if (made === null) throw new Error(`the second account cannot be made: ${problems.join('; ')}`);
  const clients = [first, clientOf(made.key)] as const;
  const acknowledged = createAcknowledged();
  const liveness = watchLiveness(deployment.url, options.livezWithinMs, deployment.supervisor);
  stack.defer(() => liveness.stop());
  const objects = await createLongLivedObjects(world, clients, acknowledged);
  const accountSecrets = [made.key, await secretOf(clients[0]), await secretOf(clients[1])];
  const rest = stack.move();
  return {
    deployment,
    world,
    clients,
    objects,
    acknowledged,
    liveness,
    deliveries: createDeliveryCheck(world.receiver),
    stuckJobs: new Set(),
    verifiedBlobs: new Set(),
    secrets: accountSecrets,
    counts,
    problems,
    checkedLog: 0,
    latest: deployment.now(),
    uses: new Map(),
    withDatabase: (work) => connectTo(deployment, work),
    close: () => rest.disposeAsync(),
  };
}
