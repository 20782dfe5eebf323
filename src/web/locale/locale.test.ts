import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countryLocales } from './country-locales.ts';
import { getLocale } from './locale.ts';

test('the locale follows the country of the exit', () => {
  assert.deepEqual(getLocale('AT'), { language: 'de-AT', timezone: 'Europe/Vienna' });
  assert.equal(getLocale('GB').language, 'en-GB');
  assert.equal(getLocale('BR').timezone, 'America/Sao_Paulo');
});

test('an unknown country has English and UTC', () => {
  const defaultLocale = { language: 'en-US', timezone: 'UTC' };
  assert.deepEqual(getLocale(null), defaultLocale);
  assert.deepEqual(getLocale('QQ'), defaultLocale);
});

test('every entry has a valid country, language and time zone', () => {
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
  assert.ok(Object.keys(countryLocales).length > 240);
  for (const country of Object.keys(countryLocales)) {
    const { language, timezone } = getLocale(country);
    assert.ok(names.of(country), country);
    assert.equal(new Intl.Locale(language).region, country);
    assert.doesNotThrow(() => new Intl.DateTimeFormat(language, { timeZone: timezone }), timezone);
  }
});
