import { isPairAhead } from '../../page/text/number.ts';

/** Words of conditions behind a price, which do not change what the amount is: "& this item ships for free". */
const conditionStart =
  /^[\s*.,;|)–-]*(?:[&+(]|(?:and|und|et|y|e|en|i|och|og|with|mit|avec|con|com|met|med|z|plus|incl?|inkl|zzgl|exkl?|excl|including|excluding|hors|iva|vat|mwst|ttc|free|gratis|kostenlos|gratuit\p{L}*)(?!\p{L}))/iu;

/** Returns a text without the conditions behind its price: "$149.00 & this item ships for free" is `$149.00`. */
export function withoutConditions(text: string): string {
  const amount = /\p{Nd}[\p{Nd}.,'’ ]*(?:\p{Sc}|[A-Z]{3}(?!\p{L}))?/u.exec(text);
  if (amount === null) return text;
  if (isPairAhead(text.slice(0, amount.index))) return text;
  const end = amount.index + amount[0].length;
  return conditionStart.test(text.slice(end, end + 60)) ? text.slice(0, end) : text;
}
