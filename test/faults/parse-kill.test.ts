import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { openHome, type ServiceProcess } from '../service-process.ts';
import { until } from '../until.ts';
import { readsFacts } from '../world/model-reader.ts';
import { startModelServer } from '../world/model-server.ts';
import { withDatabase } from './books.ts';

// biome-ignore lint/suspicious/noExplicitAny: an answer is whatever the service sent
type Json = any;

const secret = 'The night watch of this depot is kept by Mira Solheim.';
const file = `<title>Depot</title><h1>Depot 7</h1><p>${secret}</p>`;
const schema = {
  type: 'object',
  properties: { guardian: { type: 'string', description: 'who watches the depot at night' } },
};

/** Returns the paths of all files of the blob store. */
async function listBlobs(dataDir: string): Promise<string[]> {
  const entries = await readdir(join(dataDir, 'blobs'), { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

// The model hangs, so that the kill comes between the start of the job and its end.
test('a sent file outlives a kill encrypted, and goes with the end of its job', async (t) => {
  const model = await startModelServer({ write: readsFacts({ guardian: 'Mira Solheim' }) });
  const home = await openHome();
  t.after(async () => {
    await home.close();
    await model.close();
  });
  const environment = { WEBDATA_MODEL_URL: model.url, WEBDATA_MODEL: 'reader' };
  let service: ServiceProcess = await home.start(environment);
  const ask = async (method: string, path: string, body?: object): Promise<Json> => {
    const answer = await fetch(`${service.url}${path}`, {
      method,
      headers: { authorization: `Bearer ${service.key}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return answer.json();
  };
  model.behave({ trouble: 'hang' });
  const { jid } = await ask('POST', '/v1/parse?async=true', {
    file: Buffer.from(file).toString('base64'),
    content_type: 'text/html',
    schema,
  });
  await until(
    async () => model.requests.length,
    (requests) => requests > 0,
  );
  assert.equal((await service.kill()).signal, 'SIGKILL');
  const stored = await Promise.all((await listBlobs(home.dataDir)).map((path) => readFile(path)));
  assert.equal(stored.length, 1);
  assert.ok(!Buffer.concat(stored).includes('Solheim'), 'the file is encrypted');

  model.reset();
  service = await home.start(environment);
  const job = await until(
    () => ask('GET', `/v1/jobs/${jid}`),
    ({ status }) => status === 'completed' || status === 'failed',
  );
  assert.equal(job.status, 'completed', JSON.stringify(job.error));
  assert.equal(job.credits.charged, 6);
  const [result] = (await ask('GET', `/v1/jobs/${jid}/results`)).results;
  assert.equal(result.data.guardian, 'Mira Solheim');

  await withDatabase(await home.connection(), async (database) => {
    await database
      .updateTable('periodic_tasks')
      .set({ next_run_at: new Date(0) })
      .where('name', '=', 'delete-job-files')
      .execute();
  });
  // A file may be deleted at any time, so that none is read here.
  await until(
    () => listBlobs(home.dataDir),
    (blobs) => blobs.length === 0,
  );
  await withDatabase(await home.connection(), async (database) => {
    assert.deepEqual(await database.selectFrom('job_files').selectAll().execute(), []);
    assert.deepEqual(await database.selectFrom('blob_contents').selectAll().execute(), []);
  });
});
