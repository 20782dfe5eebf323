import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileResponse, readRange } from './file-response.ts';

test('ranges are parsed as in RFC 9110, and anything but a single range returns the whole file', () => {
  assert.deepEqual(readRange('bytes=0-9', 100), { start: 0, end: 10 });
  assert.deepEqual(readRange('bytes=90-', 100), { start: 90, end: 100 });
  assert.deepEqual(readRange('bytes=90-1000', 100), { start: 90, end: 100 });
  assert.deepEqual(readRange('bytes=-5', 100), { start: 95, end: 100 });
  assert.deepEqual(readRange('bytes=-500', 100), { start: 0, end: 100 });
  assert.equal(readRange('bytes=100-', 100), 'none');
  assert.equal(readRange('bytes=-0', 100), 'none');
  for (const header of [
    null,
    'bytes=5-1',
    'bytes=-',
    'bytes=a-b',
    'lines=1-2',
    'bytes=0-1,5-6',
    'bytes=0x1-2',
  ]) {
    assert.equal(readRange(header, 100), 'all', String(header));
  }
});

const text = 'the whole of the file';
const sha256 = 'ab'.repeat(32);

function requestFile(headers: Record<string, string>): Response {
  const section = (start: number, end: number) => new Blob([text.slice(start, end)]).stream();
  return fileResponse(
    {
      kind: 'bytes',
      body: new Uint8Array(),
      mediaType: 'text/csv',
      filename: 'ä file.csv',
      bytes: text.length,
      fixed: { sha256, section },
    },
    new Request('http://x.test/', { headers }),
  );
}

test('a part of a file is returned with its range, if the file is unchanged', async () => {
  const whole = requestFile({});
  assert.equal(whole.status, 200);
  assert.equal(await whole.text(), text);
  assert.equal(whole.headers.get('content-disposition'), "attachment; filename*=UTF-8''%C3%A4%20file.csv");
  const part = requestFile({ range: 'bytes=4-8', 'if-range': `"${sha256}"` });
  assert.deepEqual(
    [part.status, part.headers.get('content-range'), part.headers.get('content-length'), await part.text()],
    [206, 'bytes 4-8/21', '5', 'whole'],
  );
  assert.equal(requestFile({ range: 'bytes=4-8', 'if-range': '"another"' }).status, 200);
  const unsatisfiable = requestFile({ range: 'bytes=50-' });
  assert.deepEqual([unsatisfiable.status, unsatisfiable.headers.get('content-range')], [416, 'bytes */21']);
  assert.equal(requestFile({ 'if-none-match': `W/"x", "${sha256}"` }).status, 304);
});
