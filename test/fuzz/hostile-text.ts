import type { Dice } from './dice.ts';

/** Texts that often cause errors: control characters, lone surrogates, expressions, syntax of other languages. */
const texts: readonly string[] = [
  '',
  ' ',
  '\t\r\n',
  '\0',
  'a\0b',
  '\u0001\u0002\u001f\u007f',
  '\ud800',
  'a\udfffb',
  '\udc00\ud800',
  '\ufeffbom',
  '\u202eright to left',
  '\u0000\u{1f600}\u{10ffff}',
  'e\u0301\u0301\u0301\u0301',
  'ﷺ'.repeat(50),
  '%00',
  '%',
  '%zz',
  '%c0%ae%c0%ae%2f',
  '..',
  '../../../../etc/passwd',
  '..\\..\\windows\\win.ini',
  "' or 1=1 --",
  "'; drop table jobs; --",
  '$1',
  '{{',
  '{{a.b.c}}',
  '{{constructor}}',
  '{{__proto__}}',
  '#{7*7}',
  '<script>alert(1)</script>',
  '<!--',
  ']]>',
  '&#0;&#xd800;&#x110000;',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  'null',
  'undefined',
  'NaN',
  'true',
  '0',
  '-1',
  '1e400',
  '0x10',
  '9007199254740993',
  '99999999999999999999999999',
  '1970-01-01T00:00:00Z',
  '2026-02-30',
  '+275760-09-13T00:00:00.001Z',
  '0000-00-00',
  '-000001-01-01T00:00:00Z',
  '\r\nX-Injected: yes',
  '(',
  '[',
  '(a+)+$',
  '(?=a)',
  '\\p{',
  '*'.repeat(64),
  'a{1000000}',
  '((((((((((a{50}){50}){50}',
  '/'.repeat(200),
  '/'.concat('a'.repeat(300)),
  '//*[',
  ':has(:has(*))',
  ':not('.repeat(60),
  '*,'.repeat(300),
  'a b'.repeat(30),
  '-'.repeat(80),
  `${'-'.repeat(60)} x`,
  '[]',
  '{}',
  '{"a":1}',
  '=cmd|/c calc',
  'job_00000000000000000000000000',
  '00000000-0000-0000-0000-000000000000',
];

/** Returns a hostile text; one in forty has 1,000 to 120,000 characters. */
export function hostileText(dice: Dice): string {
  if (!dice.chance(0.025)) return dice.pick(texts);
  const unit = dice.pick(['a', 'ä', '\u{1f600}', '<b>', '\0', ' ', '\n', '-', '[', '"']);
  return unit.repeat(dice.pick([1_000, 8_193, 40_000]));
}

/** Inserts a hostile text at a random position of another one. */
export function spoilText(text: string, dice: Dice): string {
  const at = dice.between(0, text.length);
  return `${text.slice(0, at)}${hostileText(dice)}${text.slice(at)}`;
}

/**
 * Percent-encodes a text for a path or query. Lone surrogates become the three bytes of their code point, which is
 * invalid UTF-8.
 */
export function percentEncode(text: string): string {
  let encoded = '';
  for (const character of text) {
    const code = character.codePointAt(0) as number;
    if (/[\w.~-]/.test(character) && code < 0x80) encoded += character;
    else if (code >= 0xd800 && code <= 0xdfff)
      encoded += `%ED%${(0x80 | ((code >> 6) & 0x3f)).toString(16)}%${(0x80 | (code & 0x3f)).toString(16)}`;
    else for (const byte of Buffer.from(character)) encoded += `%${byte.toString(16).padStart(2, '0')}`;
  }
  return encoded;
}
