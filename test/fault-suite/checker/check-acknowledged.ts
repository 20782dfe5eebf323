import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { ClientBase } from 'pg';
import type { Receipt } from '../../../src/domain/resources/receipt.ts';
import type { Acknowledged, AcknowledgedJob, ObjectKind } from '../acknowledged.ts';
import type { ServiceClient } from '../service-client.ts';

const tables: Readonly<Record<ObjectKind, { table: string; column: string; path: string }>> = {
  job: { table: 'jobs', column: 'job_id', path: '/v1/jobs' },
  dataset: { table: 'datasets', column: 'dataset_id', path: '/v1/datasets' },
  monitor: { table: 'monitors', column: 'monitor_id', path: '/v1/monitors' },
  workflow: { table: 'workflows', column: 'workflow_id', path: '/v1/workflows' },
  run: { table: 'workflow_runs', column: 'run_id', path: '/v1/runs' },
  session: { table: 'browser_sessions', column: 'session_id', path: '/v1/browser' },
};

/** Checks that every acknowledged object exists. */
async function checkObjects(client: ClientBase, { objects }: Acknowledged): Promise<string[]> {
  const violations: string[] = [];
  for (const [kind, members] of Map.groupBy(objects, (object) => object.kind)) {
    const { table, column } = tables[kind];
    const ids = members.map(({ id }) => id);
    const { rows } = await client.query(
      `select ${column} as id from ${table} where ${column} = any($1::text[])`,
      [ids],
    );
    const found = new Set(rows.map(({ id }) => id));
    const lost = ids.filter((id) => !found.has(id));
    if (lost.length > 0) violations.push(`acknowledged, and lost: ${kind} ${lost.join(', ')}`);
  }
  return violations;
}

function differenceOf(stored: Receipt, answered: Receipt): string {
  const names = Object.keys({ ...stored, ...answered }) as (keyof Receipt)[];
  const differing = names.filter((name) => !isDeepStrictEqual(stored[name], answered[name]));
  return differing
    .map(
      (name) => `${name} ${JSON.stringify(stored[name])} stored, ${JSON.stringify(answered[name])} answered`,
    )
    .join('; ');
}

/** Checks that every receipt that a client holds is stored unchanged. */
async function checkReceipts(client: ClientBase, receipts: readonly Receipt[]): Promise<string[]> {
  const { rows } = await client.query<{ receipt_id: string; receipt: Receipt; credits: number | null }>(
    `select receipts.receipt_id, receipt, credits from receipts left join requests using (request_id)
     where receipts.receipt_id = any($1::text[])`,
    [receipts.map(({ id }) => id)],
  );
  const kept = new Map(rows.map((row) => [row.receipt_id, row]));
  return receipts.flatMap((receipt) => {
    const row = kept.get(receipt.id);
    if (row === undefined) return [`acknowledged, and lost: receipt ${receipt.id} of ${receipt.url}`];
    if (!isDeepStrictEqual(row.receipt, receipt))
      return [`receipt ${receipt.id} is not kept as it was answered: ${differenceOf(row.receipt, receipt)}`];
    return row.credits === receipt.credits
      ? []
      : [`receipt ${receipt.id} says ${receipt.credits} credits, the history ${row.credits}`];
  });
}

interface JobRow {
  job_id: string;
  status: string;
  ok: number;
  delivered: number;
  error: unknown;
  statuses: unknown;
  urls: string[];
}

function checkJob({ id, urls, ok, isExact }: AcknowledgedJob, row: JobRow | undefined): string[] {
  if (row === undefined) return [];
  if (row.status !== 'completed') return [`job ${id} ended ${row.status}: ${JSON.stringify(row.error)}`];
  const wanted = urls?.length ?? ok;
  if (row.delivered !== wanted) return [`job ${id} delivered ${row.delivered} pages instead of ${wanted}`];
  const missing = urls?.filter((url) => !row.urls.includes(url)) ?? [];
  if (missing.length > 0) return [`job ${id} did not deliver ${missing.join(', ')}`];
  if (isExact && row.ok !== ok)
    return [`job ${id} has ${row.ok} good pages instead of ${ok}: ${JSON.stringify(row.statuses)}`];
  return [];
}

/** Checks that every acknowledged job has its expected result. */
async function checkJobs(client: ClientBase, jobs: readonly AcknowledgedJob[]): Promise<string[]> {
  const { rows } = await client.query<JobRow>(
    `select job_id, status, ok, delivered, error,
       array(select url from results where results.job_id = jobs.job_id) as urls,
       array(select status || ' ' || url from results where results.job_id = jobs.job_id and status <> 'ok') as statuses
     from jobs where job_id = any($1::text[]) and status in ('completed', 'failed', 'cancelled')`,
    [jobs.map(({ id }) => id)],
  );
  const byId = new Map(rows.map((row) => [row.job_id, row]));
  return jobs.flatMap((job) => checkJob(job, byId.get(job.id)));
}

/** Checks that everything acknowledged is stored and complete. */
export async function checkAcknowledged(client: ClientBase, acknowledged: Acknowledged): Promise<string[]> {
  const keyed = acknowledged.keyed.flatMap(({ receipt }) => receipt ?? []);
  return [
    ...(await checkObjects(client, acknowledged)),
    ...(await checkReceipts(client, [...acknowledged.receipts, ...keyed])),
    ...(await checkJobs(client, acknowledged.jobs)),
  ];
}

/** Checks that stored files are served as acknowledged. */
export async function checkFiles(
  files: Acknowledged['files'],
  clients: readonly ServiceClient[],
): Promise<string[]> {
  const violations: string[] = [];
  for (const { path, sha256, key } of files) {
    const reply = await clients.find((client) => client.key === key)?.request('GET', path);
    if (reply?.kind !== 'answer' || reply.status !== 200) {
      violations.push(
        `the stored file ${path} is not served: ${reply?.kind === 'answer' ? reply.status : reply?.kind}`,
      );
    } else if (createHash('sha256').update(reply.bytes).digest('hex') !== sha256) {
      violations.push(`the stored file ${path} is not what was acknowledged`);
    }
  }
  return violations;
}

const sampledObjects = 6;

/** Checks that an account gets 404 for the latest objects of another one. */
export async function checkIsolation(
  { objects }: Acknowledged,
  clients: readonly ServiceClient[],
): Promise<string[]> {
  const violations: string[] = [];
  for (const { kind, id, key } of objects.slice(-sampledObjects)) {
    const path = `${tables[kind].path}/${id}`;
    for (const client of clients) {
      if (client.key === key) continue;
      const reply = await client.request('GET', path, { expected: [404] });
      if (reply.kind === 'answer' && reply.status !== 404 && reply.status !== 503)
        violations.push(`another account is answered ${reply.status} to GET ${path}`);
    }
  }
  return violations;
}
