import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmod, chown, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createCluster } from '../../src/runtime/postgres/cluster/create-cluster.ts';
import { findPostgresBinaries, programPath } from '../../src/runtime/postgres/cluster/postgres-binaries.ts';
import { stageBinaries } from '../../src/runtime/postgres/cluster/stage-binaries.ts';
import { chooseDatabaseUser } from '../../src/runtime/postgres/database-user.ts';
import { findBrowser } from '../../src/web/browser/find/find-browser.ts';
import { objectStoreMissing, versitygwProgram } from '../object-store/versitygw.ts';
import { caddyProgram } from '../proxies/caddy.ts';
import { findMissingPackages, type RunningProgram, untilFound } from '../replication/programs.ts';
import { until } from '../until.ts';
import { startLoopbackServer } from '../world/loopback-server.ts';
import { type ComposeFile, type ComposeService, readCompose, readImageEnvironment } from './compose-file.ts';
import { networkMissing, openServiceNetwork, type ServiceNetwork } from './service-network.ts';

// biome-ignore lint/suspicious/noExplicitAny: an answer is whatever the service sent
type Json = any;

const program = fileURLToPath(new URL('../../bin/webdata.mjs', import.meta.url));
const skip = networkMissing || objectStoreMissing || findMissingPackages({ caddy: caddyProgram });
const secrets = {
  WEBDATA_SECRET: randomBytes(16).toString('hex'),
  POSTGRES_PASSWORD: randomBytes(16).toString('hex'),
  S3_SECRET: randomBytes(16).toString('hex'),
};

/** A deployment of `compose.scaled.yaml`: each service is a program on a host of its own. */
interface Deployment {
  file: ComposeFile;
  network: ServiceNetwork;
  folder: string;
  /** Starts a program and ends it with the test. */
  keep(started: RunningProgram): RunningProgram;
}

function serviceOf({ file }: Pick<Deployment, 'file'>, name: string): ComposeService {
  const service = file.services[name];
  assert.ok(service, `a service ${name}`);
  return service;
}

/**
 * Returns true if this Caddy sends a request with a body to another upstream after a connection was refused. Debian 12
 * has 2.6; the file names a version that does.
 */
async function canRetryBodies(): Promise<boolean> {
  const { stdout } = await promisify(execFile)(caddyProgram, ['version']);
  const [major = 0, minor = 0, patch = 0] = (/\d+\.\d+\.\d+/.exec(stdout)?.[0] ?? '').split('.').map(Number);
  return major * 1e6 + minor * 1e3 + patch >= 2_011_002;
}

const wordsOf = (command = '') => command.split(' ').filter((word) => word !== '');

/** Starts PostgreSQL 18 like the image `postgres`: role, database and password from the environment. */
async function startDatabase(deployment: Deployment): Promise<void> {
  const { network, folder, keep } = deployment;
  const { image, environment = {} } = serviceOf(deployment, 'database');
  const { POSTGRES_USER = 'postgres', POSTGRES_DB = POSTGRES_USER, POSTGRES_PASSWORD = '' } = environment;
  assert.equal(POSTGRES_USER, POSTGRES_DB, 'the cluster of a test has one name for both');
  const user = await chooseDatabaseUser(null);
  const binaries = await stageBinaries(await findPostgresBinaries(), user, folder);
  assert.equal(image, `postgres:${binaries.major}`);
  const [data, socket] = [join(folder, 'database'), join(folder, 'socket')];
  await mkdir(socket);
  if (user !== null) await chown(socket, user.uid, user.gid);
  await chmod(folder, 0o711);
  const password = POSTGRES_PASSWORD;
  await createCluster({ binaries, directory: data, user, name: POSTGRES_USER, password, isDisposable: true });
  await writeFile(join(data, 'pg_hba.conf'), 'host all all all scram-sha-256\n');
  const identity =
    user === null ? [] : ['setpriv', `--reuid=${user.uid}`, `--regid=${user.gid}`, '--clear-groups'];
  const settings = ['listen_addresses=*', `unix_socket_directories=${socket}`, 'fsync=off'];
  const command = [
    programPath(binaries, 'postgres'),
    '-D',
    data,
    ...settings.flatMap((text) => ['-c', text]),
  ];
  const host = await network.addHost('database');
  keep(host.start([...identity, ...command], { folder }));
}

/** Creates the bucket and starts the object store; returns the folder of the bucket. */
async function startObjects(deployment: Deployment): Promise<string> {
  const { network, folder, keep } = deployment;
  const data = join(folder, 'objects');
  const inFolder = (words: string[]) => words.map((word) => word.replace(/^\/data(?=\/|$)/, data));
  const host = await network.addHost('objects');
  const bucket = host.start(inFolder(serviceOf(deployment, 'bucket').entrypoint ?? []), { folder });
  await bucket.ended;
  const { command, environment } = serviceOf(deployment, 'objects');
  const store = host.start([versitygwProgram ?? '', ...inFolder(wordsOf(command))], {
    folder,
    ...(environment !== undefined && { environment }),
  });
  keep(store);
  await untilFound(
    async () => ((await fetch(`http://${host.address}:9000/health`)).ok ? true : null),
    () => `the object store never answered: ${store.output()}`,
  );
  return join(data, 'webdata');
}

/** Starts one container of a service of webdata with the environment of the image and of the file. */
async function startContainer(deployment: Deployment, name: 'api' | 'worker', extra: Record<string, string>) {
  const { network, folder, keep } = deployment;
  const dataDir = await mkdtemp(join(folder, 'data-'));
  const { environment } = serviceOf(deployment, name);
  const all = { ...(await readImageEnvironment()), ...environment, DATA_DIR: dataDir, ...extra };
  const host = await network.addHost(name);
  const run = (args: string[]) =>
    keep(host.start([process.execPath, program, ...args], { folder, environment: all }));
  return { service: run(['serve']), address: host.address, run };
}

/** Starts the balancer with the configuration of the file; returns its URL. */
async function startBalancer(deployment: Deployment) {
  const { file, network, folder, keep } = deployment;
  const { command } = serviceOf(deployment, 'balancer');
  const configuration = join(folder, 'Caddyfile');
  await writeFile(configuration, file.configs?.balancer?.content ?? '');
  const host = await network.addHost('balancer');
  const balancer = host.start(wordsOf(command), {
    folder,
    environment: { XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
    mounts: { '/etc/caddy/Caddyfile': configuration },
  });
  keep(balancer);
  return { url: `http://${host.address}:8787`, balancer };
}

async function openDeployment(t: TestContext): Promise<Deployment> {
  const folder = await mkdtemp(join(tmpdir(), 'webdata-compose-'));
  const network = await openServiceNetwork(folder);
  const programs: RunningProgram[] = [];
  t.after(async () => {
    await Promise.all(programs.map((each) => each.end('SIGKILL')));
    await network.close();
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  });
  const file = await readCompose('compose.scaled.yaml', secrets);
  return {
    file,
    network,
    folder,
    keep(started) {
      programs.push(started);
      return started;
    },
  };
}

test('the services of compose.scaled.yaml work together', { skip }, async (t) => {
  const deployment = await openDeployment(t);
  const { network } = deployment;
  const words = Array.from({ length: 300 }, () => `<p>${randomBytes(2_000).toString('hex')}</p>`).join(' ');
  const site = await startLoopbackServer(
    network.address,
    () =>
      new Map([
        ['/', { body: '<!doctype html><title>Page</title><main><h1>Page</h1><p>Text of it.</p></main>' }],
        ['/long', { body: `<!doctype html><title>Long</title><main><h1>Long</h1>${words}</main>` }],
      ]),
  );
  t.after(() => site.close());
  await startDatabase(deployment);
  const bucket = await startObjects(deployment);
  const { browser, detail } = await findBrowser(process.env.WEBDATA_BROWSER ?? null);
  const extra = {
    WEBDATA_ALLOW_NETWORKS: network.range,
    WEBDATA_BROWSER: browser?.program?.executable ?? 'none',
  };
  const apis = [
    await startContainer(deployment, 'api', extra),
    await startContainer(deployment, 'api', extra),
  ];
  const worker = await startContainer(deployment, 'worker', extra);
  const { url, balancer } = await startBalancer(deployment);
  for (const { address, service } of [...apis, worker]) {
    await untilFound(
      async () => ((await fetch(`http://${address}:8787/readyz`)).ok ? true : null),
      () => `never ready: ${service.output()}`,
    );
  }
  const created = apis[0]?.run(['keys', 'create', '--operator']);
  await created?.ended;
  const key = /wd_\w+/.exec(created?.output() ?? '')?.[0];
  assert.ok(key, created?.output());
  async function ask(method: string, path: string, body?: object) {
    const answer = await fetch(`${url}${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return { status: answer.status, json: (await answer.json()) as Json };
  }

  await t.test('the balancer reaches both api processes', async () => {
    const hasScraped = async (address: string) => {
      const metrics = await fetch(`http://${address}:8787/metrics`, {
        headers: { authorization: `Bearer ${key}` },
      });
      return /webdata_request_duration_seconds_count\{[^}]*scrape/.test(await metrics.text());
    };
    // The balancer leaves out a process until it has seen that it is ready.
    await until(async () => {
      const { status, json } = await ask('POST', '/v1/scrape', { url: site.url('/') });
      assert.deepEqual([status, json.status], [200, 'ok'], JSON.stringify(json));
      const counted = await Promise.all(apis.map(({ address }) => hasScraped(address)));
      return counted.every(Boolean);
    });
  });

  await t.test('the worker processes jobs, and files are in the bucket', async () => {
    const { json: started } = await ask('POST', '/v1/scrape?async=true', { url: site.url('/long') });
    const job = await untilFound(
      async () => {
        const { json } = await ask('GET', `/v1/jobs/${started.jid}`);
        return ['completed', 'failed'].includes(json.status) ? json : null;
      },
      () => `the job never ended: ${worker.service.output()}`,
    );
    assert.equal(job.status, 'completed', JSON.stringify(job));
    const files = (await readdir(bucket, { recursive: true, withFileTypes: true })).filter((one) =>
      one.isFile(),
    );
    assert.equal(files.length, 1);
    // A process tests its browser after its start, and is degraded while that takes over two seconds.
    await until(
      async () => (await ask('GET', '/v1/health')).json,
      (health) => health.status === 'ok',
    );
  });

  const noBrowser = browser === null ? `no browser on this machine (${detail})` : false;
  await t.test('a browser session works through the balancer', { skip: noBrowser }, async () => {
    const { status, json } = await ask('POST', '/v1/browser', { url: site.url('/') });
    assert.equal(status, 200, JSON.stringify(json));
    assert.ok(json.live_url.startsWith('ws://127.0.0.1:8787/'), 'BASE_URL of the file');
    for (let times = 0; times < 4; times += 1) {
      const step = await ask('POST', `/v1/browser/${json.sid}`, { type: 'read' });
      assert.equal(step.status, 200, JSON.stringify(step.json));
    }
    await ask('DELETE', `/v1/browser/${json.sid}`);
  });

  await t.test('requests continue while an api process stops in order', async () => {
    const [, stopped] = apis;
    assert.ok(stopped);
    const hasBody = await canRetryBodies();
    const statuses: number[] = [];
    let isOver = false;
    stopped.service.ended.then(() => {
      isOver = true;
    });
    process.kill(stopped.service.pid, 'SIGTERM');
    while (!isOver) {
      const { status } = hasBody
        ? await ask('POST', '/v1/scrape', { url: site.url('/') })
        : await ask('GET', '/v1/account');
      statuses.push(status);
    }
    assert.ok(statuses.length > 3, String(statuses.length));
    assert.deepEqual([...new Set(statuses)], [200], balancer.output().slice(-2_000));
  });
});
