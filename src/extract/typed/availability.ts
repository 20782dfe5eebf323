import type { Availability } from '../../domain/pages/offer.ts';
import { findChoice, removeVocabulary } from '../words/phrases.ts';
import { foldLetters } from '../words/words.ts';

/** Values of schema.org ItemAvailability. */
const schemaOrgValues: Readonly<Record<string, Availability>> = {
  instock: 'in_stock',
  instoreonly: 'in_stock',
  onlineonly: 'in_stock',
  limitedavailability: 'limited',
  lowstock: 'limited',
  preorder: 'preorder',
  presale: 'preorder',
  backorder: 'backorder',
  madetoorder: 'backorder',
  outofstock: 'out_of_stock',
  soldout: 'out_of_stock',
  reserved: 'out_of_stock',
  discontinued: 'discontinued',
};

const phraseMeanings: Readonly<Record<string, Availability>> = {
  'in stock': 'in_stock',
  'out of stock': 'out_of_stock',
  preorder: 'preorder',
  backorder: 'backorder',
};

/** Words that say that few are left, the number, and what follows it up to the next clause. */
const fewLeftPattern =
  /(?:only|just|nur noch|noch|plus que|il ne reste|solo|quedan|restano|nog|kun|endast|tylko|残り)\D{0,12}(\d{1,4})([^,.;!(]{0,24})/iu;
/** Text behind a number that counts something else than what is for sale: money, time, a share. */
const otherUnit =
  /^[.,]\d|^\s?(?:[\p{Sc}%:]|(?:eur|usd|gbp|kr|zł|days?|hours?|hrs?|min|tage?|stunden|jours?|heures?|d[ií]as?|horas?|giorni|ore|dagen|uur|dni|godz)(?!\p{L}))/iu;

/** Returns the number of pieces that a phrase of a shop says are left, such as "Only 3 left in stock"; null if it does not. */
export function parseFewLeft(text: string): number | null {
  const [, count, rest] = fewLeftPattern.exec(text.slice(0, 120)) ?? [];
  return count === undefined || otherUnit.test(rest ?? '') ? null : Number(count);
}

/** The end of the first clause of a phrase: "Available, delivery time 2–4 days". */
const clauseEnd = /[,;(]|\s[–—-]\s/u;

/** Words that say only when a statement was made or that it may change. */
const adverbAhead =
  /^(?:temporarily|currently|now|still|momentan|derzeit|zurzeit|zur zeit|aktuell|vorübergehend|jetzt|actuellement|temporairement|actualmente|temporalmente|attualmente|temporaneamente|atualmente|temporariamente|tijdelijk|momenteel|chwilowo|obecnie|tillfälligt|dočasně|momentálně|временно|сейчас)\s+/iu;
const nowBehind = /\s(?:now|today|online|at the moment|jetzt|maintenant|ahora|adesso|agora|nu|teraz)$/iu;
/** The number of pieces in front of a statement or behind it: "12 in stock", "In stock: 12". */
const countAhead = /^(\d{1,5})\s+(?=\p{L})/u;
const countBehind = /(?:\s?[:(]\s?|\s)(\d{1,5})\)?$/u;

/** Returns what the statement of a shop means without the words and the number around it; null if it is unknown. */
function meaningOf(statement: string): Availability | null {
  const core = statement.replace(adverbAhead, '').replace(nowBehind, '').trim();
  const count = countAhead.exec(core)?.[1] ?? countBehind.exec(core)?.[1];
  const phrases = [statement, core, core.replace(countAhead, '').replace(countBehind, '')];
  for (const phrase of new Set(phrases)) {
    const choice = findChoice(phrase, Object.keys(phraseMeanings));
    const meaning = choice === null ? undefined : phraseMeanings[String(choice)];
    if (meaning === undefined) continue;
    return meaning === 'in_stock' && phrase !== core && Number(count) === 0 ? 'out_of_stock' : meaning;
  }
  return null;
}

/** Returns the availability that a value of schema.org or a phrase of a shop states; null if unknown. */
export function parseAvailability(text: string | null): Availability | null {
  if (text === null) return null;
  const phrase = removeVocabulary(text.slice(0, 120));
  const schemaOrgValue = schemaOrgValues[foldLetters(phrase)];
  if (schemaOrgValue !== undefined) return schemaOrgValue;
  const statement = phrase.replace(/^[✓✔●•]\s*/u, '');
  const [clause = ''] = statement.split(clauseEnd, 1);
  for (const part of new Set([statement, clause.trim()])) {
    const meaning = meaningOf(part);
    if (meaning !== null) return meaning;
  }
  return parseFewLeft(phrase) === null ? null : 'limited';
}
