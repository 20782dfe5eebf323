import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makePdf, type PlacedText } from '../corpus/documents/make-pdf.ts';
import { type Route, startLoopbackServer } from '../world/loopback-server.ts';
import { startTestService } from './running-service.ts';

const locks = [
  ['Northern lock', 'Holm', '18.40'],
  ['Mill lock', 'Vester', '9.75'],
  ['Customs lock', 'Lind', '22.10'],
  ['Old basin', 'Holm', '31.00'],
  ['Tide gate', 'Strand', '12.60'],
];
const headings = ['Name', 'Keeper', 'Length'];
const facts = [
  ['Operator', 'Sound Canal Company'],
  ['Seat', 'Vesterholm'],
  ['Opening year', '1898'],
  ['Phone', '+45 3312 4477'],
];

const bars = (rows: string[][]) => rows.map((row) => `| ${row.join(' | ')} |`);
const aligned = (rows: string[][]) =>
  rows.map((row) =>
    row
      .map((cell) => cell.padEnd(24))
      .join('')
      .trimEnd(),
  );
const rule = (width: number) => `|${' --- |'.repeat(width)}`;
const border = '+---------------+--------+--------+';

const markdown = [
  '# Locks of the canal',
  '',
  'All locks are **open** from April on.',
  '',
  ...bars([headings]),
  rule(3),
  ...bars(locks.map(([name = '', ...rest]) => [`[${name}](/locks/${name.slice(0, 3)})`, ...rest])),
  '',
  '## Operator',
  '',
  '| | |',
  rule(2),
  ...bars(facts.map(([label = '', value = '']) => [`**${label}**`, value])),
].join('\n');

const bordered = ['Locks of the canal', '', border, ...bars([headings]), border, ...bars(locks), border].join(
  '\n',
);

const plain = [
  'Locks of the canal',
  '',
  ...aligned([headings, ...locks]),
  '',
  'The operator answers questions.',
  '',
  ...aligned(facts),
].join('\n');

const place = (rows: string[][], top: number): PlacedText[] =>
  rows.flatMap((row, at) =>
    row.map((text, column): PlacedText => [72 + column * 150, top - at * 14, 10, text]),
  );
const pdf = makePdf([
  [[72, 740, 20, 'Locks of the canal'], ...place([headings, ...locks], 700), ...place(facts, 540)],
]);

const csv = [headings, ...locks].map((row) => row.join(',')).join('\n');

const rows = (count: number) =>
  Array.from({ length: count }, (_, at) => [`Lock ${at + 1}`, `Keeper ${(at * 7) % 11}`, `${at + 3}.50`]);
const long = rows(50);
// The second page repeats the headings, the third does not.
const pages = makePdf([
  place([headings, ...long.slice(0, 20)], 720),
  place([headings, ...long.slice(20, 40)], 720),
  place(long.slice(40), 720),
]);

const file = (type: string, body: string | Buffer): Route => ({ headers: { 'content-type': type }, body });

const files: Record<string, Route> = {
  '/locks.md': file('text/markdown', markdown),
  '/bordered.txt': file('text/plain', bordered),
  '/locks.txt': file('text/plain', plain),
  '/locks.pdf': file('application/pdf', pdf),
  '/locks.csv': file('text/csv', csv),
};

const longFiles: Record<string, Route> = {
  '/pages.pdf': file('application/pdf', pages),
  '/long.csv': file('text/csv', [headings, ...rows(20_500)].map((row) => row.join(',')).join('\n')),
};

test('tables of documents and texts', async (t) => {
  const site = await startLoopbackServer(
    '127.0.0.20',
    () => new Map(Object.entries({ ...files, ...longFiles })),
  );
  t.after(() => site.close());
  const service = await startTestService(t);

  for (const path of Object.keys(files)) {
    await t.test(`${path}: the rows of a table are collected, and again by the recipe`, async () => {
      const body = { url: site.url(path), fields: ['name', 'keeper', 'length'] };
      const { status, json } = await service.post('/v1/collect', body);
      assert.equal(status, 200, JSON.stringify(json));
      const wanted = locks.map(([name, keeper, length]) => ({ name, keeper, length: Number(length) }));
      const numeric = (records: { length: unknown }[]) =>
        records.map((record) => ({ ...record, length: Number(record.length) }));
      assert.deepEqual(numeric(json.records), wanted, JSON.stringify(json));
      assert.deepEqual([json.source.kind, json.complete], ['table', true]);
      const run = (await service.post(`/v1/recipes/${json.rid}/run`, {})).json;
      assert.deepEqual(run.records, json.records);
    });
  }

  for (const path of ['/locks.md', '/locks.txt', '/locks.pdf']) {
    await t.test(`${path}: labels and values are extracted, also those of the first row`, async () => {
      const properties = Object.fromEntries(
        ['operator', 'seat', 'opening_year', 'phone'].map((name) => [name, { type: 'string' }]),
      );
      const body = { url: site.url(path), schema: { type: 'object', properties } };
      const { status, json } = await service.post('/v1/extract', body);
      assert.equal(status, 200, JSON.stringify(json));
      assert.deepEqual(
        Object.values(json.data),
        facts.map(([, value]) => value),
        JSON.stringify(json.data),
      );
    });
  }

  await t.test('/pages.pdf: a table that goes on over the pages is one list', async () => {
    const { json } = await service.post('/v1/collect', {
      url: site.url('/pages.pdf'),
      fields: ['name', 'keeper', 'length'],
    });
    const names = json.records.map(({ name }: { name: string }) => name);
    assert.deepEqual([names.length, json.complete], [50, true], JSON.stringify(names));
    assert.deepEqual([names[0], names[39], names[49]], ['Lock 1', 'Lock 40', 'Lock 50']);
  });

  await t.test('/long.csv: a document of which only a part is read is not complete', async () => {
    const body = { url: site.url('/long.csv'), fields: ['name', 'keeper', 'length'], limit: 30_000 };
    const { json } = await service.post('/v1/collect', body);
    assert.equal(json.complete, false);
    assert.match(JSON.stringify(json.warnings), /The document is longer/);
  });

  await t.test('/locks.md: cells are text without bars, and links are kept', async () => {
    const body = { url: site.url('/locks.md'), fields: ['name', 'link'] };
    const { json } = await service.post('/v1/collect', body);
    assert.deepEqual(json.records[0], { name: 'Northern lock', link: site.url('/locks/Nor') });
  });
});
