import { chmod, chown, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { chooseDatabaseUser, type DatabaseUser } from '../../src/runtime/postgres/database-user.ts';
import { findFreePorts } from './free-ports.ts';
import { findMissingPackages, type RunningProgram, startProgram, untilFound } from './programs.ts';

const programs = {
  patroni: '/usr/bin/patroni',
  'etcd-server': '/usr/bin/etcd',
  haproxy: '/usr/sbin/haproxy',
  'postgresql-15': '/usr/lib/postgresql/15/bin/postgres',
};

/** Reason why no replicated database can be started on this machine, or false. */
export const replicationMissing = findMissingPackages(programs);

const password = 'no-secret';
const nodeNames = ['one', 'two'] as const;
type NodeName = (typeof nodeNames)[number];

/** Two PostgreSQL nodes with synchronous replication under Patroni and etcd, behind HAProxy, on loopback. */
export interface ReplicatedPostgres {
  /** URL through HAProxy, which connects to the primary. */
  connectionString: string;
  /** Name of the node that is the primary now. */
  primary(): Promise<NodeName>;
  /** Waits until the other node is a synchronous standby. */
  untilSynchronous(): Promise<void>;
  /** Kills PostgreSQL and Patroni of a node, as the loss of its machine does. */
  kill(name: NodeName): Promise<void>;
  /** Starts a killed node again. */
  restart(name: NodeName): void;
  /** Output of the programs, for the messages of failed tests. */
  output(): string;
  stop(): Promise<void>;
}

interface Ports {
  etcd: number;
  etcdPeer: number;
  haproxy: number;
  postgres: Record<NodeName, number>;
  patroni: Record<NodeName, number>;
}

/** Configuration of Patroni in JSON, which is YAML. A lost primary is replaced after `ttl` seconds. */
function patroniConfiguration(name: NodeName, folder: string, ports: Ports): string {
  const address = `127.0.0.1:${ports.patroni[name]}`;
  const login = (username: string) => ({ username, password });
  return JSON.stringify({
    scope: 'webdata',
    name,
    restapi: { listen: address, connect_address: address },
    etcd3: { hosts: [`127.0.0.1:${ports.etcd}`] },
    bootstrap: {
      dcs: {
        ttl: 15,
        loop_wait: 2,
        retry_timeout: 5,
        synchronous_mode: true,
        postgresql: {
          use_pg_rewind: true,
          parameters: { max_connections: 200, wal_log_hints: 'on', synchronous_commit: 'on' },
        },
      },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }, 'data-checksums'],
    },
    postgresql: {
      listen: `127.0.0.1:${ports.postgres[name]}`,
      connect_address: `127.0.0.1:${ports.postgres[name]}`,
      data_dir: join(folder, name, 'data'),
      bin_dir: '/usr/lib/postgresql/15/bin',
      pgpass: join(folder, name, 'pgpass'),
      basebackup: [{ checkpoint: 'fast' }],
      pg_hba: [
        'local all all trust',
        'host all all 127.0.0.1/32 scram-sha-256',
        'host replication all 127.0.0.1/32 scram-sha-256',
      ],
      authentication: {
        superuser: login('postgres'),
        replication: login('replicator'),
        rewind: login('rewind'),
      },
      parameters: { unix_socket_directories: join(folder, name), shared_buffers: '64MB' },
    },
  });
}

function haproxyConfiguration(ports: Ports): string {
  const servers = nodeNames.map(
    (name) => `  server ${name} 127.0.0.1:${ports.postgres[name]} check port ${ports.patroni[name]}`,
  );
  return `defaults
  mode tcp
  timeout connect 2s
  timeout check 2s
  timeout client 30m
  timeout server 30m
listen postgres
  bind 127.0.0.1:${ports.haproxy}
  option httpchk OPTIONS /primary
  http-check expect status 200
  default-server inter 500ms fall 2 rise 1 on-marked-down shutdown-sessions
${servers.join('\n')}
`;
}

async function choosePorts(): Promise<Ports> {
  const [etcd = 0, etcdPeer = 0, haproxy = 0, one = 0, two = 0, first = 0, second = 0] =
    await findFreePorts(7);
  return { etcd, etcdPeer, haproxy, postgres: { one, two }, patroni: { one: first, two: second } };
}

async function makeFolder(user: DatabaseUser | null): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'webdata-replication-'));
  for (const path of [folder, join(folder, 'etcd'), ...nodeNames.map((name) => join(folder, name))]) {
    await mkdir(path, { recursive: true });
    await chmod(path, 0o700);
    if (user !== null) await chown(path, user.uid, user.gid);
  }
  return folder;
}

async function queryOne<Row>(connectionString: string, statement: string): Promise<Row | undefined> {
  const client = new Client({ connectionString, connectionTimeoutMillis: 3_000, query_timeout: 3_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return (await client.query(statement)).rows[0] as Row | undefined;
  } finally {
    await client.end().catch(() => undefined);
  }
}

class Cluster implements ReplicatedPostgres {
  readonly #folder: string;
  readonly #user: DatabaseUser | null;
  readonly #ports: Ports;
  readonly #running = new Map<string, RunningProgram>();

  constructor(folder: string, user: DatabaseUser | null, ports: Ports) {
    this.#folder = folder;
    this.#user = user;
    this.#ports = ports;
  }

  get connectionString(): string {
    return this.#url('webdata');
  }

  #url(database: string): string {
    return `postgres://postgres:${password}@127.0.0.1:${this.#ports.haproxy}/${database}`;
  }

  #start(name: string, command: string, args: readonly string[]): void {
    const options = { user: this.#user, folder: this.#folder };
    this.#running.set(name, startProgram(command, args, options));
  }

  async start(): Promise<void> {
    const { etcd, etcdPeer } = this.#ports;
    const [client, peer] = [`http://127.0.0.1:${etcd}`, `http://127.0.0.1:${etcdPeer}`];
    this.#start('etcd', programs['etcd-server'], [
      ...['--data-dir', join(this.#folder, 'etcd'), '--name', 'etcd'],
      ...['--listen-client-urls', client, '--advertise-client-urls', client],
      ...['--listen-peer-urls', peer, '--initial-advertise-peer-urls', peer],
      ...['--initial-cluster', `etcd=${peer}`],
    ]);
    for (const name of nodeNames) {
      await writeFile(
        join(this.#folder, `${name}.yml`),
        patroniConfiguration(name, this.#folder, this.#ports),
        { mode: 0o644 },
      );
    }
    await writeFile(join(this.#folder, 'haproxy.cfg'), haproxyConfiguration(this.#ports));
    this.#start('haproxy', programs.haproxy, ['-db', '-f', join(this.#folder, 'haproxy.cfg')]);
    this.restart('one');
    await this.primary();
    await untilFound(
      () =>
        queryOne<{ ready: number }>(this.#url('postgres'), 'select 1 as ready').then((row) => row ?? null),
      () => `no primary accepts connections:\n${this.output()}`,
    );
    await queryOne(this.#url('postgres'), 'create database webdata');
    this.restart('two');
    await this.untilSynchronous();
  }

  async primary(): Promise<NodeName> {
    const ask = async () => {
      for (const name of nodeNames) {
        const answer = await fetch(`http://127.0.0.1:${this.#ports.patroni[name]}/primary`, {
          signal: AbortSignal.timeout(2_000),
        }).catch(() => null);
        await answer?.body?.cancel();
        if (answer?.ok === true) return name;
      }
      return null;
    };
    return untilFound(ask, () => `there is no primary:\n${this.output()}`);
  }

  async untilSynchronous(): Promise<void> {
    await untilFound(
      async () => {
        const row = await queryOne<{ standby: string }>(
          this.connectionString,
          `select application_name as standby from pg_stat_replication where sync_state = 'sync'`,
        );
        return row ?? null;
      },
      () => `there is no synchronous standby:\n${this.output()}`,
    );
  }

  async kill(name: NodeName): Promise<void> {
    // Patroni starts PostgreSQL in a session of its own; the first line of this file is its process id.
    const pidFile = await readFile(join(this.#folder, name, 'data', 'postmaster.pid'), 'utf8');
    await this.#running.get(name)?.end('SIGKILL');
    process.kill(Number(pidFile.split('\n', 1)[0]), 'SIGKILL');
  }

  restart(name: NodeName): void {
    this.#start(name, programs.patroni, [join(this.#folder, `${name}.yml`)]);
  }

  output(): string {
    return [...this.#running].map(([name, program]) => `${name}: ${program.output()}`).join('\n');
  }

  async stop(): Promise<void> {
    // Patroni stops PostgreSQL.
    for (const name of [...nodeNames, 'haproxy', 'etcd']) await this.#running.get(name)?.end('SIGTERM');
    await rm(this.#folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

/** Starts the cluster and creates an empty database. Takes about half a minute. */
export async function startReplicatedPostgres(): Promise<ReplicatedPostgres> {
  const user = await chooseDatabaseUser(null);
  const cluster = new Cluster(await makeFolder(user), user, await choosePorts());
  try {
    await cluster.start();
    return cluster;
  } catch (error) {
    await cluster.stop();
    throw error;
  }
}
