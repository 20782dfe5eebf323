import { splitHeadTitle } from '../../../page/text/split-head-title.ts';
import { foldText, splitWords } from '../../words/words.ts';
import type { PageFacts } from '../page-facts.ts';
import type { Fact } from './fact.ts';

/** Minimum strength of a shown title. */
const minHeading = 0.5;
const headConfidence = 0.56;
/** Strength of a first heading that shares a fifth of its letters with the title in the head, which has three words. */
const minCommon = 0.735;
const minWords = 3;

const separatorsAtStart = /^[\s|–—·»«:~›>-]+/u;
const separatorsAtEnd = /(?<![\s|–—·»«:~›>-])[\s|–—·»«:~›>-]+$/u;

/** Returns a title without the name of the site in front of it or behind it. */
function withoutSite(title: string, page: PageFacts): string {
  const { isSite } = page.headTitles();
  const parts = splitHeadTitle(title);
  const [first = '', last = ''] = [parts[0], parts.at(-1)];
  if (parts.length < 2) return title;
  if (isSite(foldText(last))) return title.slice(0, title.lastIndexOf(last)).replace(separatorsAtEnd, '');
  return isSite(foldText(first)) ? title.slice(first.length).replace(separatorsAtStart, '') : title;
}

function shownTitle(page: PageFacts): Fact | null {
  const at = page.titleNode();
  const best = page.titles().find(({ node }) => node === at);
  if (best === undefined || best.strength < minHeading) return null;
  const { text, source, reason, node, strength } = best;
  return { value: text, source, reason, node, confidence: Math.min(0.97, strength) };
}

function headTitle(page: PageFacts): Fact | null {
  const { og_title: preview, title } = page.metadata;
  const head = typeof preview === 'string' && preview !== '' ? preview : title;
  if (head === undefined) return null;
  const value = withoutSite(head, page);
  return { value, source: 'attribute', reason: 'head title', node: -1, confidence: headConfidence };
}

/**
 * Returns the title of the page: its heading, else the title in its head without the name of the site.
 */
export function findTitle(page: PageFacts): Fact | null {
  const shown = shownTitle(page);
  const head = headTitle(page);
  // A heading that has nothing in common with a telling title in the head is that of something else.
  const isForeign =
    shown?.reason === 'h1' &&
    shown.confidence < minCommon &&
    splitWords(head?.value ?? '').length >= minWords;
  return isForeign ? head : (shown ?? head);
}
