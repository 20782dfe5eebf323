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

/** Returns true if a class says that its element is a former price, whatever the element holds. */
export function namesFormerPrice(name: string): boolean {
  return certainName.test(name.replace(/(\p{Ll})(\p{Lu})/gu, '$1-$2').toLowerCase());
}
