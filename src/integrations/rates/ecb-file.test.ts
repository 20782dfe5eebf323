import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { parseEcbFile } from './ecb-file.ts';
import { findNextPublication } from './publication.ts';

const file = (cubes: string) =>
  `<?xml version="1.0"?><gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="urn:x"><Cube>${cubes}</Cube></gesmes:Envelope>`;

describe('rate files', () => {
  test('accepts both quotes and any prefix, and sorts newest first', () => {
    const xml = `<e:Envelope xmlns:e="urn:e" xmlns:x="urn:x"><x:Cube><x:Cube time="2026-11-19"><x:Cube currency="USD" rate="1.15"/></x:Cube><x:Cube time='2026-11-20'><x:Cube currency='USD' rate='1.1512'/><x:Cube currency='JPY' rate='178.41'/></x:Cube></x:Cube></e:Envelope>`;
    assert.deepEqual(parseEcbFile(xml), [
      { source: 'ecb', date: '2026-11-20', perEuro: { USD: '1.1512', JPY: '178.41' } },
      { source: 'ecb', date: '2026-11-19', perEuro: { USD: '1.15' } },
    ]);
  });

  test('invalid rates are skipped, and a file without rates is rejected', () => {
    const rows = `<Cube currency='USD' rate='1.15'/><Cube currency='EUR5' rate='1'/><Cube currency='ISK' rate='N/A'/><Cube currency='HRK' rate='0'/><Cube currency='CZK' rate='24,4'/><Cube currency='GBP' rate='-1'/>`;
    assert.deepEqual(parseEcbFile(file(`<Cube time='2026-11-20'>${rows}</Cube>`))[0]?.perEuro, {
      USD: '1.15',
    });
    for (const bad of [
      file(''),
      file(`<Cube time='2026-11-20'></Cube>`),
      file(`<Cube time='20th of November'><Cube currency='USD' rate='1'/></Cube>`),
      file(`<Cube time='2026-13-41'><Cube currency='USD' rate='1'/></Cube>`),
      '<!DOCTYPE html><p>We will be back.</p>',
      file(`<Cube time='2026-11-20'><Cube currency='USD' rate='1.15'/></Cube>`).slice(0, 180),
      '',
    ]) {
      assert.throws(() => parseEcbFile(bad), Error, bad);
    }
  });

  test('entities that the file declares are not expanded', () => {
    const xml = `<!DOCTYPE x [<!ENTITY rate "1.15">]>${file(`<Cube time='2026-11-20'><Cube currency='USD' rate='&rate;'/></Cube>`).replace(/^<\?xml.*?\?>/, '')}`;
    assert.throws(() => parseEcbFile(xml));
  });
});

test('the next table is available at 16:15 Frankfurt time of the next weekday', () => {
  const times = ['2026-11-19', '2026-11-20', '2026-07-01', '2026-03-27', '2026-10-23'].map((date) =>
    findNextPublication(date).toISOString(),
  );
  assert.deepEqual(times, [
    '2026-11-20T15:15:00.000Z',
    '2026-11-23T15:15:00.000Z',
    '2026-07-02T14:15:00.000Z',
    '2026-03-30T14:15:00.000Z',
    '2026-10-26T15:15:00.000Z',
  ]);
});
