import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ForeignText, foreignTexts } from '../../../test/world/foreign-texts.ts';
import { decodeText } from './decode.ts';

const encode = (text: string) => new TextEncoder().encode(text);

function bytesOf(...parts: (string | Uint8Array)[]): Uint8Array {
  return Buffer.concat(parts.map((part) => (typeof part === 'string' ? encode(part) : part)));
}

function bodyOf(text: ForeignText): Uint8Array {
  return Buffer.from(text.bodyBytes, 'base64');
}

function foreignText(charset: string): ForeignText {
  return foreignTexts.find((text) => text.charset === charset) as ForeignText;
}

const declarable = foreignTexts.filter((text) => !text.charset.startsWith('utf-16'));

for (const text of declarable) {
  const name = new TextDecoder(text.charset).encoding;

  test(`${text.charset} is decoded if the header declares it`, () => {
    const decoded = decodeText(bodyOf(text), `text/html; charset="${text.charset.toUpperCase()}"`, true);
    assert.deepEqual(decoded, {
      text: text.body,
      charset: name,
      isVerbatim: name === 'utf-8',
    });
  });

  test(`${text.charset} is decoded if only the page declares it, after a long comment`, () => {
    const head = `<!DOCTYPE html><!-- ${'x'.repeat(3000)} --><meta charset=${text.charset}><p>`;
    assert.equal(decodeText(bytesOf(head, bodyOf(text)), 'text/html', true).text, head + text.body);
  });

  test(`${text.charset} is decoded if a wrong header contradicts the page and the bytes`, () => {
    const head = `<meta http-equiv="Content-Type" content="text/html; charset=${text.charset}">`;
    const wrong = text.charset === 'utf-8' ? 'iso-8859-1' : 'utf-8';
    const decoded = decodeText(bytesOf(head, bodyOf(text)), `text/html; charset=${wrong}`, true);
    assert.equal(decoded.text, head + text.body);
  });
}

for (const charset of ['utf-16le', 'utf-16be']) {
  const text = foreignText(charset);
  const mark = charset === 'utf-16le' ? [0xff, 0xfe] : [0xfe, 0xff];

  test(`${charset} is decoded by its byte order mark, for every header`, () => {
    const bytes = bytesOf(Uint8Array.from(mark), bodyOf(text));
    assert.deepEqual(decodeText(bytes, 'text/html; charset=utf-8', true), {
      text: text.body,
      charset,
      isVerbatim: false,
    });
  });

  test(`${charset} without a byte order mark is detected by its zero bytes`, () => {
    const little = Buffer.from('<html><title>wide text without a mark</title>', 'utf16le');
    const bytes = charset === 'utf-16le' ? little : Buffer.from(little).swap16();
    assert.deepEqual(decodeText(bytes, 'text/html', true), {
      text: '<html><title>wide text without a mark</title>',
      charset,
      isVerbatim: false,
    });
  });
}

test('a UTF-8 byte order mark overrides header and page, and is not part of the text', () => {
  const bytes = bytesOf(Uint8Array.of(0xef, 0xbb, 0xbf), '<meta charset=koi8-r>é');
  assert.deepEqual(decodeText(bytes, 'text/html; charset=shift_jis', true), {
    text: '<meta charset=koi8-r>é',
    charset: 'utf-8',
    isVerbatim: false,
  });
});

test('labels are interpreted by the Encoding Standard', () => {
  assert.deepEqual(decodeText(Uint8Array.of(0x93, 0x80, 0x94), 'text/html; charset=ISO-8859-1', true), {
    text: '“€”',
    charset: 'windows-1252',
    isVerbatim: false,
  });
  assert.equal(decodeText(Uint8Array.of(0x80), 'text/html; charset=gb2312', true).charset, 'gbk');
});

test('the header overrides the page if the bytes are valid in both', () => {
  const bytes = bytesOf('<meta charset=iso-8859-2>', Uint8Array.of(0xe6));
  assert.ok(decodeText(bytes, 'text/html; charset=windows-1252', true).text.endsWith('æ'));
});

test('without a declaration: UTF-8 if the bytes are valid, else a guess', () => {
  assert.deepEqual(decodeText(encode('naïve 😀'), null, true), {
    text: 'naïve 😀',
    charset: 'utf-8',
    isVerbatim: true,
  });
  const russian = Buffer.concat(Array.from({ length: 8 }, () => bodyOf(foreignText('windows-1251'))));
  assert.equal(decodeText(russian, 'text/html', true).charset, 'windows-1251');
  const japanese = Buffer.concat(Array.from({ length: 8 }, () => bodyOf(foreignText('shift_jis'))));
  assert.equal(decodeText(japanese, null, false).charset, 'shift_jis');
});

test('an unknown label is ignored, and a broken text is decoded', () => {
  assert.equal(decodeText(encode('é'), 'text/html; charset=nonsense', true).text, 'é');
  assert.equal(decodeText(encode('é'), 'text/html; charset=utf-7', true).text, 'é');
  const broken = decodeText(
    bytesOf('<meta charset=utf-8>é', Uint8Array.of(0xff)),
    'text/html; charset=utf-8',
    true,
  );
  assert.equal(broken.text, '<meta charset=utf-8>é\ufffd');
  assert.equal(decodeText(new Uint8Array(), null, true).text, '');
});

test('an invalid sequence in UTF-8 text does not change the character set', () => {
  const text = 'Größe, Übermut, Ähnliches und natürlich Öl für die Tür';
  for (const meta of ['', '<meta charset=iso-8859-1>']) {
    const bytes = bytesOf(meta, text, Uint8Array.of(0xc3), ' Ende');
    assert.equal(
      decodeText(bytes, meta === '' ? null : 'text/html; charset=utf-8', true).text,
      `${meta}${text}\ufffd Ende`,
    );
  }
});

test('an XML declaration applies outside HTML', () => {
  const head = '<?xml version="1.0" encoding="windows-1251"?><a>';
  const text = foreignText('windows-1251');
  assert.equal(decodeText(bytesOf(head, bodyOf(text)), 'application/xml', false).text, head + text.body);
});

test('characters that the tables of the platform lack are decoded', () => {
  const read = (charset: string, ...codes: number[]) =>
    decodeText(Uint8Array.from(codes), `text/plain; charset=${charset}`, false).text;
  // Hong Kong supplement, with the one code for two characters.
  assert.equal(read('big5', 0x87, 0x40, 0xfa, 0x40, 0x88, 0x62, 0xa4, 0xa4), '䏰𠕇Ê̄中');
  assert.equal(read('big5-hkscs', 0x87, 0x40), '䏰');
  assert.equal(read('ks_c_5601-1987', 0xa2, 0xe6, 0x81, 0x41), '€갂');
});
