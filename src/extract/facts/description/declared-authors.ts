import { foldLetters, foldText } from '../../words/words.ts';
import { isGroup } from '../bylines/person-name.ts';
import type { PageFacts } from '../page-facts.ts';
import type { Fact } from './fact.ts';
import { isPublisher } from './is-publisher.ts';
import { statedNames } from './text-entities.ts';

/** An author that the data of a page state. */
export interface DeclaredAuthor {
  name: string;
  /** True for an organization, and for the publisher of the page. */
  isOrganization: boolean;
  source: Fact['source'];
  reason: string;
}

const minEntityScore = 1;
const maxAuthors = 40;
const maxNameLength = 120;
/** Length of the start of the text in which a name is also looked for without accents. */
const maxFolded = 50_000;

/** Words before the name of an author. */
const credit =
  /^(?:(?:recipe|text|words|story|written|posted|published|created)\s+)?(?:by|von|par|por|di|da|door|przez|av|автор)(?:\s*:)?\s+(?=\p{Lu})/iu;
const role = /\s?\((?:author|authors|editor|autor|autora|auteur|autore)\)$/iu;
/** Names that a program wrote for a missing one, variables that a site did not fill in, and generated accounts. */
const placeholder =
  /^(?:page|post|site|article|author|user|data|item|entry)(?:\.[a-z_]+){1,8}$|[{}<>]|%[a-z_]+%|^(?:undefined|null|nan|unknown|webmaster|admin|administrator|authors?|guest|staff|editor)$|^(?=\S{0,40}\d[a-z]{1,20}\d)[a-z\d_-]{12,40}$|^\d+$/iu;
const noName = /^https?:|^www\.|^@|\d:\d\d|\S@\S/i;

/** Returns the name of an author without the words around it; null if the text is no name. */
function cleanName(text: string, page: PageFacts): string | null {
  const name = text
    .slice(0, maxNameLength + 60)
    .replace(/^[\s,;|&·-]+/u, '')
    .replace(credit, '')
    .replace(/(?<![\s,|·•-])[\s,|·•-]+$/u, '')
    .replace(role, '')
    .replaceAll('&amp;', '&');
  if (name.length < 2 || name.length > maxNameLength || noName.test(name) || placeholder.test(name))
    return null;
  const own = foldText(name);
  const isTitle = [page.metadata.title, page.metadata.og_title].some(
    (one) => foldText(String(one ?? '')) === own,
  );
  return /\p{L}/u.test(name) && !isTitle ? name : null;
}

function cleaned(names: readonly DeclaredAuthor[], page: PageFacts): DeclaredAuthor[] {
  const found = new Map<string, DeclaredAuthor>();
  for (const one of names) {
    const name = cleanName(one.name, page);
    if (name === null || found.size >= maxAuthors || found.has(foldText(name))) continue;
    found.set(foldText(name), {
      ...one,
      name,
      isOrganization: one.isOrganization || isPublisher(name, page),
    });
  }
  return [...found.values()];
}

const organization = /Organization|Corporation|Business|WebSite|Brand/;

function entityAuthors(page: PageFacts): DeclaredAuthor[] {
  for (const { entity, score } of page.textEntities()) {
    if (score < minEntityScore) break;
    const { author, creator } = entity.properties;
    const names = statedNames(author ?? creator);
    if (names.length === 0) continue;
    return names.map(({ text, types }) => ({
      name: text,
      isOrganization: types.some((type) => organization.test(type)),
      source: entity.source,
      reason: `${entity.path}.author`,
    }));
  }
  return [];
}

/** Reason of an author whom the head states. */
export const headReason = 'meta.author';

function headAuthors({ metadata }: PageFacts): DeclaredAuthor[] {
  return (metadata.author?.split(', ') ?? []).map((name) => ({
    name,
    isOrganization: false,
    source: 'attribute',
    reason: headReason,
  }));
}

/** Returns the authors that the data of a page state: those of the item that describes its text, and those of its head. */
export function declaredAuthors(page: PageFacts): readonly DeclaredAuthor[][] {
  return [entityAuthors(page), headAuthors(page)].map((names) => cleaned(names, page));
}

/** Returns true for a declared author that is a person, as far as can be told. */
export function isPersonal({ name, isOrganization }: DeclaredAuthor): boolean {
  return !isOrganization && !isGroup(name);
}

/** Returns true if the page shows a name. */
export function isShown(name: string, page: PageFacts): boolean {
  const text = page.lowerText();
  const own = name.toLowerCase();
  if (text.includes(own)) return true;
  const last = own.split(/\s+/).at(-1) ?? '';
  if (last === own || last.length < 4 || !text.includes(last)) return false;
  return foldLetters(text.slice(0, maxFolded)).includes(foldLetters(own));
}
