import assert from 'node:assert/strict';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { newIdentifier } from '../../src/domain/values/identifier.ts';
import type { Operation } from '../../src/operations/declaration/operation.ts';
import { createFileBlobs } from '../../src/store/blobs/file-blobs.ts';
import { insertBlob, storeBytes } from '../../src/store/blobs/stored-blobs.ts';
import { storableJson } from '../../src/store/storable.ts';
import type { TestService } from './running-service.ts';

/** Resources of an account, by the path parameter (and path prefix) that names them. */
export type Possessions = ReadonlyArray<readonly [path: string, parameter: string, value: string]>;

async function storeFile(service: TestService, accountId: string): Promise<string> {
  const blobs = createFileBlobs(join(service.dataDir, 'blobs'));
  const now = new Date();
  const { digest, bytes } = await storeBytes(service.database, blobs, Buffer.from('kept'), now);
  return insertBlob(service.database, {
    accountId,
    digest,
    bytes,
    mediaType: 'text/plain',
    filename: 'kept.txt',
    createdAt: now,
    expiresAt: new Date(now.getTime() + 86_400_000),
  });
}

async function storeLayout(service: TestService, accountId: string): Promise<string> {
  const now = new Date();
  const counts = { taught: 1, used: 0, held: 0, misses: 0 };
  const times = { created_at: now, learned_at: now, used_at: now };
  const layout = {
    layout_id: 'lay_own',
    account_id: accountId,
    site: 'example.com/*',
    rules: '{}',
    fields: storableJson([]),
  };
  await service.database
    .insertInto('layouts')
    .values({ ...layout, state: 'provisional', ...counts, ...times })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return layout.layout_id;
}

/** Creates a dataset of one page and waits for its first refresh. */
async function makeDataset(service: TestService, address: string): Promise<string> {
  const schema = { type: 'object', properties: { title: { type: 'string' } } };
  const source = { kind: 'extract', urls: [address], schema };
  const { did, refreshing } = (await service.post('/v1/datasets', { name: 'own', source })).json;
  await service.get(`/v1/jobs/${refreshing}/events`);
  return did;
}

/** Creates the recipe of a listing of the same site. */
async function findRecipe(service: TestService, address: string): Promise<string> {
  const url = new URL('/products/', address).href;
  const { rid } = (await service.post('/v1/collect', { url, fields: ['name', 'date', 'link'], limit: 5 }))
    .json;
  assert.match(rid, /^rcp_/);
  return rid;
}

/** Creates a monitor of one page with two checks. */
async function makeMonitor(service: TestService, address: string): Promise<string> {
  const { mid, checking } = (await service.post('/v1/monitors', { name: 'own', url: address })).json;
  await service.get(`/v1/jobs/${checking}/events`);
  const { jid } = (await service.post(`/v1/monitors/${mid}/run`, undefined)).json;
  await service.get(`/v1/jobs/${jid}/events`);
  return mid;
}

/** Stores a closed browser session: an open one requires a browser. */
async function storeSession(service: TestService, accountId: string): Promise<string> {
  const now = new Date();
  const sid = 'ses_own';
  const times = { opened_at: now, last_step_at: now, expires_at: now, lease_until: now, closed_at: now };
  await service.database
    .insertInto('browser_sessions')
    .values({
      session_id: sid,
      account_id: accountId,
      request_id: 'req_own',
      process: 'none',
      status: 'closed',
      reason: 'The account closed the session.',
      url: 'about:blank',
      title: '',
      exit: null,
      login_id: null,
      credits: 1,
      recording: null,
      idle_ms: 1_000,
      ...times,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return sid;
}

async function storeLogin(service: TestService, accountId: string): Promise<string> {
  const now = new Date();
  const loginId = 'login_own';
  const named = { name: 'own', domain: 'example.com', country: null };
  const times = { created_at: now, saved_at: now, last_used_at: null, expired_at: null };
  await service.database
    .insertInto('logins')
    .values({ login_id: loginId, account_id: accountId, ...named, sealed: Buffer.from('sealed'), ...times })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return loginId;
}

/** Creates a workflow that needs no browser, a finished run of it, and a file of that run. */
async function makeRun(
  service: TestService,
  accountId: string,
): Promise<Record<'id' | 'runId' | 'fileId', string>> {
  const steps = [{ type: 'set', name: 'seen', value: true }];
  const inputs = { type: 'object', properties: { words: { type: 'string', default: 'lamp' } } };
  const { id } = (await service.post('/v1/workflows', { name: 'own', steps, inputs })).json;
  const { run_id: runId, jid } = (await service.post(`/v1/workflows/${id}/runs`, {})).json;
  await service.get(`/v1/jobs/${jid}/events`);
  const fileId = newIdentifier('file', new Date());
  const file = {
    blob_id: await storeFile(service, accountId),
    name: 'kept.txt',
    media_type: 'text/plain',
    bytes: 4,
  };
  await service.database
    .insertInto('workflow_files')
    .values({ file_id: fileId, run_id: runId, ...file, step: '/steps/0', at: new Date() })
    .execute();
  return { id, runId, fileId };
}

/** Creates one resource of each kind for the account of the service's first key. */
export async function possess(service: TestService, address: string): Promise<Possessions> {
  const { account_id: accountId } = (await service.get('/v1/account')).json;
  const long = (await service.post('/v1/scrape', { url: address, max_length: 100 })).json;
  const job = (await service.post('/v1/crawl', { url: address, limit: 1 })).json;
  const key = (await service.post('/v1/keys', { name: 'own' })).json;
  const delivery = (await service.post('/v1/webhooks/test', { url: 'http://127.0.0.11:18999/hook' })).json;
  assert.match(long.ref, /^ref_/);
  assert.match(delivery.id, /^evt_/);
  // No server listens there: the first attempt ends soon, so that none is in progress when a redelivery is requested.
  const delivered = `/v1/webhooks/deliveries/${delivery.id}`;
  while ((await service.get(delivered)).json.attempts.length === 0) await delay(20);
  const dataset = await makeDataset(service, address);
  const exported = (await service.post(`/v1/datasets/${dataset}/export`, {})).json;
  // The stream ends with the job.
  await service.get(`/v1/jobs/${job.jid}/events`);
  const run = await makeRun(service, accountId);
  return [
    ['/v1/workflows', 'id', run.id],
    ['/v1/runs', 'run_id', run.runId],
    ['/v1/runs', 'fid', run.fileId],
    ['/v1/blob', 'id', await storeFile(service, accountId)],
    ['/v1/extract/layouts', 'id', await storeLayout(service, accountId)],
    ['/v1/datasets', 'did', dataset],
    ['/v1/datasets', 'export_id', exported.export_id],
    ['/v1/recipes', 'rid', await findRecipe(service, address)],
    ['/v1/monitors', 'mid', await makeMonitor(service, address)],
    ['/v1/browser', 'sid', await storeSession(service, accountId)],
    ['/v1/logins', 'lid', await storeLogin(service, accountId)],
    ['/v1/jobs', 'jid', job.jid],
    ['/v1/requests', 'rid', long.receipt.request_id],
    ['/v1/receipts', 'receipt_id', long.receipt.id],
    ['/v1/keys', 'id', key.key_id],
    ['/v1/webhooks/deliveries', 'id', delivery.id],
    ['/v1/read', 'ref', long.ref],
    ['/v1/admin/accounts', 'id', accountId],
  ];
}

/** Returns the resource that a parameter of an operation names, if there is one. */
export function possessionNamed(
  { path }: Operation,
  parameter: string,
  possessions: Possessions,
): string | undefined {
  return possessions.find(([prefix, name]) => path.startsWith(prefix) && name === parameter)?.[2];
}
