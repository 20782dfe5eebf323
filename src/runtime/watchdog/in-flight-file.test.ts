import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { until } from '../../../test/until.ts';
import { type Crash, markPage } from '../../domain/resources/crash.ts';
import { runActivity, runPageActivity } from '../../domain/system/activity.ts';
import { silentLog } from '../../domain/system/log.ts';
import { crashFileName } from './crash-files.ts';
import { openInFlightFile, parseInFlight } from './in-flight-file.ts';
import { takeCrashes } from './take-crashes.ts';

async function openFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'webdata-crashes-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Returns the crashes that the next process would find if this one ended now. */
async function readCrashes(folder: string): Promise<Crash[]> {
  const records: Crash[] = [];
  await takeCrashes(folder, async (crashes) => void records.push(...crashes)).catch(assert.ifError);
  return records;
}

const accountId = 'acct_1';
const page = (url: string) => markPage({ accountId, url });

/** Waits until the file, which is written with a delay, has this content. */
async function untilInFlight(folder: string, content: ReturnType<typeof parseInFlight>): Promise<void> {
  await until(
    async () => parseInFlight(await readFile(join(folder, crashFileName('in-flight')), 'utf8')),
    (found) => isDeepStrictEqual(found, content),
  );
}

test('the file lists pages being read, and the last page of each continuing activity', async (t) => {
  const folder = await openFolder(t);
  const file = await openInFlightFile(folder, silentLog);
  t.after(() => file.close());
  file.setWorker('worker-1');
  const ends = Array.from({ length: 3 }, () => Promise.withResolvers<void>());
  const continuation = Promise.withResolvers<void>();
  const work = ends.map(({ promise }, at) =>
    runActivity({ operation: 'scrape', accountId }, async () => {
      await runPageActivity(accountId, `https://site.test/${at}`, () => promise);
      await continuation.promise;
    }),
  );
  ends[0]?.resolve();
  const pagesInFlight = [0, 1, 2].map((at) => page(`https://site.test/${at}`));
  await untilInFlight(folder, { workerId: 'worker-1', inFlight: pagesInFlight });
  for (const end of ends) end.resolve();
  continuation.resolve();
  await Promise.all(work);
  await untilInFlight(folder, { workerId: 'worker-1', inFlight: [] });
});

test('an unwritable folder is logged and has no other effect', async (t) => {
  const folder = await openFolder(t);
  const warnings: string[] = [];
  const log = { ...silentLog, warn: (_fields: object, message: string) => void warnings.push(message) };
  const file = await openInFlightFile(join(folder, 'missing'), log);
  assert.equal(await runPageActivity(accountId, 'https://site.test/', async () => 'read'), 'read');
  file.setWorker('worker-1');
  await file.close();
  assert.deepEqual(warnings, ['the pages in flight cannot be written to disk']);
});

test('a graceful shutdown leaves no file', async (t) => {
  const folder = await openFolder(t);
  const file = await openInFlightFile(folder, silentLog);
  void runPageActivity(accountId, 'https://site.test/', () => new Promise(() => {}));
  await file.close();
  assert.deepEqual(await readdir(folder), []);
});

test('files of running processes, of other hosts and incomplete files are distinguished', async (t) => {
  const folder = await openFolder(t);
  const host = encodeURIComponent(hostname());
  const text = `{"workerId":"w","pages":2}\n["acct_1","site.test","a"]\n["acct_1","https://si`;
  await writeFile(join(folder, `in-flight-${host}-${process.ppid}.json`), text);
  await writeFile(join(folder, `in-flight-elsewhere.example-1.json`), text);
  // No process has such a high id.
  await writeFile(join(folder, `in-flight-${host}-99999999.json`), text);
  await writeFile(join(folder, `blocked-${host}-99999999.json`), '{"activity":');
  assert.deepEqual(await readCrashes(folder), [
    { culprit: null, workerId: 'w', inFlight: [{ accountId, host: 'site.test', digest: 'a' }] },
  ]);
  assert.equal((await readdir(folder)).length, 2);
});
