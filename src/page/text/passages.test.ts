import assert from 'node:assert/strict';
import { test } from 'node:test';
import { splitBlocks } from './blocks.ts';
import { sliceCodePoints } from './code-points.ts';
import { rankPassages } from './passages.ts';
import { parseSections } from './sections.ts';

const filler = 'The garden lies behind the house and nobody went there for many years. '.repeat(4).trim();

const manual = [
  '# Coffee machine 😀',
  filler,
  '## Cleaning',
  'Rinse the brew group every week. Descale the machine with citric acid when the lamp blinks.',
  filler,
  '## Warranty',
  'Two years from the date of purchase. Keep the receipt.',
  filler,
  '## Prices',
  '| Model | Price |\n| --- | --- |\n| Basic | 199 EUR |\n| Deluxe | 349 EUR |',
].join('\n\n');

function topPassages(markdown: string, focus: string) {
  return rankPassages(markdown, parseSections(markdown), focus, 3);
}

test('the passage with the answer is first, with its section', () => {
  const [first] = topPassages(manual, 'How do I descale the machine?');
  assert.equal(first?.section, 'cleaning');
  assert.match(first?.text ?? '', /citric acid/);
  assert.match(topPassages(manual, 'deluxe price')[0]?.text ?? '', /349 EUR/);
});

test('words of a heading count for the passages below it', () => {
  const [first] = topPassages(manual, 'warranty');
  assert.equal(first?.section, 'warranty');
  assert.match(first?.text ?? '', /Two years/);
});

test('offsets and lengths are code points of the text', () => {
  for (const passage of topPassages(manual, 'machine garden price')) {
    assert.equal(sliceCodePoints(manual, passage.offset, passage.length), passage.text);
  }
});

test('accents, case and endings are ignored', () => {
  const text = `# A\n\n${filler}\n\n# B\n\nDie Kündigungsfrist beträgt drei Monate; Erstattungen folgen.\n\n# C\n\n${filler}`;
  assert.equal(topPassages(text, 'KUNDIGUNGSFRIST')[0]?.section, 'b');
  assert.equal(topPassages(text, 'Erstattung')[0]?.section, 'b');
});

test('scripts without spaces are segmented into words', () => {
  const text = `# 概要\n\n当店は京都にある小さな本屋です。\n\n# 送料\n\n全国一律の送料は五百円で、返品は七日以内に受け付けます。\n\n# 定休日\n\n毎週月曜日は休みです。`;
  assert.match(topPassages(text, '返品できますか')[0]?.text ?? '', /返品は七日以内/);
  const chinese = `# 一\n\n今天天气很好，我们去公园散步。\n\n# 二\n\n退款政策：收到商品后三十天内可以申请退款。`;
  assert.match(topPassages(chinese, '如何退款')[0]?.text ?? '', /申请退款/);
});

test('passages without any of the words are omitted', () => {
  assert.deepEqual(topPassages(manual, 'quantum'), []);
  assert.deepEqual(topPassages(manual, ' ?! '), []);
  assert.equal(rankPassages(manual, parseSections(manual), 'garden', 2).length, 2);
});

test('equal queries return equal passages, with ties in page order', () => {
  const text = `${filler}\n\n# X\n\n${filler}`;
  const passages = topPassages(text, 'garden');
  assert.deepEqual(topPassages(text, 'garden'), passages);
  assert.ok((passages[0]?.offset ?? 0) < (passages[1]?.offset ?? 0));
});

test('rows, items and fences stay complete; only blocks that are too long are divided', () => {
  const table = Array.from({ length: 60 }, (_, at) => `| cell ${at} | ${'value '.repeat(5)}|`).join('\n');
  const fence = `\`\`\`js\n${'let x = 1;\n\n'.repeat(60)}\`\`\``;
  const text = `# T\n\n${table}\n\n# F\n\n${fence}\n\n# L\n\n${'😀'.repeat(4000)}`;
  const blocks = splitBlocks(text, parseSections(text)).map((block) => text.slice(block.start, block.end));
  const rows = blocks.filter((block) => block.startsWith('|'));
  assert.ok(rows.length > 2 && rows.every((block) => block.endsWith('|')));
  assert.ok(blocks.includes(fence));
  const long = blocks.filter((block) => block.startsWith('😀'));
  assert.ok(long.length > 2 && long.every((block) => block.isWellFormed()));
  assert.equal(long.join(''), '😀'.repeat(4000));
});

test('a word that means the same in another language leads to the passage, after the words themselves', () => {
  const text = `# A\n\n${filler}\n\n# B\n\nLieferzeit: drei bis fünf Werktage.\n\n# C\n\nThe owner lives in Straße 4.\n\n# D\n\nLa cuisine est neuve.`;
  assert.equal(topPassages(text, 'delivery time')[0]?.section, 'b');
  assert.equal(topPassages(text, 'propriétaire')[0]?.section, 'c');
  assert.equal(topPassages(text, 'Strasse')[0]?.section, 'c');
  assert.equal(topPassages(text, 'kitchen')[0]?.section, 'd');
  const both = `# One\n\nThe proprietor stands outside. ${filler}\n\n# Two\n\nThe owner stands outside. ${filler}`;
  assert.equal(topPassages(both, 'owner')[0]?.section, 'two');
});

test('a word of another meaning leads nowhere', () => {
  for (const focus of ['eclipse', 'blood type 7', 'Hufschmied'])
    assert.deepEqual(topPassages(manual, focus), [], focus);
});
