import type { JoinedLabel } from './joined-labels.ts';

const maxTextLength = 300;
const maxTermsLength = 160;
const maxTermLength = 40;
const maxTerms = 12;

/** Words in front of the categories of a post, and in front of its tags, in the forms that blogs print. */
const termWords: readonly [label: string, words: string][] = [
  [
    'Category',
    'posted in|filed under|filed in|categori[sz]ed (?:in|as|under)|veröffentlicht in|kategorisiert (?:in|als)|publié dans|classé dans|publicado en|archivado en|pubblicato in|geplaatst in|opublikowano w|postado em|publicado em|publicerat i|udgivet i',
  ],
  [
    'Tags',
    'tagged(?: with| as| under)?|verschlagwortet mit|étiqueté|mots[- ]clés|etiquetado(?: con| como)?|taggato(?: con)?|getagd(?: met)?|otagowano|marcado(?: com)?|taggat(?: med)?',
  ],
];
const termStart = new RegExp(
  `(?:^|[|•·–—/.]\\s*|\\s(?:was|and|und|et|y|e|i|en)\\s)(?:${termWords.map(([label, words]) => `(?<${label}>${words})`).join('|')})(?:\\s*:\\s*|\\s+)(?=\\S)`,
  'giu',
);
/** End of a list of terms: a separator, the end of the sentence, the author or the date behind it. */
const termEnd = / ?[|•·–—]|\.\s|\.$|\s(?:by|von|par|por|di|door|przez|on|am|le|el|il|op)\s/iu;

/**
 * Returns the categories and tags that a line states in words: `Posted in Harbours | Tagged brass, boats`. A list of more than
 * terms is none.
 */
export function splitTerms(text: string): JoinedLabel[] {
  if (text.length > maxTextLength) return [];
  const starts = [...text.matchAll(termStart)];
  return starts.flatMap(({ index, 0: found, groups }, at): JoinedLabel[] => {
    const label = termWords.map(([name]) => name).find((name) => groups?.[name] !== undefined);
    const rest = text.slice(index + found.length, starts[at + 1]?.index ?? text.length);
    const value = (rest.split(termEnd, 1)[0] ?? '').trim();
    const terms = value.split(/ ?, ?/);
    const isList =
      value.length <= maxTermsLength &&
      terms.length <= maxTerms &&
      terms.every((term) => term.length <= maxTermLength && /^[#"'«]?[\p{L}\d]/u.test(term));
    // A year or a number of days is no term.
    return label !== undefined && isList && /\p{L}/u.test(value) && !/^\d/.test(value)
      ? [{ label, value }]
      : [];
  });
}

const number = '\\d{1,3}(?:\\s?(?:-|–|to|bis|à|a|tot|do|till)\\s?\\d{1,3})?';
const unit =
  '(?:(?:working|business|week|calendar)\\s)?(?:hours?|hrs?|h|days?|weeks?)|stunden?|(?:werk|arbeits)?tage?n?|wochen?|heures?|jours?(?:\\s(?:ouvrés|ouvrables))?|semaines?|horas?|d[ií]as?(?:\\s(?:laborables|hábiles|úteis))?|semanas?|ore|giorni(?:\\slavorativi)?|settimane|uur|(?:werk)?dagen|weken|godzin\\p{L}*|dni(?:\\srobocz\\p{L}+)?|tygodni\\p{L}*|timmar|(?:var)?dagar|veckor|(?:hver)?dage|uger';
const within =
  '(?:in|within|takes|innerhalb(?: von)?|binnen|erfolgt in|sous|en|dans|em|entro|w ciągu|w|inom|indenfor|på)';
const about = '(?:(?:only|just|about|approx\\.?|ca\\.?|usually)\\s)?';

const deliveryVerbs =
  'deliver(?:y|ed|s)|arrives|(?:aus)?geliefert|lieferung|lieferbar|livraison|livré|entrega|entregado|consegna|consegnato|levering|geleverd|bezorgd|dostawa|leverans|levereras|leveres';
const deliveryNames =
  'delivery time|lieferzeit|lieferfrist|délai de livraison|plazo de entrega|prazo de entrega|tempi di consegna|levertijd|czas dostawy|leveranstid|leveringstid';
const deliveryForm = new RegExp(
  `(?<![\\p{L}\\p{M}])(?:(?:${deliveryVerbs})\\s${within}|(?:${deliveryNames})[:：]?(?:\\s(?:is|ist|:))?)\\s${about}(?<time>${number}\\s?(?:${unit}))(?![\\p{L}\\p{M}])`,
  'iu',
);

/** Returns the time of delivery that a sentence states: `2–4 working days` of "Delivered in 2–4 working days"; null if it states none. */
function deliveryTimeIn(text: string): string | null {
  if (text.length > maxTextLength || !/\d/.test(text)) return null;
  return deliveryForm.exec(text)?.groups?.time ?? null;
}

/**
 * Returns the times of delivery that the lines of a page state in sentences, by the index of the line. Different times belong to
 * different goods or services, and none of them is returned.
 */
export function findDeliveryTimes(texts: readonly string[]): ReadonlyMap<number, JoinedLabel> {
  const found = new Map<number, JoinedLabel>();
  texts.forEach((text, at) => {
    const value = deliveryTimeIn(text);
    if (value !== null) found.set(at, { label: 'Delivery time', value });
  });
  const times = new Set([...found.values()].map(({ value }) => value.toLowerCase()));
  return times.size === 1 ? found : new Map();
}
