import type { FoundValue } from '../domain/pages/extraction.ts';
import { isObject } from '../domain/values/is-object.ts';
import { getBylines } from './heuristics/bylines/bylines.ts';
import { isPersonName } from './heuristics/bylines/person-name.ts';
import { entitiesOf } from './page-data/entity.ts';
import type { Mapping } from './page-data/map-entity.ts';
import { isNameOfSite } from './page-data/page-titles.ts';
import type { PageView } from './page-view/page-view.ts';
import type { Field } from './schema/field.ts';
import { foldLetters, foldText } from './words/words.ts';

/** Minimum strength of a byline that replaces an author of the page data. */
const minBylineStrength = 0.86;
/** Confidence of an author that is the site itself or an account. */
const doubtfulConfidence = 0.5;

const organizationType = /Organization|Corporation|Business|WebSite|Brand/;

const organizationsCache = new WeakMap<PageView, ReadonlySet<string>>();

/** Returns the folded names of the organizations in the page data: publisher, site, firm. */
function organizationsOf(page: PageView): ReadonlySet<string> {
  let names = organizationsCache.get(page);
  if (names === undefined) {
    names = new Set(
      entitiesOf(page)
        .described.filter(({ types }) => types.some((type) => organizationType.test(type)))
        .flatMap(({ properties: { name, publisher } }) => [
          name,
          isObject(publisher) ? publisher.name : publisher,
        ])
        .filter((name) => typeof name === 'string')
        .map(foldLetters),
    );
    organizationsCache.set(page, names);
  }
  return names;
}

/** Name of an account: one word without a capital. */
const account = /^[\p{Ll}\d_.-]+$/u;
/** Words in the names of groups and organizations. */
const groupWords =
  /(?:^|\s)(?:team|staff|editors?|editorial|desk|newsroom|admin|administrator|inc\.?|llc|ltd\.?|gmbh|corp\.?|corporation|company|group|association|news|magazine|press|university|institute|foundation|department|center|centre|council|agency|services|contributors|redaktion|rédaction|redacción|redazione)(?:$|\s|,)/iu;

/** Returns true if the page data describe a person with this name. */
function isTypedPerson(author: string, page: PageView): boolean {
  const name = foldLetters(author);
  return entitiesOf(page).described.some(
    ({ types, properties }) =>
      types.includes('Person') &&
      typeof properties.name === 'string' &&
      foldLetters(properties.name) === name,
  );
}

/** Returns true if the author that page data state is the site, its firm or an account, and no person. */
function isDoubtful(author: string, page: PageView, isShown: boolean): boolean {
  const name = foldLetters(author);
  const site = foldLetters(page.metadata.site_name ?? '');
  const host = foldLetters(URL.parse(page.url)?.hostname.replace(/^www\./, '') ?? '');
  if (groupWords.test(author)) return true;
  if (!author.includes(' ')) {
    const isOfSite =
      (name.length > 3 && (host.includes(name) || site.includes(name))) ||
      (site.length > 3 && name.includes(site));
    return isOfSite || organizationsOf(page).has(name) || (account.test(author) && !isShown);
  }
  return isNameOfSite(author, page) || organizationsOf(page).has(name);
}

/** Returns true if one of two names contains the other, as in "Ada Crane" and "By Ada Crane, Editor". */
function isSamePerson(one: string, other: string): boolean {
  const [mine, theirs] = [foldText(one), foldText(other)];
  return mine.includes(theirs) || theirs.includes(mine);
}

/**
 * Replaces an author of the page data that is the site, a firm or an account, or that the page does not show, by the person
 * whom a byline of the page names. Without such a byline, the site or account becomes a weak value.
 */
export function preferByline(
  fields: readonly Field[],
  values: readonly FoundValue[],
  { page, mapping }: { page: PageView; mapping: Mapping },
  findVisible: (field: Field) => readonly FoundValue[],
): FoundValue[] {
  return values.map((value) => {
    if (value.evidence.method !== 'page_data' || typeof value.value !== 'string') return value;
    const field = fields.find(({ pointer }) => pointer === value.pointer);
    if (field?.structure !== 'scalar' || field.context.length > 0) return value;
    if (mapping.concepts(field)[0]?.name !== 'author') return value;
    const own = String(value.value);
    const isOrganization = isDoubtful(own, page, value.isGrounded);
    if (!isOrganization && value.isGrounded) return value;
    const byline = findVisible(field).find(({ value: name }) => isStrongByline(String(name), page));
    if (byline !== undefined && !isSamePerson(String(byline.value), own)) return byline;
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
function isStrongByline(name: string, page: PageView): boolean {
  const isPerson = name.split(', ').every((one) => isPersonName(one)) && !isDoubtful(name, page, true);
  return (
    isPerson &&
    getBylines(page).some(
      ({ text, isNear, strength }) =>
        isNear && strength >= minBylineStrength && foldText(text) === foldText(name),
    )
  );
}
