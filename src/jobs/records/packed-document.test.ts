import assert from 'node:assert/strict';
import { test } from 'node:test';
import { zstdCompressSync } from 'node:zlib';
import { cleanJson } from '../../domain/values/clean-text.ts';
import type { StoredContent } from '../../store/pages/contents.ts';
import { packDocument, unpackDocument } from './packed-document.ts';

const now = new Date('2026-11-30T12:00:00.000Z');

function contentOf(text: string): StoredContent {
  return {
    ref: 'ref_a',
    accountId: 'acct_a',
    url: 'https://example.com/long',
    title: 'Long',
    body: zstdCompressSync(text),
    bodyDigest: null,
    length: [...text].length,
    createdAt: now,
    expiresAt: now,
  };
}

/** Returns the JSON that a reader sees of a stored document, and the stored one. */
async function store(document: { markdown?: string }, content: StoredContent | null) {
  const packed = await packDocument(document, content);
  const json = await unpackDocument({
    page: Buffer.from(packed.page),
    bytes: packed.bytes,
    text_at: packed.textAt,
    text: content?.body ? Buffer.from(content.body) : null,
    text_length: content?.length ?? null,
  });
  assert.equal(json.byteLength, packed.bytes, 'the stated size is that of the whole document');
  return { json: json.toString('utf8'), packed };
}

const texts = {
  plain: 'Words of a page.\n'.repeat(3_000),
  escaped: '"quoted" \\ back\\\\slash\t\u0001 "markdown":"" \u2028\n'.repeat(500),
  'of several bytes': 'Grüße 🎈 日本語\n'.repeat(2_000),
  'with what PostgreSQL cannot store': `a\0b\ud800c\n`.repeat(2_000),
};

for (const [name, text] of Object.entries(texts)) {
  test(`a text ${name} is stored once, and its result is read as it was`, async () => {
    const start = [...text].slice(0, 9_001).join('');
    const document = {
      url: 'https://example.com/"markdown":""',
      title: '"markdown":""',
      markdown: start,
      n: 1,
    };
    const { json, packed } = await store(document, contentOf(text));
    assert.equal(json, cleanJson(document));
    assert.notEqual(packed.textAt, null);
    assert.ok(packed.page.byteLength < 200, `${packed.page.byteLength} bytes are stored`);
  });
}

test('a document stays whole without a row that has its text', async () => {
  const text = texts.plain;
  const document = { markdown: text.slice(0, 100) };
  const inBlob: StoredContent = { ...contentOf(text), body: null, bodyDigest: 'f'.repeat(64) };
  const huge = contentOf('a'.repeat(200_001));
  for (const content of [null, inBlob, huge]) {
    const { json, packed } = await store(document, content);
    assert.equal(json, JSON.stringify(document));
    assert.equal(packed.textAt, null);
  }
  const { packed } = await store({}, contentOf(text));
  assert.equal(packed.textAt, null);
});
