import { once } from '../../domain/values/once.ts';
import type { ParsedPage } from '../../page/parsed-page.ts';
import { createPageView } from '../page-view/create-page-view.ts';
import { createPageLetters } from '../page-view/page-letters.ts';
import { findRecords } from '../page-view/record-clusters.ts';
import { findBylines } from './bylines/bylines.ts';
import { findDates } from './dates/marked-dates.ts';
import { createPageDescription } from './description/create-page-description.ts';
import { findTextEntities } from './description/text-entities.ts';
import { findEntities, findOrganizations } from './entity.ts';
import { findTitles } from './find-titles.ts';
import { createFrameCheck } from './frame-check.ts';
import { readHeadTitles } from './head-titles.ts';
import { findHeadings } from './headings.ts';
import { findIconPairs } from './icon-pairs.ts';
import { findLabelPairs, labelsByValue } from './labels/label-pairs.ts';
import { findNamedElements } from './named-elements.ts';
import type { PageFacts } from './page-facts.ts';
import { findSubjectNames } from './page-titles.ts';
import { createParseContext } from './parse-context.ts';
import { findPagePrices } from './prices/page-prices.ts';
import { findRowLines } from './row-lines.ts';
import { findSubjectWords } from './subject-words.ts';
import { lineAt } from './title-distance.ts';

/**
 * Property of a page with its facts: the metadata and the values of a page rest on the same ones. No WeakMap, because a minor
 * garbage collection treats its values as reachable, so that each page would remain until a major one.
 */
const factsOfPage = Symbol('facts');

interface KnownPage extends ParsedPage {
  [factsOfPage]?: PageFacts;
}

/** Returns the facts of a page. Copies of the page have their own ones: the property is not enumerable. */
function factsOf(page: KnownPage): PageFacts {
  const known = page[factsOfPage];
  if (known !== undefined) return known;
  const facts = computePageFacts(page);
  Object.defineProperty(page, factsOfPage, { value: facts });
  return facts;
}

/**
 * Returns the facts of a parsed page, each computed once for the page. `fetchedAt` is the time of its fetch (ISO 8601), or null if it
 * is unknown; only the reading of relative dates depends on it.
 */
export function createPageFacts(parsed: ParsedPage, fetchedAt: string | null = null): PageFacts {
  const facts = factsOf(parsed);
  return { ...facts, parseContext: once(() => createParseContext(facts, fetchedAt)) };
}

function computePageFacts(parsed: ParsedPage): PageFacts {
  const page = createPageView(parsed);
  const facts: PageFacts = {
    ...page,
    headings: once(() => findHeadings(page)),
    headTitles: once(() => readHeadTitles(page, facts.siteName())),
    titles: once(() => findTitles(facts)),
    titleNode: once(() => strongest(facts.titles())?.node ?? -1),
    titleLine: once(() => (facts.titleNode() === -1 ? -1 : lineAt(page.lines(), facts.titleNode()))),
    subjectNames: once(() => findSubjectNames(facts)),
    subjectWords: once(() => findSubjectWords(facts)),
    labels: once(() => findLabelPairs(page)),
    labelsByValue: once(() => labelsByValue(facts.labels())),
    icons: once(() => findIconPairs(page)),
    namedElements: once(() => findNamedElements(page)),
    rowLines: once(() => findRowLines(page)),
    isInFrame: createFrameCheck(page),
    letters: once(() => createPageLetters(page.tree)),
    groups: once(() => findRecords(facts.letters()).filter(({ members }) => members.length >= 2)),
    bylines: once(() => findBylines(facts)),
    dates: once(() => findDates(facts)),
    entities: once(() => findEntities(page)),
    organizations: once(() => findOrganizations(facts.entities())),
    textEntities: once(() => findTextEntities(facts)),
    description: once(() => createPageDescription(facts)),
    lowerText: once(() => page.visibleText().toLowerCase()),
    siteName: () => facts.description().siteName()?.value ?? '',
    parseContext: once(() => createParseContext(page, null)),
    prices: once(() => findPagePrices(page, facts.parseContext())),
  };
  return facts;
}

function strongest<One extends { strength: number }>(all: readonly One[]): One | null {
  let best: One | null = null;
  for (const one of all) if (best === null || one.strength > best.strength) best = one;
  return best;
}
