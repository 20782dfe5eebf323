import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { zstdDecompressSync } from 'node:zlib';
import { magic } from '../../src/backup/frames.ts';
import { openHome } from '../service-process.ts';
import { until } from '../until.ts';

const minBytes = 64;

test('a killed backup leaves no readable secret, and the next backup deletes what it left', async (t) => {
  const home = await openHome();
  t.after(() => home.close());
  const service = await home.start();
  const folder = join(dirname(home.dataDir), 'backups');
  await mkdir(folder);
  const filesOf = () => readdirSync(folder);
  const unfinished = () => filesOf().find((name) => name.startsWith('.'));
  let left: string | undefined;
  // A backup that is complete before the kill is repeated.
  for (let at = 0; left === undefined; at += 1) {
    const backup = home.launch({}, ['backup', join(folder, `backup-${at}`)]);
    await until(() => {
      const name = unfinished();
      if (name === undefined) return filesOf().includes(`backup-${at}`);
      try {
        return readFileSync(join(folder, name)).length >= minBytes;
      } catch {
        // It got its name meanwhile.
        return true;
      }
    });
    backup.signal('SIGSTOP');
    left = unfinished();
    backup.signal('SIGKILL');
    await backup.ended;
  }
  const bytes = await readFile(join(folder, left));
  const secrets = readdirSync(join(home.dataDir, 'secrets'));
  assert.ok(secrets.length > 0);
  for (const name of secrets) {
    const secret = await readFile(join(home.dataDir, 'secrets', name), 'utf8');
    assert.ok(!bytes.includes(secret.trim()), name);
  }
  assert.ok(!bytes.includes(service.key));
  assert.throws(() => zstdDecompressSync(bytes.subarray(magic.length)));
  const { code, stderr } = await home.launch({}, ['backup', join(folder, 'whole')]).ended;
  assert.equal(`${stderr}${code}`, '0');
  assert.equal(unfinished(), undefined);
  assert.ok(filesOf().includes('whole'));
  await service.stop();
});
