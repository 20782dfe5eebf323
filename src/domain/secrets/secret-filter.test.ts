import assert from 'node:assert/strict';
import { test } from 'node:test';
import { maskHtml } from './mask-html.ts';
import { createSecretFilter } from './secret-filter.ts';
import { isSecretField, namesSecret, namesSecretParameter } from './secret-words.ts';

const secret = 'zq8K&fö hunter-22!';
const filter = createSecretFilter([secret]);

/** Returns true if a text still holds four characters in a row of the secret, in any case. */
function holdsPart(text: string): boolean {
  const shown = text.toLowerCase();
  const parts = Array.from({ length: secret.length - 3 }, (_, at) => secret.slice(at, at + 4).toLowerCase());
  return parts.some((part) => shown.includes(part));
}

const forms: Record<string, string> = {
  'as it is': secret,
  'upper case': secret.toUpperCase(),
  trimmed: `  ${secret}  `,
  'with other whitespace': secret.replace(' ', '\n\t '),
  'inside other text': `Hello${secret}World`,
  'percent-encoded': encodeURIComponent(secret),
  'as a form': new URLSearchParams({ q: secret }).toString(),
  'with character references': 'zq8K&amp;f&#xF6; hunter-22&#33;',
  'in JSON in JSON': JSON.stringify(JSON.stringify({ value: secret })),
  'with soft hyphens': secret.replace('hunter', 'hun\u00adter'),
};

for (const [form, text] of Object.entries(forms)) {
  test(`a secret is masked ${form}`, () => {
    const masked = filter.mask(`before ${text} after`);
    assert.ok(masked.includes('•••'), masked);
    assert.ok(!holdsPart(decodeURIComponent(masked.replace(/%(?![0-9a-f]{2})/gi, ''))), masked);
    assert.ok(masked.startsWith('before') && masked.endsWith('after'));
  });
}

test('a secret is masked in base64, also between other bytes', () => {
  for (const before of ['', 'a', 'ab', 'abc']) {
    const text = Buffer.from(`${before}${secret}${before}`).toString('base64');
    const left = filter
      .mask(text)
      .split('•••')
      .map((piece) => Buffer.from(piece, 'base64').toString());
    assert.ok(!left.some(holdsPart), left.join('|'));
  }
});

test('parts are masked: prefixes while it is typed, and its end', () => {
  const typed = createSecretFilter(['hunter22xyz']);
  for (const [text, wanted] of [
    ['You typed hunt', 'You typed •••'],
    ['You typed hunter2', 'You typed •••'],
    ['ending in 2xyz', 'ending in •••'],
  ] as const)
    assert.equal(typed.mask(text), wanted);
  assert.equal(typed.maskField('myhunt'), 'my•••');
  const card = createSecretFilter(['4242424242424242']);
  assert.equal(card.mask('4242 4242 4242 4242'), '••• ••• ••• •••');
});

test('ordinary text stays', () => {
  const phrase = createSecretFilter(['correct horse battery staple', 'Summer2026!sale', 'direction9']);
  for (const text of [
    'A horse is in the correct stable.',
    'Incorrectly directed collections of batteries',
    'The summer sale of 2026 ends soon',
    'hunting shops: 12, 14 and 2026',
  ])
    assert.equal(phrase.mask(text), text);
  assert.equal(phrase.mask('it is correct horse battery'), 'it is •••');
});

test('short values never blank a text', () => {
  const short = createSecretFilter(['a', 'no', '737', '4']);
  assert.equal(short.mask('no banana costs 4 or 7370 or a4'), 'no banana costs 4 or 7370 or a4');
  assert.equal(short.mask('CVC 737.'), 'CVC •••.');
  assert.equal(short.maskField('no'), '•••');
  assert.equal(short.maskField('4'), '•••');
});

test('JSON values are masked with their keys; other values keep their type', () => {
  const value = { [secret]: [secret, 5, true, null], n: { deep: `x ${secret}` } };
  const masked = filter.maskValue(value);
  assert.ok(!holdsPart(JSON.stringify(masked)));
  assert.deepEqual(createSecretFilter().maskValue(value), value);
  assert.equal((masked as unknown as Record<string, unknown[]>)['•••']?.[1], 5);
});

test('a page keeps its structure although a password is the name of an element', () => {
  const table = createSecretFilter(['table']);
  const html = '<table class="x"><td title="my table">the table</td></table>';
  assert.equal(maskHtml(html, table), '<table class="x"><td title="my •••">the •••</td></table>');
});

test('the time does not depend on the values: repeated characters in the text and in the value', () => {
  const repeated = createSecretFilter(['a'.repeat(20_000), 'ab'.repeat(10_000)]);
  const masked = repeated.mask(`${'a'.repeat(300_000)} ${'b '.repeat(100_000)}`);
  assert.ok(masked.length < 300_000);
});

test('fields and parameters say by their words that they are secret', () => {
  const facts = { type: 'text', autocomplete: '', inputmode: '', names: [] as string[], maxLength: 100 };
  const secretFields = [
    { type: 'password' },
    { autocomplete: 'one-time-code' },
    { autocomplete: 'section-a billing cc-number' },
    { autocomplete: 'cc-csc' },
    { names: ['Card number'] },
    { names: ['cvv'] },
    { names: ['userPassword'] },
    { names: ['PIN'] },
    { names: ['Sicherheitscode'] },
    { names: ['パスワード'] },
    { inputmode: 'numeric', maxLength: 1 },
    { inputmode: 'numeric', maxLength: 6, names: ['Code'] },
  ];
  for (const one of secretFields)
    assert.equal(isSecretField({ ...facts, ...one }), true, JSON.stringify(one));
  const others = [
    { names: ['Pinterest'] },
    { names: ['Season pass type'] },
    { names: ['max_tokens'] },
    { names: ['Discount code'] },
    { names: ['PIN code'], autocomplete: 'postal-code' },
    { inputmode: 'numeric', maxLength: 3, names: ['Quantity'] },
  ];
  for (const one of others) assert.equal(isSecretField({ ...facts, ...one }), false, JSON.stringify(one));
  assert.ok(
    ['access_token', 'sig', 'key', 'X-Amz-Signature', 'PHPSESSID', 'api-key'].every(namesSecretParameter),
  );
  assert.ok(!['keyword', 'max_tokens', 'page', 'author', 'q', 'monkey'].some(namesSecretParameter));
  assert.equal(namesSecret('Enter the one-time code'), true);
});
