import type { Figure } from '../report.ts';

export const scoredFacts = ['title', 'author', 'published'] as const;
type ScoredFact = (typeof scoredFacts)[number];

/** Facts of a page, as the reference states them or a reader returns them; null, empty or absent if there is none. */
export type PageStatement = { readonly [Fact in ScoredFact]?: string | null | undefined };

/** Page of a set: its reference, and what each reader returned, by the name of the reader. */
export interface ScoredPage {
  reference: PageStatement;
  readings: Readonly<Record<string, PageStatement>>;
}

const dayMs = 86_400_000;
const isoDay = /^\d{4}-\d\d-\d\d/;
const creditWords = /^(?:written )?by /;

const wordsOf = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

const timeOf = (text: string) => Date.parse(isoDay.exec(text)?.[0] ?? text);

/** Compares a value with its reference: names in any order and without "by", days within the time zones of a day. */
export function isRight(fact: ScoredFact, wanted: string, given: string): boolean {
  if (fact === 'published') return Math.abs(timeOf(given) - timeOf(wanted)) <= dayMs;
  if (fact === 'title') return wordsOf(wanted) === wordsOf(given);
  const names = (text: string) =>
    wordsOf(text)
      .replace(creditWords, '')
      .split(/ (?:and )?/)
      .sort()
      .join(' ');
  return names(wanted) === names(given);
}

/** Share in percent of the pages for which `test` holds. */
function shareOf(pages: readonly ScoredPage[], test: (page: ScoredPage) => boolean): number {
  return (100 * pages.filter(test).length) / pages.length;
}

/**
 * Returns the figures of one set for `own`, beside those of the other readers: of the pages whose reference states a fact,
 * those with the right value and with another one; of the pages without an author, those that got none.
 */
export function figuresOf(
  set: string,
  pages: readonly ScoredPage[],
  own: string,
  others: readonly string[],
): Figure[] {
  function figure(
    name: string,
    of: readonly ScoredPage[],
    test: (page: ScoredPage, reader: string) => boolean,
  ): Figure[] {
    if (of.length === 0) return [];
    const shareFor = (reader: string) => shareOf(of, (page) => test(page, reader));
    const beside = Object.fromEntries(others.map((reader) => [reader, shareFor(reader)]));
    return [{ name: `${set}, ${name}`, value: shareFor(own), unit: '%', beside }];
  }
  const stated = scoredFacts.flatMap((fact) => {
    const having = pages.filter(({ reference }) => reference[fact]);
    const judge = ({ reference, readings }: ScoredPage, reader: string): boolean | undefined => {
      const given = readings[reader]?.[fact];
      return given ? isRight(fact, reference[fact] ?? '', given) : undefined;
    };
    return [
      ...figure(
        `${fact}, right (of ${having.length})`,
        having,
        (page, reader) => judge(page, reader) === true,
      ),
      ...figure(`${fact}, wrong`, having, (page, reader) => judge(page, reader) === false),
    ];
  });
  const without = pages.filter(({ reference }) => !reference.author);
  return [
    ...stated,
    ...figure(
      `no author (of ${without.length} without one)`,
      without,
      ({ readings }, reader) => !readings[reader]?.author,
    ),
  ];
}
