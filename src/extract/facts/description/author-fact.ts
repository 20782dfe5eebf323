import { foldText } from '../../words/words.ts';
import type { Byline } from '../byline.ts';
import { besideDate } from '../bylines/bylines.ts';
import { isGroup, isPersonName, isRole, leadingNames } from '../bylines/person-name.ts';
import type { PageFacts } from '../page-facts.ts';
import { type DeclaredAuthor, declaredAuthors, headReason, isPersonal, isShown } from './declared-authors.ts';
import type { Fact } from './fact.ts';
import { isOfWrittenKind } from './is-of-written-kind.ts';
import { isPublisher } from './is-publisher.ts';

/** Minimum strengths of a byline: of one that outranks data, of a person, and of any. */
const minStrength = { certain: 0.88, near: 0.86, person: 0.7, any: 0.55 };
/** Minimum strength of a byline that counts as one of several far from the title. */
const minFar = 0.45;
/** Minimum strength of a byline that names a position, and of one that does not have the form of a name. */
const minRole = 0.8;
const minUnnamed = 0.75;
const confidences = { shown: 0.98, unshown: 0.8, besideDate: 0.55, organization: 0.5 };
/** Maximum difference in strength to a byline in the same line that is part of another one. */
const maxGlued = 0.06;

const writtenType = /(?:Article|Posting|Report|Recipe|Question|Essay|Story|Thesis|Review)$/;
/** Minimum scores of an item of such a type: alone, and against the kind of the page. */
const minWritten = { alone: 1.5, againstKind: 3 };

/**
 * Returns true if the page is a text that somebody wrote: no product, service or list, and not the front page of a site.
 */
function isWritten(page: PageFacts): boolean {
  const address = URL.parse(page.url);
  if (address?.pathname === '/' && address.search === '') return false;
  const kind = page.kind();
  if (kind === 'article' || kind === 'forum') return true;
  const least = kind === null ? minWritten.alone : minWritten.againstKind;
  const isOfType = page
    .textEntities()
    .some(({ entity: { types }, score }) => score >= least && types.some((one) => writtenType.test(one)));
  if (isOfType || kind !== null) return isOfType;
  const { og_type: type, article_published_time: published } = page.metadata;
  return published !== undefined || (typeof type === 'string' && /^(?:article|blog|book)$/i.test(type));
}

/** Returns the strongest byline; words that are glued to a name in the same line are left out: "Ada CraneStaff writer". */
function strongestByline(bylines: readonly Byline[]): Byline | null {
  const [first, ...others] = bylines.toSorted((one, other) => other.strength - one.strength);
  if (first === undefined) return null;
  const isPart = (one: Byline) =>
    one.line === first.line &&
    first.strength - one.strength < maxGlued &&
    first.text.startsWith(one.text) &&
    /^\p{L}/u.test(first.text.slice(one.text.length));
  return others.find(isPart) ?? first;
}

function bylineFact({ text, node, reason, strength }: Byline): Fact {
  const confidence = Math.min(reason === besideDate ? confidences.besideDate : 0.97, strength);
  return { value: text, source: 'visible', reason, node, confidence };
}

function namesPersons(text: string, page: PageFacts): boolean {
  return text.split(', ').every((name) => isPersonName(name)) && !isGroup(text) && !isPublisher(text, page);
}

/** Returns the byline that is that of the page's text: near the title, or the only one on the page. */
function ownByline(page: PageFacts): Byline | null {
  const best = strongestByline(page.bylines());
  if (best === null || best.strength < minStrength.any) return null;
  if (best.isNear) return best;
  const far = page.bylines().filter(({ isNear, strength }) => !isNear && strength >= minFar);
  return new Set(far.map(({ text }) => text)).size === 1 ? best : null;
}

const wordsIn = (name: string) => foldText(name).match(/\p{L}{3,}/gu) ?? [];

/** Returns true if two names have a word in common. */
function shareWord(one: string, other: string): boolean {
  const words = new Set(wordsIn(one));
  return wordsIn(other).some((word) => words.has(word));
}

/**
 * Returns true if a byline beside the title says better than shown names of the page's data who wrote the text: the name in
 * the head is that of somebody else, or the data hold more than the name, such as a role.
 */
function isBetter(byline: Byline, authors: readonly DeclaredAuthor[]): boolean {
  if (byline.strength < minStrength.certain) return false;
  const [first] = authors;
  if (first?.reason === headReason) return !authors.some(({ name }) => shareWord(name, byline.text));
  return (
    authors.length === 1 &&
    first?.source === 'attribute' &&
    first.name !== byline.text &&
    first.name.startsWith(`${byline.text} `)
  );
}

function declaredFact(authors: readonly DeclaredAuthor[], confidence: number): Fact | null {
  const [first] = authors;
  if (first === undefined) return null;
  const value = authors.map(({ name }) => name).join(', ');
  return { value, source: first.source, reason: first.reason, node: -1, confidence };
}

/** Returns the byline alone, if it has the form of one. */
function fromByline(byline: Byline): Fact | null {
  if (isRole(byline.text) && byline.strength < minRole) return null;
  return leadingNames(byline.text) === null && byline.strength < minUnnamed ? null : bylineFact(byline);
}

/**
 * Returns who wrote the text of the page. A person whom a byline beside the title names outranks names in the page's data
 * that differ from it or that the page does not show; the publisher of an article is its author only if nobody else is named.
 * Null for pages that nobody wrote, such as products and lists.
 */
export function findAuthor(page: PageFacts): Fact | null {
  const byline = ownByline(page);
  const isPerson = byline !== null && namesPersons(byline.text, page);
  const hasAuthor = isWritten(page) || (page.kind() === null && isPerson);
  const person = isPerson && byline.isNear && byline.strength >= minStrength.near ? byline : null;
  const declared = declaredAuthors(page);
  for (const authors of declared) {
    const persons = authors.filter(isPersonal);
    if (persons.length === 0) continue;
    const areShown = persons.every(({ name }) => isShown(name, page));
    if (person !== null && (!areShown || isBetter(person, persons))) return bylineFact(person);
    const own = authors.filter(({ isOrganization }) => !isOrganization);
    // Programs name whoever entered a page in its data: on a page that is no text, only a name that it shows is an author.
    if (hasAuthor && (areShown || isOfWrittenKind(page)))
      return declaredFact(own, areShown ? confidences.shown : confidences.unshown);
    if (areShown && person !== null) return declaredFact(own, confidences.shown);
  }
  if (person !== null) return bylineFact(person);
  if (!hasAuthor) return null;
  if (byline !== null && isPerson && byline.strength >= minStrength.person && !isRole(byline.text))
    return bylineFact(byline);
  const publisher = isOfWrittenKind(page) ? declared.find((authors) => authors.length > 0) : undefined;
  if (publisher !== undefined) return declaredFact(publisher, confidences.organization);
  return byline === null ? null : fromByline(byline);
}
