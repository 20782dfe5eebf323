import { isBesideName } from '../../facts/bylines/bylines.ts';
import { isCreditName, isForeignCredit } from '../../facts/bylines/credit-words.ts';
import { holdsSubjectLink, namesIn } from '../../facts/bylines/names-in.ts';
import { leadingNames } from '../../facts/bylines/person-name.ts';
import type { Candidate } from '../../facts/candidate.ts';
import { isOfReaders } from '../../facts/is-of-readers.ts';
import type { PageFacts } from '../../facts/page-facts.ts';
import { lineAt, nearness } from '../../facts/title-distance.ts';

/** What a candidate loses in a part of readers, and with a text that does not have the form of a name. */
const readersPenalty = 0.3;
const formPenalty = 0.15;
/** What a candidate gains directly below the title, where the first of several authors wrote the first text. */
const nearBonus = 0.04;

/** Minimum strength of a candidate: with less, no author is better than a doubtful one. */
const minStrength = 0.35;
/** Maximum length of a text that does not have the form of a name and that no label calls one. */
const maxUnnamedLength = 40;

/** Labels and semantic attributes, whose value is an author in any form. */
const namingReasons = /^(?:label|itemprop|property|rel)\b/;

/**
 * Reads the name alone from an element that is named as an author's, with roles and dates left out. A value behind a
 * label keeps its text.
 */
function withNameAlone(candidate: Candidate, page: PageFacts): Candidate {
  if (candidate.source !== 'visible' || /^label/.test(candidate.reason)) return candidate;
  const names = namesIn(page, candidate.node);
  return names === null ? candidate : { ...candidate, text: names.text, node: names.node };
}

/** Returns true if an element holds a link to the texts about a subject and no name besides. */
function isOfSubject(page: PageFacts, node: number): boolean {
  return holdsSubjectLink(page, node) && namesIn(page, node) === null;
}

/**
 * Returns true if a candidate rests on a name such as `di`, which only means "by" in front of a name, or on that of something beside
 * an author: `author-image`.
 */
function isChance({ reason }: Candidate, page: PageFacts): boolean {
  const label = /^label "([^"]{1,12})"$/.exec(reason)?.[1];
  if (label !== undefined) return isForeignCredit(label, page.language);
  const name = /^(?:class|id) "([^"]{1,80})"$/.exec(reason)?.[1];
  return name !== undefined && (isCreditName(name) || isBesideName(name));
}

/** Returns the penalty of a candidate that is in a part of readers or does not look like a name. */
function doubt(candidate: Candidate, page: PageFacts): number {
  const isNamed = namingReasons.test(candidate.reason) || leadingNames(candidate.text) !== null;
  const readers = isOfReaders(page, candidate.node) && !/^itemprop/.test(candidate.reason);
  return (isNamed ? 0 : formPenalty) + (readers ? readersPenalty : 0);
}

/**
 * Returns the candidates for an author that the description of the page does not state: of the given ones those that are
 * not in navigation, menus or footers, each with the name alone.
 */
export function authorCandidates(candidates: readonly Candidate[], page: PageFacts): Candidate[] {
  const title = page.titleLine();
  const near = (node: number) => nearBonus * nearness(title, lineAt(page.lines(), node));
  const own = candidates
    .filter(({ node }) => !page.isInFrame(node) && !isOfSubject(page, node))
    .filter((one) => !isChance(one, page))
    .map((one) => withNameAlone(one, page))
    .map((one) => ({ ...one, strength: one.strength + near(one.node) - doubt(one, page) }))
    .filter(
      ({ text, reason }) =>
        text.length <= maxUnnamedLength || namingReasons.test(reason) || leadingNames(text) !== null,
    );
  return own.filter(({ strength }) => strength >= minStrength);
}
