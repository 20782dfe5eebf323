import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parsePostalAddress } from './postal-address.ts';

const partsOf = (line: string, before?: string) => {
  const address = parsePostalAddress(line, before);
  return address === null ? null : [address.street, address.postalCode, address.city, address.region];
};

test('a postal address is read from its last line and the street in front of it', () => {
  for (const [line, before, parts] of [
    ['50674 Köln', 'Lindenstraße 14', ['Lindenstraße 14', '50674', 'Köln', null]],
    ['Lindenstraße 14a, D-50674 Köln', undefined, ['Lindenstraße 14a', '50674', 'Köln', null]],
    ['Portland, OR 97205', '14 Linden Street', ['14 Linden Street', '97205', 'Portland', 'OR']],
    [
      'Marlow Dental, 14 Linden Street, Portland, OR 97205',
      undefined,
      ['14 Linden Street', '97205', 'Portland', 'OR'],
    ],
    ['3512 LS Utrecht', 'Kanaalstraat 8', ['Kanaalstraat 8', '3512 LS', 'Utrecht', null]],
    ['2 Mill Lane, Leeds LS1 4XY', undefined, ['2 Mill Lane', 'LS1 4XY', 'Leeds', null]],
    ['00-950 Warszawa', 'ul. Nowa 3/5', ['ul. Nowa 3/5', '00-950', 'Warszawa', null]],
    ['110 00 Praha 1', 'Dlouhá 12', ['Dlouhá 12', '110 00', 'Praha 1', null]],
    ['Toronto, ON M5V 2T6', '120 King St W', ['120 King St W', 'M5V 2T6', 'Toronto', 'ON']],
  ] as const) {
    assert.deepEqual(partsOf(line, before), parts, line);
  }
});

test('dates, counts and places without a street are no address', () => {
  for (const [line, before] of [
    ['2026 March', 'Published 3'],
    ['12 March 2026', 'Room 4'],
    ['50674 Köln', undefined],
    ['50674 Köln', 'Our practice'],
    ['1200 Reviews', 'Since 3 May 2024'],
    ['Phone 0221 123456', 'Lindenstraße 14'],
    ['Lindenstraße 14', 'Zahnwerk'],
  ] as const) {
    assert.equal(partsOf(line, before), null, line);
  }
});
