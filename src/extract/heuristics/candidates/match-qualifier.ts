import type { PageFacts } from '../../facts/page-facts.ts';
import { type Concept, isKnownLabel } from '../../schema/concepts.ts';
import type { Field } from '../../schema/field.ts';
import { singular } from '../../words/words.ts';

/** Words of a title's name that every page has a title for. */
const plainWords = new Set(
  'title name headline heading titel titre titulo titolo page item product article full main the of'.split(
    ' ',
  ),
);
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
  const labels = concept === undefined || concept.title === 'subject' ? [] : concept.labels;
  const others = [
    ...labels.flatMap((label) => label.split(' ')).filter((word) => !plainWords.has(word)),
    ...own.flatMap((word) => relatedWords[word] ?? []),
  ];
  return new Set([...own, ...others].filter((word) => word.length > 2).map(singular));
}

/** Effect of a title's qualifier: whether the page is about such a thing. */
export type QualifierMatch = 'none_needed' | 'on_page' | 'missing';

/** Returns whether the page names what a qualified title is of: a flight has no `job_title`. */
export function matchQualifier(field: Field, concepts: readonly Concept[], page: PageFacts): QualifierMatch {
  const isPlainTitle = concepts[0]?.title === 'subject' && isKnownLabel(field.words);
  const qualifiers = qualifiersOf(field, concepts);
  if (qualifiers.size === 0 || (isPlainTitle && !field.words.includes('job'))) return 'none_needed';
  const words = page.subjectWords();
  return [...qualifiers].some((word) => words.has(word)) ? 'on_page' : 'missing';
}
