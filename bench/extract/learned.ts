import { decodeHTML } from 'entities';
import { lettersOf } from '../../src/extract/page-view/page-letters.ts';
import { indexPage, type PageIndex } from '../../src/extract/selectors/layouts/page-index.ts';
import type { KnownValue } from '../../src/extract/selectors/locators/value-positions.ts';
import { withoutVariableTexts } from '../../src/extract/selectors/locators/variable-texts.ts';
import {
  isSureList,
  type ListRule,
  observeList,
  voteList,
} from '../../src/extract/selectors/rules/list-rule.ts';
import {
  isSure,
  observeScalar,
  type ScalarRule,
  voteScalar,
} from '../../src/extract/selectors/rules/scalar-rule.ts';
import { applyObservation } from '../../src/extract/selectors/rules/vote.ts';
import { parseHtml } from '../../src/page/parse/parse-html.ts';
import { listScore } from './compare.ts';
import type { KnownPage } from './samples.ts';

/** Answer of a learned rule on a page that it was not learned from. */
export interface LearnedAnswer {
  site: string;
  field: string;
  /** Id of the page, and of the pages that taught the rule. */
  page: string;
  taughtBy: string[];
  /** Correct values; empty if the page has none. */
  wanted: string[];
  given: string | null;
  isRight: boolean;
}

/** Results of learned selectors on unseen pages, by page and field. */
export interface LearnedTally {
  answers: LearnedAnswer[];
  f1: number;
  /** Number of rules applied to pages of other layouts, and of those that returned a value. */
  foreignAsked: number;
  foreignAnswered: number;
  /** Milliseconds of processor time per vote. */
  msPerVote: number;
}

interface IndexedPage {
  id: string;
  index: PageIndex;
  values: Record<string, string[]>;
}

const read = (text: string) => ({ value: text, key: lettersOf(text) });

function bySite(pages: readonly KnownPage[]): Map<string, IndexedPage[]> {
  const sites = new Map<string, IndexedPage[]>();
  for (const page of pages) {
    const values = Object.fromEntries(
      Object.entries(page.values).map(([field, all]) => [
        field,
        all.map((value) => decodeHTML(value).replace(/\s+/g, ' ').trim()).filter((value) => value !== ''),
      ]),
    );
    const key = `${page.kind}-${page.site}`;
    sites.set(key, [
      ...(sites.get(key) ?? []),
      { id: page.id, index: indexPage(parseHtml(page.html)), values },
    ]);
  }
  return sites;
}

function learned(field: string, pages: readonly IndexedPage[]): ScalarRule | null {
  let rule: ScalarRule | null = null;
  for (const { index, values } of pages) {
    const [first] = values[field] ?? [];
    if (first === undefined) continue;
    const said = new Set((values[field] as string[]).map(lettersOf));
    const known: KnownValue = {
      text: first,
      matches: (text) => said.has(lettersOf(text)),
      needsParsing: false,
    };
    const observation = observeScalar(rule, index, known);
    // The service knows the values of the other fields of the page as well.
    const others = Object.entries(values).flatMap(([name, texts]) => (name === field ? [] : texts));
    const newLocators = withoutVariableTexts(observation.newLocators, others);
    rule = applyObservation(rule, { ...observation, newLocators });
  }
  return rule;
}

/** Returns the value that a rule finds on a page, or null if it is uncertain. */
function answer(rule: ScalarRule | null, page: IndexedPage): string | null {
  const vote = rule === null ? null : voteScalar(rule, page.index, read);
  return vote !== null && isSure(vote) ? vote.value : null;
}

/** Returns the F1 of answers: a wrong value counts as wrong and, if the page has the field, as missing. */
export function f1Of(answers: readonly LearnedAnswer[]): number {
  const right = answers.filter(({ isRight }) => isRight).length;
  const wrong = answers.filter(({ isRight, given }) => !isRight && given !== null).length;
  const missing = answers.filter(({ isRight, wanted }) => !isRight && wanted.length > 0).length;
  return (2 * right) / Math.max(1, 2 * right + wrong + missing);
}

/**
 * Learns every field of every site from `count` of its pages, each in turn, and applies the rules to the other pages
 * and to all other sites.
 */
export function learnSites(pages: readonly KnownPage[], count: number): LearnedTally {
  const sites = bySite(pages);
  const rules: { site: string; rule: ScalarRule }[] = [];
  const answers: LearnedAnswer[] = [];
  const before = process.cpuUsage();
  for (const [site, own] of sites) {
    for (const field of new Set(own.flatMap(({ values }) => Object.keys(values)))) {
      own.forEach((_, turn) => {
        const chosen = Array.from({ length: count }, (__, at) => (turn + at * 3) % own.length);
        const rule = learned(
          field,
          chosen.map((at) => own[at] as IndexedPage),
        );
        if (turn === 0 && rule !== null) rules.push({ site, rule });
        const taughtBy = chosen.map((at) => (own[at] as IndexedPage).id);
        own.forEach((page, at) => {
          if (chosen.includes(at)) return;
          const given = answer(rule, page);
          const wanted = page.values[field] ?? [];
          const isRight = given !== null && wanted.some((value) => lettersOf(value) === lettersOf(given));
          answers.push({ site, field, page: page.id, taughtBy, wanted, given, isRight });
        });
      });
    }
  }
  const { user, system } = process.cpuUsage(before);
  const foreign = rules.flatMap(({ site, rule }) =>
    [...sites].flatMap(([other, own]) => (other === site ? [] : own.map((page) => answer(rule, page)))),
  );
  return {
    answers,
    f1: f1Of(answers),
    foreignAsked: foreign.length,
    foreignAnswered: foreign.filter((given) => given !== null).length,
    msPerVote: (user + system) / 1000 / answers.length,
  };
}

/** Results of lists learned from all other pages of a site. */
export interface ListTally {
  pages: number;
  answered: number;
  /** Mean F1 of the pages with a result, and of all pages. */
  ofAnswered: number;
  ofAll: number;
}

interface ListPage {
  id: string;
  index: PageIndex;
  wanted: string[];
}

/** Returns the pages with the list by site, for sites with at least two. */
function listPages(pages: readonly KnownPage[], field: string): ListPage[][] {
  const sites = new Map<string, ListPage[]>();
  for (const page of pages) {
    const wanted = page.record[field];
    if (!Array.isArray(wanted) || wanted.length === 0) continue;
    const one = { id: page.id, index: indexPage(parseHtml(page.html)), wanted: wanted.map(String) };
    sites.set(page.site, [...(sites.get(page.site) ?? []), one]);
  }
  return [...sites.values()].filter((own) => own.length > 1);
}

/** Returns the F1 on one page of a rule learned from the others of its site; null if it is uncertain. */
function scoreOfList(requested: ListPage, own: readonly ListPage[]): number | null {
  let rule: ListRule | null = null;
  for (const page of own) {
    if (page !== requested) rule = applyObservation(rule, observeList(rule, page.index, page.wanted));
  }
  const vote = rule === null || rule.ways.length === 0 ? null : voteList(rule, requested.index);
  if (vote === null || !isSureList(vote)) return null;
  return listScore(
    vote.items.map((item) => item.text),
    requested.wanted,
  );
}

/**
 * Learns a list of each site from its other pages, page by page, and applies it to each page; `tell` is called for
 * poor results.
 */
export function learnLists(
  pages: readonly KnownPage[],
  field: string,
  tell: (line: string) => void = () => {},
): ListTally {
  const scores = listPages(pages, field).flatMap((own) =>
    own.map((requested) => {
      const score = scoreOfList(requested, own);
      if (score === null || score < 0.9) tell(`${requested.id} ${field} ${score?.toFixed(2) ?? '-'}`);
      return score;
    }),
  );
  const answered = scores.filter((score) => score !== null);
  const sum = answered.reduce((total, score) => total + score, 0);
  return {
    pages: scores.length,
    answered: answered.length,
    ofAnswered: sum / Math.max(1, answered.length),
    ofAll: sum / Math.max(1, scores.length),
  };
}
