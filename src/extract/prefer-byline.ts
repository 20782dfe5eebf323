import type { FoundValue } from '../domain/pages/extraction.ts';
import { isPersonName } from './facts/bylines/person-name.ts';
import type { PageFacts } from './facts/page-facts.ts';
import { isNameOfSite } from './facts/page-titles.ts';
import type { Mapping } from './page-data/map-entity.ts';
import type { Field } from './schema/field.ts';
import { foldLetters, foldText } from './words/words.ts';

/** Minimum strength of a byline that replaces an author of the page data. */
const minBylineStrength = 0.86;
/** Confidence of an author that is the site itself or an account. */
const doubtfulConfidence = 0.5;

/** Name of an account: one word without a capital. */
const account = /^[\p{Ll}\d_.-]+$/u;
/** Words in the names of groups and organizations. */
const groupWords =
  /(?:^|\s)(?:team|staff|editors?|editorial|desk|newsroom|admin|administrator|inc\.?|llc|ltd\.?|gmbh|corp\.?|corporation|company|group|association|news|magazine|press|university|institute|foundation|department|center|centre|council|agency|services|contributors|redaktion|rédaction|redacción|redazione)(?:$|\s|,)/iu;

/** Returns true if the page data describe a person with this name. */
function isTypedPerson(author: string, page: PageFacts): boolean {
  const name = foldLetters(author);
  return page
    .entities()
    .described.some(
      ({ types, properties }) =>
        types.includes('Person') &&
        typeof properties.name === 'string' &&
        foldLetters(properties.name) === name,
    );
}

/** Returns true if the author that page data state is the site, its firm or an account, and no person. */
function isDoubtful(author: string, page: PageFacts, isShown: boolean): boolean {
  const name = foldLetters(author);
  const site = foldLetters(page.metadata.site_name ?? '');
  const host = foldLetters(URL.parse(page.url)?.hostname.replace(/^www\./, '') ?? '');
  if (groupWords.test(author)) return true;
  if (!author.includes(' ')) {
    const isOfSite =
      (name.length > 3 && (host.includes(name) || site.includes(name))) ||
      (site.length > 3 && name.includes(site));
    return isOfSite || page.organizations().has(name) || (account.test(author) && !isShown);
  }
  return isNameOfSite(author, page) || page.organizations().has(name);
}

/**
 * Replaces an author of the page data that is the site, a firm or an account, or that the page does not show, by the person
 * whom a byline of the page names. Without such a byline, the site or account becomes a weak value.
 */
export function preferByline(
  fields: readonly Field[],
  values: readonly FoundValue[],
  { page, mapping }: { page: PageFacts; mapping: Mapping },
  findVisible: (field: Field) => readonly FoundValue[],
): FoundValue[] {
  return values.map((value) => {
    if (value.evidence.method !== 'page_data' || typeof value.value !== 'string') return value;
    const field = fields.find(({ pointer }) => pointer === value.pointer);
    if (field?.structure !== 'scalar' || field.context.length > 0) return value;
    if (mapping.concepts(field)[0]?.refinement !== 'author') return value;
    const own = String(value.value);
    const isOrganization = isDoubtful(own, page, value.isGrounded);
    if (!isOrganization && value.isGrounded) return value;
    const byline = findVisible(field).find(({ value: name }) => isStrongByline(String(name), page));
    if (byline !== undefined) return byline;
    if (!isOrganization || (isTypedPerson(own, page) && own.includes(' ') && !groupWords.test(own)))
      return value;
    return {
      ...value,
      confidence: Math.min(value.confidence, doubtfulConfidence),
      evidence: { ...value.evidence, weak: true as const },
    };
  });
}

/** Returns true if a byline near the title names a person, or several, by its markup or by words that introduce authors. */
function isStrongByline(name: string, page: PageFacts): boolean {
  const isPerson = name.split(', ').every((one) => isPersonName(one)) && !isDoubtful(name, page, true);
  return (
    isPerson &&
    page
      .bylines()
      .some(
        ({ text, isNear, strength }) =>
          isNear && strength >= minBylineStrength && foldText(text) === foldText(name),
      )
  );
}
