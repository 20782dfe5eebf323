import type { FieldKind } from './field.ts';

const months =
  'jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|januar|februar|märz|mai|juni|juli|okt|dez|janv|févr|mars|avr|juin|juil|août|déc|ene|abr|ago|dic|gen|mag|giu|lug|set|ott';
const currency = String.raw`[$€£¥₹₽₩₺₴฿₫₪]|\b(?:usd|eur|gbp|chf|jpy|cny|inr|aud|cad|sek|nok|dkk|pln|czk|huf|brl|mxn|zł|kč|kr)\b`;

/** Patterns that only values of one kind match. Kinds without such a pattern are absent. */
const signsByKind: Readonly<Partial<Record<FieldKind, RegExp>>> = {
  // Only the digit next to the currency is matched, which keeps the pattern linear.
  money: new RegExp(String.raw`(?:${currency})\s*\d|\d[.,'\s]*(?:${currency})`, 'iu'),
  currency: new RegExp(currency, 'iu'),
  // "3/5/26" is a date, and "2/5/10 s" a list of times.
  rating:
    /(?<![/\d])\d{1,3}(?:[.,]\d+)?\s*(?:\/\s*(?:5|10|100)(?![\p{L}\p{Nd}]|\s?[/-]\s?\d)|out of|von 5|sur 5|stars?|sterne?|étoiles|★)|[★☆]{2,}/iu,
  date: new RegExp(
    String.raw`\b\d{4}-\d{2}-\d{2}\b|\b\d{1,2}[./-]\d{1,2}[./-]\d{2,4}\b|\b(?:${months})\p{L}*\.?\s+\d{1,2}\b|\b\d{1,2}\.?\s+(?:de\s+)?(?:${months})\p{L}*\b|\d{4}年\d{1,2}月`,
    'iu',
  ),
  duration:
    /\d\s*(?:h(?:ours?|rs?)?|min(?:ut\p{L}*)?|sec(?:ond\p{L}*)?|std|stunden?|heures?|horas?|ore|days?|tage?|jours?|weeks?)\b/iu,
  phone: /(?:\+|\b0|\()\d[\d\s().\-/]{6,}\d/u,
  email: /[^\s@<>]@[^\s@<>]+\.\p{L}{2,}/u,
  url: /\bhttps?:\/\/\S+|\bwww\.\S+/iu,
};

/** Returns true if a text matches the pattern of a kind. */
export function hasKindSign(kind: FieldKind, text: string): boolean {
  return signsByKind[kind]?.test(text) ?? false;
}
