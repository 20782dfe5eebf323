/** Separators between the title of a page, its section and its site; a bracket only if it closes at the end. */
const separators =
  /(?<!\s)\s+(?:[|–—·»«:~›>•/-]+\s+|[|»·]\s*|\((?=[^()]*\)$)|\[(?=[^[\]]*\]$))|[|»·]\s*|:\s+/u;
/** The end of a part behind a bracket. */
const closingBracket = /^([^[\]()]*)[\])]$/u;

/** Splits a title of the head into the title of the page, its section and its site, without what separates them. */
export function splitHeadTitle(title: string): string[] {
  return title.split(separators).map((part) => part.trim().replace(closingBracket, '$1'));
}
