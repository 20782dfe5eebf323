import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countryLocales } from './country-locales.ts';
import { localeOf } from './locale.ts';

test('a visitor speaks the language of the exit and lives by its clock', () => {
  assert.deepEqual(localeOf('AT'), { language: 'de-AT', timezone: 'Europe/Vienna' });
  assert.equal(localeOf('GB').language, 'en-GB');
  assert.equal(localeOf('BR').timezone, 'America/Sao_Paulo');
});

test('a visitor from nowhere known, or from a code of no country, speaks English by universal time', () => {
  const anywhere = { language: 'en-US', timezone: 'UTC' };
  assert.deepEqual(localeOf(null), anywhere);
  assert.deepEqual(localeOf('QQ'), anywhere);
});

test('every row names a country, a language and a time zone that exist', () => {
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
  assert.ok(Object.keys(countryLocales).length > 240);
  for (const country of Object.keys(countryLocales)) {
    const { language, timezone } = localeOf(country);
    assert.ok(names.of(country), country);
    assert.equal(new Intl.Locale(language).region, country);
    assert.doesNotThrow(() => new Intl.DateTimeFormat(language, { timeZone: timezone }), timezone);
  }
});
