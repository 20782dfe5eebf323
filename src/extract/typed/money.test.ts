import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type MoneySignals, parseMoney } from './money.ts';

const noSignals: MoneySignals = { language: null, country: null, currency: null };

/** Rows: text, amount, currency (null: ambiguous), and further expected properties. */
const rows: [string, string, string | null, object?][] = [
  ['1.299,00 €', '1299.00', 'EUR'],
  ['¥12,800', '12800', null, { isCurrencyAmbiguous: true }],
  ['₹1,29,900', '129900', 'INR'],
  ['US$ 1 299', '1299', 'USD'],
  ['CHF 1’299.–', '1299', 'CHF'],
  ['1.299 €', '1299', 'EUR', { isAmountAmbiguous: false }],
  ['$1,299', '1299', null, { isCurrencyAmbiguous: true, isAmountAmbiguous: false }],
  ['kr 1 299,-', '1299', null, { isCurrencyAmbiguous: true }],
  ['R$ 1.299,90', '1299.90', 'BRL'],
  ['٣٥٠ ر.س', '350', 'SAR'],
  ['2 for $5', '5', null],
  ['$10 - $20', '10', null, { kind: 'range', upTo: '20' }],
  ['KD 12.500', '12.500', 'KWD'],
  ['Rp 15.000.000', '15000000', 'IDR'],
  ['from £349', '349', 'GBP', { kind: 'from' }],
  ['1,234,567.890', '1234567.890', null, { isCurrencyAmbiguous: false }],
  ['0,89 €', '0.89', 'EUR'],
  ['$3.350', '3350', null, { isAmountAmbiguous: true }],
  ['EUR 12,50 / kg', '12.50', 'EUR', { unit: 'kg' }],
  ['UVP 59,99 € 39,99 €', '39.99', 'EUR'],
  ['Was £20.00 Now £15.00', '15.00', 'GBP'],
  ['ab 1.099,- €', '1099', 'EUR', { kind: 'from' }],
  ['10–20 €', '10', 'EUR', { kind: 'range', upTo: '20' }],
  ['1 299,90 zł', '1299.90', 'PLN'],
  ['１２，８００円', '12800', 'JPY'],
  ['$50k', '50000', null],
  ['12 990 ₽', '12990', 'RUB'],
  ['249,00 kr', '249.00', null],
  ['12 .99 €', '12.99', 'EUR'],
  ['$ 4 , 99', '4.99', null],
  ['12. 99 €', '12.99', 'EUR'],
  ['.75 €', '0.75', 'EUR'],
  [',75 €', '0.75', 'EUR'],
  ['35€ 99', '35.99', 'EUR'],
  ['1 035 € 50', '1035.50', 'EUR'],
  ['35,90€ 12 pcs', '35.90', 'EUR'],
  ['10 € 20 €', '10', 'EUR'],
  ['Free', '0', null, { kind: 'exact' }],
  ['Kostenlos', '0', null],
  ['1 299 Р', '1299', 'RUB'],
  ['1299 рублей', '1299', 'RUB'],
  ['1 299,90 Zł', '1299.90', 'PLN'],
  ['249,50 Lei', '249.50', 'RON'],
  ['149.00 AUD', '149.00', 'AUD'],
  ['$149.00 AUD', '149.00', 'AUD'],
  ['149.00AUD', '149.00', 'AUD'],
  ['217, 45 TL', '217.45', 'TRY'],
  ['118, 99 TL', '118.99', 'TRY'],
  ['559. 99', '559.99', null, { isCurrencyAmbiguous: false }],
  ['Price: 84. 90 PLN / pc', '84.90', 'PLN'],
  ['31, 50', '31.50', null, { isCurrencyAmbiguous: false }],
  ['sizes 38, 40 cm', '38', null, { isCurrencyAmbiguous: false }],
  ['12 500 FCFA', '12500', null, { isCurrencyAmbiguous: true }],
  ['S/. 45.90', '45.90', 'PEN'],
  ['RD$ 1,250.00', '1250.00', 'DOP'],
  ['USh 85,000', '85000', 'UGX'],
  ['1 250 ден', '1250', 'MKD'],
  ['140,00 pln', '140.00', 'PLN'],
  ['$..75', '0.75', null],
  ['1250€600', '1250.600', 'EUR'],
  ['20 % off: 15 €', '15', 'EUR'],
  ['6790 Dinara', '6790', 'RSD'],
  ['1 200 Lek', '1200', 'ALL'],
  ['£19⁹⁹', '19.99', 'GBP'],
  ['1.299⁵⁰ €', '1299.50', 'EUR'],
  ['$1,249⁰⁰', '1249.00', null],
];

describe('prices in the notation of many countries', () => {
  for (const [text, amount, currency, more = {}] of rows) {
    test(text, () => {
      const money = parseMoney(text, noSignals);
      assert.ok(money !== null);
      assert.deepEqual({ amount: money.amount, currency: money.currency }, { amount, currency });
      assert.deepEqual({ ...money, ...more }, money);
    });
  }

  test("resolves an ambiguous currency sign by the page's signals, and returns null without them", () => {
    assert.equal(parseMoney('$5', { ...noSignals, language: 'en-CA' })?.currency, 'CAD');
    assert.equal(parseMoney('$5', { ...noSignals, country: 'AU' })?.currency, 'AUD');
    assert.equal(parseMoney('$5', { ...noSignals, currency: 'USD' })?.currency, 'USD');
    assert.equal(parseMoney('$5', { ...noSignals, language: 'en' })?.currency, null);
    assert.equal(parseMoney('199 kr', { ...noSignals, language: 'sv' })?.currency, 'SEK');
    assert.equal(parseMoney('£5', { ...noSignals, country: 'EG' })?.currency, 'EGP');
    assert.equal(parseMoney('€5', { ...noSignals, currency: 'USD' })?.currency, 'EUR');
    assert.equal(parseMoney('sold out', noSignals), null);
    assert.equal(parseMoney('40% OFF', noSignals), null);
  });
});
