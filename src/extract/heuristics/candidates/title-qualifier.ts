import { attribute } from '../../../page/parse/attributes.ts';
import { tag } from '../../../page/parse/names/tags.ts';
import { flowKind } from '../../../page/tree/flow.ts';
import { attributeOf, parentOf, tagOf } from '../../../page/tree/tree.ts';
import type { PageView } from '../../page-view/page-view.ts';
import type { Field } from '../../schema/field.ts';
import { type Concept, isKnownLabel } from '../../words/concepts.ts';
import { singular, wordsOf } from '../../words/words.ts';
import { mainTitleNode } from '../ranking/page-position.ts';
import { getLabelPairs } from './label-pairs.ts';
import { getNamedElements } from './named-elements.ts';

/** Words of a title's name that every page has a title for. */
const plainWords = new Set(
  'title name headline heading titel titre titulo titolo page item product article full main the of'.split(
    ' ',
  ),
);
const maxHeadings = 40;
/** Words of pages about a qualifier, in labels and headings. */
const relatedWords: Readonly<Record<string, readonly string[]>> = {
  job: 'jobs career careers employer employment salary applicant apply hiring recruiter stellenangebot arbeitgeber gehalt karriere emploi employeur salaire empleo empleador salario vaga emprego lavoro stipendio vacature werkgever praca pracodawca wynagrodzenie jobb arbetsgivare'.split(
    ' ',
  ),
};

/** Returns the words of a title's name that say of what: `job` in `job_title`. */
function qualifiersOf(field: Field, concepts: readonly Concept[]): Set<string> {
  const own = field.words.filter((word) => !plainWords.has(word));
  if (own.length === 0) return new Set();
  const [concept] = concepts;
  const labels = concept === undefined || concept.name === 'name' ? [] : concept.labels;
  const others = [
    ...labels.flatMap((label) => label.split(' ')).filter((word) => !plainWords.has(word)),
    ...own.flatMap((word) => relatedWords[word] ?? []),
  ];
  return new Set([...own, ...others].filter((word) => word.length > 2).map(singular));
}

/** Parts of a page that name what else the site has. */
const sideTags: ReadonlySet<number> = new Set([tag.nav, tag.footer, tag.aside, tag.header]);

const wordsCache = new WeakMap<PageView, ReadonlySet<string>>();

/** Returns the words by which a page says what it is about: URL, titles, headings, labels, names around the title. */
function subjectWords(page: PageView): ReadonlySet<string> {
  const known = wordsCache.get(page);
  if (known !== undefined) return known;
  const { tree, flow } = page;
  const texts = [URL.parse(page.url)?.pathname ?? '', page.metadata.title ?? '', page.metadata.og_type ?? ''];
  let headings = 0;
  for (let node = 1; node < tree.count && headings < maxHeadings; node++) {
    const kind = tree.tag[node];
    const isHeading = kind === tag.h1 || kind === tag.h2 || kind === tag.h3;
    if (!isHeading || flow.kind[node] === flowKind.skipped) continue;
    headings++;
    texts.push(page.textOf(node).slice(0, 200));
  }
  for (const pair of getLabelPairs(page)) if (pair.strength >= 0.7) texts.push(pair.label);
  for (let at = mainTitleNode(page); at > 0; at = parentOf(tree, at))
    texts.push(attributeOf(tree, at, attribute.itemtype) ?? '');
  for (const { element, reason } of getNamedElements(page)) {
    if (!isInSidePart(page, element)) texts.push(reason);
  }
  const words = new Set(texts.flatMap((text) => wordsOf(String(text))).map(singular));
  wordsCache.set(page, words);
  return words;
}

function isInSidePart({ tree }: PageView, node: number): boolean {
  for (let at = node; at > 0; at = parentOf(tree, at)) if (sideTags.has(tagOf(tree, at))) return true;
  return false;
}

/** Returns true if a label or the name of an element says what a qualified title is of. */
export function namesQualifier(field: Field, concepts: readonly Concept[], name: string): boolean {
  const qualifiers = qualifiersOf(field, concepts);
  return wordsOf(name).some((word) => qualifiers.has(singular(word)));
}

/** Effect of a title's qualifier: whether the page is about such a thing. */
export type QualifierMatch = 'none_needed' | 'on_page' | 'missing';

/** Returns whether the page names what a qualified title is of: a flight has no `job_title`. */
export function matchQualifier(field: Field, concepts: readonly Concept[], page: PageView): QualifierMatch {
  const isPlainTitle = concepts[0]?.name === 'name' && isKnownLabel(field.words);
  const qualifiers = qualifiersOf(field, concepts);
  if (qualifiers.size === 0 || (isPlainTitle && !field.words.includes('job'))) return 'none_needed';
  const words = subjectWords(page);
  return [...qualifiers].some((word) => words.has(word)) ? 'on_page' : 'missing';
}
