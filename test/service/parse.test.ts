import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import { test } from 'node:test';
import { verifyReceipt } from '../../src/domain/crypto/signature.ts';
import { verifyResult } from '../../src/domain/crypto/verify-result.ts';
import { maxPageBytes } from '../../src/domain/pages/max-page-bytes.ts';
import { makePdf } from '../corpus/documents/make-pdf.ts';
import { makeZip } from '../corpus/documents/make-zip.ts';
import { sampleDocuments } from '../corpus/documents/sample-documents.ts';
import { until } from '../until.ts';
import { startLoopbackServer } from '../world/loopback-server.ts';
import { readsFacts } from '../world/model-reader.ts';
import { startModelServer } from '../world/model-server.ts';
import { endedJob } from './ended-job.ts';
import { type Answered, startTestService, type TestService } from './running-service.ts';

// biome-ignore lint/suspicious/noExplicitAny: an answer is whatever the service sent
type Json = any;

const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest('hex');

/** Sends the bytes of a file as the body. */
function sendBytes(
  service: TestService,
  bytes: Uint8Array | string,
  { type, query = '', headers = {}, key }: Json = {},
): Promise<Answered> {
  return service.request('POST', `/v1/parse${query}`, {
    raw: bytes,
    headers: { ...(type !== undefined && { 'content-type': type }), ...headers },
    ...(key !== undefined && { key }),
  });
}

/** Sends a file with options in a form. */
async function sendForm(
  service: TestService,
  file: File | null,
  fields: [string, string][] = [],
  query = '',
) {
  const form = new FormData();
  if (file !== null) form.append('file', file);
  for (const [name, value] of fields) form.append(name, value);
  const encoded = new Response(form);
  const type = encoded.headers.get('content-type');
  return sendBytes(service, new Uint8Array(await encoded.arrayBuffer()), { type, query });
}

const html =
  '<!DOCTYPE html><html lang="en"><title>Minutes</title><body><main><h1>Minutes</h1><p>The board met at noon. See <a href="agenda.html">the agenda</a> and <a href="https://other.example/x">more</a>.</p></main></body></html>';

test('POST /v1/parse', async (t) => {
  const service = await startTestService(t);
  const credits = async () => (await service.get('/v1/account')).json.credits.plan as number;

  for (const { name, bytes, contains } of sampleDocuments()) {
    await t.test(`reads ${name}: as body, in a form, and in JSON`, async () => {
      const file = new File([new Uint8Array(bytes)], name);
      const answers = [
        await sendBytes(service, bytes, { query: `?filename=${name}`, type: 'application/octet-stream' }),
        await sendForm(service, file),
        await service.post('/v1/parse', { file: bytes.toString('base64'), filename: name }),
      ];
      for (const { status, json } of answers) {
        assert.equal(status, 200, JSON.stringify(json));
        assert.equal(json.status, 'ok', JSON.stringify(json.error));
        assert.ok(json.markdown.includes(contains), json.markdown);
        assert.partialDeepStrictEqual(json, {
          url: null,
          final_url: null,
          status_code: null,
          file: { name, bytes: bytes.length, sha256: sha256(bytes) },
          receipt: {
            route: 'upload',
            url: null,
            final_url: null,
            exit: null,
            robots: null,
            attempts: [],
            credits: 1,
            charges: [{ item: 'upload', credits: 1 }],
            bytes: bytes.length,
            file_sha256: sha256(bytes),
          },
        });
      }
    });
  }

  await t.test('resolves links against `base_url`, and against a `base` of the document', async () => {
    const linked = async (source: string, query: string) => {
      const { json } = await sendBytes(service, source, { type: 'text/html', query });
      return json.links.map((link: Json) => link.url);
    };
    const other = 'https://other.example/x';
    assert.deepEqual(await linked(html, '?formats=links&base_url=https://site.example/board/minutes.html'), [
      'https://site.example/board/agenda.html',
      other,
    ]);
    assert.deepEqual(await linked(html, '?formats=links'), [other], 'nothing to resolve a relative link');
    const withBase = html.replace('<title>', '<base href="https://based.example/a/"><title>');
    assert.deepEqual(await linked(withBase, '?formats=links'), [
      'https://based.example/a/agenda.html',
      other,
    ]);
  });

  await t.test('takes options in a form, with lists and objects', async () => {
    const { json, status } = await sendForm(service, new File([html], 'x.html', { type: 'text/html' }), [
      ['formats', 'markdown'],
      ['formats', 'links'],
      ['only_main_content', 'false'],
      ['max_length', '9'],
      ['schema', '{"type":"object","properties":{"title":{"type":"string"}}}'],
    ]);
    assert.equal(status, 200, JSON.stringify(json));
    assert.deepEqual([json.markdown, json.truncated, json.links.length], ['# Minutes', true, 1]);
    assert.equal(json.data.title, 'Minutes');
    assert.equal(json.evidence['/title'].method.length > 0, true);
  });

  await t.test('reads the requested pages of a PDF, and marks them', async () => {
    const pdf = makePdf(['One', 'Two', 'Three'].map((name) => [[72, 700, 10, `${name} is a page.`]]));
    const { json } = await sendBytes(service, pdf, { query: '?pages=2-&page_marks=true' });
    assert.equal(json.markdown, '<!-- page 2 -->\n\nTwo is a page.\n\n<!-- page 3 -->\n\nThree is a page.');
    assert.deepEqual([json.metadata.num_pages, json.metadata.pages], [3, '2-3']);
    for (const pages of ['0', '3-x', '', '1,,2']) {
      const answer = await sendBytes(service, pdf, { query: `?pages=${pages}` });
      assert.equal(answer.status, 422, pages);
    }
  });

  await t.test('writes links as references, or leaves them out', async () => {
    const page =
      '<title>T</title><main><h1>Quay</h1><p>See <a href="https://q.example/a">plan</a>.</p></main>';
    const texts = [];
    for (const links of ['references', 'none']) {
      const { json } = await sendBytes(service, Buffer.from(page), { query: `?links=${links}` });
      texts.push(json.markdown);
    }
    assert.deepEqual(texts, ['# Quay\n\nSee [plan][1].\n\n[1]: https://q.example/a', '# Quay\n\nSee plan.']);
    const wrong = await sendBytes(service, Buffer.from(page), { query: '?links=some' });
    assert.equal(wrong.status, 422);
  });

  await t.test('takes options as files, as curl sends `-F schema=@schema.json`', async () => {
    const form = new FormData();
    const schema = '{"type":"object","properties":{"title":{"type":"string"}}}';
    form.append('schema', new File([schema], 'schema.json', { type: 'application/json' }));
    form.append('formats', new File(['text'], 'format.txt'));
    form.append('formats', 'links');
    form.append('focus', new File(['noon'], 'focus.txt'));
    form.append('file', new File([html], 'x.html', { type: 'text/html' }));
    const encoded = new Response(form);
    const type = encoded.headers.get('content-type');
    const { json } = await sendBytes(service, new Uint8Array(await encoded.arrayBuffer()), { type });
    assert.equal(json.data?.title, 'Minutes', JSON.stringify(json));
    assert.equal(json.file.name, 'x.html');
    assert.deepEqual([typeof json.text, json.links.length, json.markdown], ['string', 1, undefined]);
    assert.ok(json.passages.length > 0);
  });

  await t.test('decodes the charset of `Content-Type`, of the form and of `meta`', async () => {
    const latin = Buffer.from('<h1>Größe</h1><p>für alle</p>', 'latin1');
    const declared = await sendBytes(service, latin, { type: 'text/html; charset=iso-8859-1' });
    assert.equal(declared.json.markdown, '# Größe\n\nfür alle');
    const form = await sendForm(service, new File([latin], 'a.html'), [
      ['content_type', 'text/html; charset=iso-8859-1'],
    ]);
    assert.equal(form.json.markdown, '# Größe\n\nfür alle');
    const meta = Buffer.from('<meta charset="windows-1251"><h1>\xcf\xf0\xe8\xe2\xe5\xf2</h1>', 'latin1');
    assert.equal((await sendBytes(service, meta, { type: 'text/html' })).json.markdown, '# Привет');
    assert.equal(
      (await sendBytes(service, meta, { type: 'text/html' })).json.metadata.charset,
      'windows-1251',
    );
  });

  await t.test('reads a file without a declared type, as curl sends it', async () => {
    const { json } = await sendBytes(service, '# Title\n\n- one', {
      type: 'application/x-www-form-urlencoded',
      query: '?filename=notes.md',
    });
    assert.deepEqual([json.title, json.metadata.content_type], ['Title', 'text/markdown']);
    const geo = await sendBytes(service, '{"type":"FeatureCollection","features":[]}', {
      type: 'application/geo+json',
    });
    assert.match(geo.json.markdown, /FeatureCollection/);
  });

  await t.test('the page of a wall is the file that was sent, and no wall', async () => {
    const wall =
      '<!DOCTYPE html><title>Just a moment...</title><h1>Checking your browser</h1><p>Please enable JavaScript and cookies to continue.</p><form><input type="password"></form>';
    const { json } = await sendBytes(service, wall, { type: 'text/html' });
    assert.deepEqual([json.status, json.error], ['ok', undefined]);
  });

  await t.test('names are without path, control characters and marks that reorder text', async () => {
    const nameOf = async (filename: string) =>
      (await service.post('/v1/parse', { file: 'aGVsbG8=', filename })).json.file.name;
    assert.equal(await nameOf('../../etc/passwd'), 'passwd');
    assert.equal(await nameOf('C:\\Users\\me\\offer.txt'), 'offer.txt');
    assert.equal(await nameOf('in\u0007voice\r\n\u202egpj.txt'), 'invoicegpj.txt');
    assert.equal(await nameOf('..'), null);
    assert.equal((await sendForm(service, new File(['hello'], '../up.txt'))).json.file.name, 'up.txt');
  });

  await t.test('a file that cannot be read is a failed result, and free', async () => {
    const before = await credits();
    const wrong: [Uint8Array | string, string, RegExp][] = [
      [makeZip([{ name: 'a.txt', bytes: 'x' }]), 'application/zip', /application\/zip/],
      [Buffer.from([0, 1, 2, 3, 4, 5, 6, 7, 1, 2, 3]), 'application/x-thing', /application\/x-thing/],
      ['%PDF-1.7\nnothing of a PDF', 'application/pdf', /application\/pdf/],
      [
        makePdf([[[72, 720, 24, 'Sealed']]], {
          trailer:
            '/Encrypt << /Filter /Standard /V 1 /R 2 /P -4 /O (12345678901234567890123456789012) /U (12345678901234567890123456789012) >>',
        }),
        '',
        /application\/pdf/,
      ],
    ];
    for (const [bytes, type, message] of wrong) {
      const { status, json } = await sendBytes(service, bytes, { type });
      assert.equal(status, 200, JSON.stringify(json));
      assert.deepEqual([json.status, json.error?.code, json.receipt.credits], ['failed', 'document', 0]);
      assert.match(json.error.message, message);
    }
    assert.equal(await credits(), before);
  });

  await t.test('rejects a request without a file, an empty file, and options that need a fetch', async () => {
    const pointers = ({ status, json }: Answered) => [status, json.errors?.map((one: Json) => one.pointer)];
    assert.deepEqual(pointers(await service.post('/v1/parse', {})), [422, ['/file']]);
    assert.deepEqual(pointers(await sendForm(service, null, [['formats', 'text']])), [422, ['/file']]);
    assert.deepEqual(pointers(await service.post('/v1/parse', { file: '' })), [422, ['/file']]);
    assert.deepEqual(pointers(await sendBytes(service, '', { type: 'text/html' })), [422, ['/file']]);
    assert.deepEqual(pointers(await sendForm(service, new File([], 'a.txt'))), [422, ['/file']]);
    assert.deepEqual(pointers(await service.post('/v1/parse', { file: 'not base64!' })), [422, ['/file']]);
    const fetching = {
      render: 'always',
      steps: [],
      country: 'de',
      headers: {},
      max_age: 9,
      robots: 'respect',
    };
    assert.deepEqual(pointers(await service.post('/v1/parse', { file: 'aGVsbG8=', ...fetching })), [
      422,
      Object.keys(fetching).map((name) => `/${name}`),
    ]);
    assert.deepEqual(
      pointers(await sendBytes(service, html, { query: '?render=always', type: 'text/html' })),
      [422, ['/query/render']],
    );
    assert.deepEqual(pointers(await sendForm(service, new File(['x'], 'x'), [['country', 'de']])), [
      422,
      ['/country'],
    ]);
    assert.deepEqual(
      pointers(await service.post('/v1/parse', { file: 'aGVsbG8=', formats: ['screenshot'] })),
      [422, ['/formats/0']],
    );
    assert.deepEqual(
      pointers(await service.post('/v1/parse', { file: 'aGVsbG8=', base_url: 'file:///etc/' })),
      [422, ['/base_url']],
    );
  });

  await t.test('rejects a broken form', async () => {
    const type = 'multipart/form-data; boundary=XX';
    const part = '--XX\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\n\r\nhello\r\n';
    const whole = await sendBytes(service, `${part}--XX--\r\n`, { type });
    assert.equal(whole.json.markdown, 'hello', JSON.stringify(whole.json));
    const broken: [string, string][] = [
      [part, type],
      [`${part}--XX--\r\n`, 'multipart/form-data'],
      [`${part.replace('name="file"', 'nonsense')}--XX--\r\n`, type],
      [`${part}${part}--XX--\r\n`, type],
      [`${part.replace('; filename="a.txt"', '')}--XX--\r\n`, type],
      [`${part.repeat(300)}--XX--\r\n`, type],
      ['no form at all', type],
    ];
    for (const [body, contentType] of broken) {
      const { status, json } = await sendBytes(service, body, { type: contentType });
      assert.deepEqual([status, json.code], [422, 'invalid'], body.slice(0, 60));
      assert.match(json.detail, /form/, body.slice(0, 60));
    }
  });

  await t.test('refuses a file over the limit before it is read', async () => {
    /** Declares a size, sends a little and waits for the response. */
    const answerTo = (headers: Record<string, string | number>, chunks: number) =>
      new Promise<{ status: number | undefined; sent: number }>((resolve, reject) => {
        const { hostname, port } = new URL(service.url);
        let sent = 0;
        const sending = httpRequest(
          {
            hostname,
            port,
            method: 'POST',
            path: '/v1/parse',
            headers: { authorization: `Bearer ${service.key}`, ...headers },
          },
          (response) => {
            resolve({ status: response.statusCode, sent });
            sending.destroy();
          },
        );
        sending.on('error', reject);
        const chunk = Buffer.alloc(1_000_000, 'x');
        const more = () => {
          if (sending.destroyed || sent >= chunks) return;
          sent += 1;
          sending.write(chunk, more);
        };
        sending.flushHeaders();
        more();
      });
    const declared = { 'content-type': 'text/plain', 'content-length': maxPageBytes + 1 };
    assert.deepEqual(await answerTo(declared, 0), { status: 413, sent: 0 });
    const form = { 'content-type': 'multipart/form-data; boundary=XX', 'content-length': 2 * maxPageBytes };
    assert.deepEqual(await answerTo(form, 0), { status: 413, sent: 0 });
    const chunked = await answerTo({ 'content-type': 'text/plain', 'transfer-encoding': 'chunked' }, 200);
    assert.equal(chunked.status, 413);
    assert.ok(chunked.sent < 60, `${chunked.sent} MB were taken`);
    const large = Buffer.alloc(maxPageBytes + 10, 'x');
    assert.equal((await sendForm(service, new File([large], 'a.txt'))).status, 413);
    const whole = Buffer.alloc(maxPageBytes, 'x y\n');
    const { status, json } = await sendBytes(service, whole, { type: 'text/plain' });
    assert.deepEqual([status, json.file.bytes], [200, maxPageBytes], JSON.stringify(json).slice(0, 500));
  });

  await t.test('the receipt covers the result; changed content is refused', async () => {
    const { json } = await sendBytes(service, `${html}${'<p>Long text follows here.</p>'.repeat(2_000)}`, {
      type: 'text/html',
      query: '?formats=markdown,raw_html',
    });
    const { keys } = (await service.get('/.well-known/jwks.json')).json;
    assert.equal(verifyReceipt(json.receipt, keys).valid, true);
    const verified = verifyResult(json, keys);
    assert.deepEqual([verified.valid, verified.reason], [true, null]);
    for (const changed of [
      { ...json, markdown: `${json.markdown} ` },
      { ...json, file: { ...json.file, name: 'other.html' } },
      { ...json, receipt: { ...json.receipt, file_sha256: sha256('other') } },
    ])
      assert.equal(verifyResult(changed, keys).valid, false);
    assert.equal((await service.post('/v1/receipts/verify', { receipt: json.receipt })).json.valid, true);

    const read = await service.get(`/v1/read?ref=${json.ref}&offset=20000&length=50`);
    assert.equal(read.status, 200);
    assert.match(read.json.url, /^ni:\/\/\/sha-256;/);
    assert.match(read.json.content, /Long text/);
    const whole = await service.get(`/v1/read?ref=${json.ref}&length=100000`);
    const digest = sha256(whole.json.content);
    assert.equal(json.receipt.parts_sha256.complete_markdown, digest);
  });

  await t.test('charges once, and states the file in the history without its content', async () => {
    const before = await credits();
    const headers = { 'idempotency-key': 'once' };
    const first = await sendBytes(service, html, { type: 'text/html', headers });
    const again = await sendBytes(service, html, { type: 'text/html', headers });
    assert.deepEqual(again.json, first.json);
    const other = await sendBytes(service, `${html} `, { type: 'text/html', headers });
    assert.equal(other.status, 409);
    assert.equal(before - (await credits()), 1);
    const { requests } = (await service.get('/v1/requests?tool=parse')).json;
    const entry = (await service.get(`/v1/requests/${first.json.receipt.request_id}`)).json;
    assert.equal(requests[0].url, null);
    assert.deepEqual(entry.params.file, { sha256: sha256(html), bytes: html.length });
    assert.ok(!JSON.stringify(entry).includes('board met'));
  });

  await t.test('a dry run estimates and charges nothing', async () => {
    const before = await credits();
    const { json } = await sendBytes(service, html, { type: 'text/html', query: '?dry_run=true' });
    assert.deepEqual([json.estimate.min, json.estimate.max, json.estimate.lines[0].item], [0, 1, 'upload']);
    assert.equal(await credits(), before);
  });

  await t.test('another account and another key read nothing of it', async () => {
    const account = await service.post('/v1/admin/accounts', { name: 'other', plan_credits: 0 });
    assert.equal(account.status, 200, JSON.stringify(account.json));
    const { key } = account.json;
    const { json } = await sendBytes(service, `${html}${'<p>Long text.</p>'.repeat(3_000)}`, {
      type: 'text/html',
    });
    const foreign = await service.get(`/v1/read?ref=${json.ref}`, { key });
    assert.equal(foreign.status, 404);
    assert.equal((await sendBytes(service, html, { key: null, type: 'text/html' })).status, 401);
  });
});

test('nothing is fetched for a sent file', async (t) => {
  const site = await startLoopbackServer('127.0.0.11', () => new Map());
  t.after(() => site.close());
  const service = await startTestService(t);
  const source = `<!DOCTYPE html><html><head><link rel="stylesheet" href="/style.css"><meta http-equiv="refresh" content="0;url=${site.url('/next')}">
    <script src="${site.url('/script.js')}"></script></head><body><h1>Page</h1><img src="/image.png"><iframe src="${site.url('/frame')}"></iframe></body></html>`;
  const { json } = await sendBytes(service, source, {
    type: 'text/html',
    query: `?base_url=${encodeURIComponent(site.url('/page'))}&formats=markdown,html,links,images,structured_data`,
  });
  assert.equal(json.status, 'ok', JSON.stringify(json));
  assert.equal(site.hits, 0);
});

test('values of a sent file, with a model', async (t) => {
  const model = await startModelServer({ write: readsFacts({ guardian: 'Mira Solheim' }) });
  t.after(() => model.close());
  const service = await startTestService(t, {
    WEBDATA_MODEL_URL: model.url,
    WEBDATA_MODEL: 'reader',
    WEBDATA_ALLOW_NETWORKS: '127.0.0.11/32',
  });
  const schema = {
    type: 'object',
    properties: { guardian: { type: 'string', description: 'who watches the depot at night' } },
  };
  const source =
    '<title>Depot</title><h1>Depot 7</h1><p>The night watch of this depot is kept by Mira Solheim.</p>';
  const dry = await service.post('/v1/parse?dry_run=true', { file: btoa(source), schema });
  assert.equal(dry.json.estimate.max, 6);
  const { json } = await service.post('/v1/parse', { file: btoa(source), content_type: 'text/html', schema });
  assert.equal(json.data.guardian, 'Mira Solheim', JSON.stringify(json));
  assert.equal(json.methods['/guardian'], 'model');
  assert.deepEqual([json.unverified, json.receipt.credits], [[], 6]);
  const plain = await service.post('/v1/parse', { file: btoa(source), content_type: 'text/html' });
  assert.deepEqual([plain.json.receipt.credits, 'data' in plain.json], [1, false]);
});

test('a sent file is found by local search', async (t) => {
  const service = await startTestService(t, { WEBDATA_SEARCH: 'local' });
  const source =
    '<html lang="en"><title>Gangway rules</title><h1>Gangway rules</h1><p>Every gangway is inspected by the boatswain before the first passenger crosses it in the morning.</p></html>';
  const { json } = await sendBytes(service, source, { type: 'text/html' });
  const found = await until(
    async () => (await service.post('/v1/search', { query: 'boatswain gangway' })).json,
    (answer) => answer.results?.length > 0,
  );
  assert.equal(found.results[0].title, 'Gangway rules');
  assert.equal(
    found.results[0].url,
    `ni:///sha-256;${Buffer.from(json.file.sha256, 'hex').toString('base64url')}`,
  );
});

test('the file of a cancelled job goes, and a call with the same key starts no other job', async (t) => {
  const model = await startModelServer({ write: readsFacts({}) });
  t.after(() => model.close());
  model.behave({ trouble: 'hang' });
  const service = await startTestService(t, { WEBDATA_MODEL_URL: model.url, WEBDATA_MODEL: 'reader' });
  const schema = { type: 'object', properties: { guardian: { type: 'string' } } };
  const body = { file: btoa(html), content_type: 'text/html', schema };
  const headers = { 'idempotency-key': 'one job' };
  const started = await service.post('/v1/parse?async=true', body, { headers });
  const again = await service.post('/v1/parse?async=true', body, { headers });
  assert.equal(again.json.jid, started.json.jid);
  const files = () => service.database.selectFrom('job_files').selectAll().execute();
  assert.equal((await files()).length, 1);
  assert.equal((await service.database.selectFrom('blob_contents').selectAll().execute()).length, 1);
  assert.ok(!JSON.stringify(started.json).includes('digest'), 'nothing of the stored file is shown');
  await until(
    async () => model.requests.length,
    (requests) => requests > 0,
  );
  assert.equal((await service.post(`/v1/jobs/${started.json.jid}/cancel`, {})).status, 200);
  await service.database
    .updateTable('periodic_tasks')
    .set({ next_run_at: new Date(0) })
    .where('name', '=', 'delete-job-files')
    .execute();
  await until(files, (rows) => rows.length === 0);
  assert.deepEqual(await service.database.selectFrom('blob_contents').selectAll().execute(), []);
  const account = (await service.get('/v1/account')).json;
  assert.equal(account.credits.reserved, 0);
});

test('deleting a job deletes the text of its file, also in search', async (t) => {
  const service = await startTestService(t, { WEBDATA_SEARCH: 'local' });
  const text = `# Bollards\n\n${'A bollard holds the hawser of a moored ship. '.repeat(2_000)}`;
  const started = await sendBytes(service, text, { type: 'text/markdown', query: '?async=true' });
  const job = await endedJob(service, started.json.jid);
  const [{ ref }] = (await service.get(`/v1/jobs/${job.jid}/results`)).json.results;
  assert.equal((await service.get(`/v1/read?ref=${ref}`)).status, 200);
  const indexed = async () => (await service.pool.query('select url from read_pages')).rows;
  await until(indexed, (rows) => rows.length === 1);
  assert.equal((await service.request('DELETE', `/v1/jobs/${job.jid}`)).status, 200);
  assert.equal((await service.get(`/v1/read?ref=${ref}`)).status, 410);
  assert.deepEqual(await indexed(), []);
});

test('a file in the background', async (t) => {
  const service = await startTestService(t);
  const started = await sendBytes(service, html, {
    type: 'text/html',
    query: '?async=true&filename=minutes.html',
  });
  assert.equal(started.status, 200, JSON.stringify(started.json));
  assert.equal(started.json.type, 'parse');
  const job = await endedJob(service, started.json.jid);
  assert.equal(job.status, 'completed', JSON.stringify(job.error));
  const [result] = (await service.get(`/v1/jobs/${job.jid}/results`)).json.results;
  assert.partialDeepStrictEqual(result, { url: null, file: { name: 'minutes.html', sha256: sha256(html) } });
  assert.match(result.markdown, /board met/);
  const { keys } = (await service.get('/.well-known/jwks.json')).json;
  assert.equal(verifyResult(result, keys).valid, true);
  assert.equal(job.credits.charged, 1);
});
