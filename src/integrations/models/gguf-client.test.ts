import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { createGgufClient, findModelFileError } from './gguf-client.ts';
import { unlimitedTokens } from './token-budget.ts';

test('a wrong model file is reported before the first question, as what it is', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'webdata-gguf-'));
  try {
    const other = join(folder, 'notes.gguf');
    writeFileSync(other, 'plain notes');
    const model = join(folder, 'model.gguf');
    writeFileSync(model, Buffer.from('GGUF\u0003\0\0\0', 'latin1'));
    assert.match(findModelFileError(join(folder, 'absent.gguf')) ?? '', /does not exist/);
    assert.match(findModelFileError(folder) ?? '', /is not a file/);
    assert.match(findModelFileError(other) ?? '', /is not a GGUF model/);
    assert.equal(findModelFileError(model), null);
    const client = createGgufClient(join(folder, 'absent.gguf'), unlimitedTokens);
    const { last } = client.state();
    assert.ok(last?.kind === 'fault' && /does not exist/.test(last.message));
    await client.close();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
