/** Words in names of elements that name a former price and nothing else on the page of a product. */
const ownWords =
  'old|was|line-?through|non-?sale|striked?|strike-?through|struck|crossed|compare|former|msrp|uvp|rrp|statt|barr[eé]e?|ancien|tachado|anterior|antes|przekreslona|skreslona';
/** Words that name a former price if the element holds one amount, or the word for a price follows. */
const sharedWords = 'before|previous|original';
/** Words that name other things unless the word for a price follows: `list` and `list-price`. */
const otherWords = 'list|retail|alt';
const priceWords = 'price|preis|prix|precio|prezzo|prijs|cena|pris';

const start = '(?:^|[\\s_:-])';
const end = '(?=$|[\\s_-])';
const behind = `(?:[\\s_-]?(?:${priceWords}|at|through|out))?`;
const withPrice = `[\\s_-]?(?:${priceWords})`;
const possibleName = new RegExp(
  `${start}(?:(?:${ownWords}|${sharedWords})${behind}|(?:${otherWords})${withPrice})${end}`,
);
const certainName = new RegExp(
  `${start}(?:(?:${ownWords})${behind}|(?:${sharedWords}|${otherWords})${withPrice})${end}`,
);

/** Returns true if names (lower case, parts joined by hyphens) of an element that holds one amount can call it a former price. */
export function canNameFormerPrice(names: string): boolean {
  return possibleName.test(names);
}

/** Returns names in the form that {@link canNameFormerPrice} reads: lower case, with the parts of a name joined by hyphens. */
export function hyphenateNames(names: string): string {
  return names.replace(/(\p{Ll})(\p{Lu})/gu, '$1-$2').toLowerCase();
}

const maxFormerLength = 60;

/** Returns true if an element with such names and such a text is a former price: the box around both prices is none of them. */
export function isNamedFormerPrice(names: string, text: () => string): boolean {
  if (!canNameFormerPrice(names)) return false;
  const held = text();
  return held.length <= maxFormerLength && held.match(/\p{Nd}+(?:[.,'’ ]\p{Nd}+)*/gu)?.length === 1;
}

/** Returns true if a class says that its element is a former price, whatever the element holds. */
export function namesFormerPrice(name: string): boolean {
  return certainName.test(hyphenateNames(name));
}
