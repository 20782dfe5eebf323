import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { createFileBlobs } from '../../store/blobs/file-blobs.ts';
import { createFileAnswer } from './file-answer.ts';

test('the whole of a stored file is read, also if it is empty', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'webdata-file-'));
  t.after(() => rm(folder, { recursive: true }));
  const blobs = createFileBlobs(folder);
  for (const text of ['', 'a line\n']) {
    const { digest, bytes } = await blobs.put(Buffer.from(text), { maxBytes: 100, onDigest: async () => {} });
    const file = {
      filename: 'rows.ndjson',
      mediaType: 'application/x-ndjson',
      bytes,
      sha256: digest,
      digest,
    };
    const answer = createFileAnswer(file, (one, range) => blobs.open(one, range));
    assert.ok(answer.kind === 'bytes');
    assert.equal(await new Response(answer.body).text(), text);
  }
});
