import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findOcrPackages } from '../../src/runtime/threads/find-ocr-packages.ts';
import { makePdf } from '../corpus/documents/make-pdf.ts';
import { makeFaxPdf, makeScan, makeScannedPdf, scannedLines } from '../corpus/documents/make-scan.ts';
import { startTestService } from './running-service.ts';

const packages = findOcrPackages(['eng']);
const isMissing = 'missing' in packages && 'tesseract.js-core is not installed';
const hasDecoders = !('missing' in packages) && packages.pdfFolder !== null;

/** Markdown of the scanned page. */
const [title, ...paragraphs] = scannedLines;
const scannedMarkdown = [`# ${title}`, ...paragraphs].join('\n\n');

test('OCR reads files that are sent', { skip: isMissing }, async (t) => {
  const service = await startTestService(t);
  const parse = (bytes: Uint8Array, query = '') =>
    service.request('POST', `/v1/parse${query}`, { raw: bytes });

  await t.test('an image', async () => {
    const { json } = await parse(makeScan());
    assert.equal(json.status, 'ok');
    assert.equal(json.markdown, scannedMarkdown);
    const { confidence, languages } = json.metadata.ocr;
    assert.ok(confidence >= 80 && confidence <= 100, `confidence ${confidence}`);
    assert.deepEqual(languages, ['eng']);
    assert.equal(json.metadata.width, 499);
    assert.deepEqual(json.warnings, []);
    assert.equal(json.receipt.credits, 1);
  });

  await t.test('the pages of a PDF that have no text', async () => {
    const { json } = await parse(makeScannedPdf(2), '?page_marks=true');
    const page = (number: number) => `<!-- page ${number} -->\n\n${scannedMarkdown}`;
    assert.equal(json.markdown, `${page(1)}\n\n${page(2)}`);
    assert.deepEqual(json.metadata.ocr.pages, '1-2');
    assert.deepEqual(json.warnings, []);
  });

  await t.test('values that were read are weak', async () => {
    const schema = {
      type: 'object',
      properties: { price: { type: 'number' }, organizer: { type: 'string' } },
    };
    const body = { file: makeScan().toString('base64'), schema };
    const { json } = await service.post('/v1/parse', body);
    assert.deepEqual(json.data, { price: 18.5, organizer: 'Mary Aldous' });
    assert.equal(json.evidence['/price'].weak, true);
    assert.equal(json.evidence['/organizer'].weak, true);
  });

  await t.test('a fax is read with the decoders of pdfjs-dist, and named without them', async () => {
    const { json } = await parse(makeFaxPdf());
    const codes = json.warnings.map(({ code }: { code: string }) => code);
    if (hasDecoders) assert.deepEqual([json.markdown, codes], [scannedMarkdown, []]);
    else assert.deepEqual([json.markdown, codes], ['', ['no_text', 'empty_page', 'ocr_incomplete']]);
  });

  await t.test('the health of the service states it', async () => {
    const { ocr } = (await service.get('/v1/health')).json.checks;
    assert.deepEqual(ocr, { status: 'ok', detail: 'Tesseract with eng' });
  });

  await t.test('not with `never`', async () => {
    const { json } = await parse(makeScan(), '?ocr=never');
    assert.equal(json.markdown, '');
    assert.equal(json.metadata.ocr, undefined);
    assert.deepEqual(
      json.warnings.map(({ code }: { code: string }) => code),
      ['no_text'],
    );
  });

  await t.test('not if there is text', async () => {
    const text = makePdf([
      [[72, 700, 12, 'The ferry leaves the northern quay at dawn and crosses the sound.']],
    ]);
    assert.equal((await parse(text)).json.metadata.ocr, undefined);
  });
});

test('a page states which package of a language is not installed', async (t) => {
  const service = await startTestService(t, { WEBDATA_OCR_LANGUAGES: 'xxx' });
  const { json } = await service.request('POST', '/v1/parse', { raw: makeScannedPdf(1) });
  assert.equal(json.status, 'ok');
  const [warning] = json.warnings.filter(({ code }: { code: string }) => code === 'no_text');
  assert.match(warning.message, /npm install .*@tesseract\.js-data\/xxx/);
});
