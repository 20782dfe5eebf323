import { groupOf } from '../../domain/values/elements.ts';
import type { PageFacts } from '../facts/page-facts.ts';
import { conceptsOf } from '../schema/concepts.ts';
import type { Field } from '../schema/field.ts';
import { foldText } from '../words/words.ts';

/** Words before the name of an author, in ten languages. */
const authorPrefix =
  /^(?:(?:recipe|text|words|story|written|posted|published|created)\s+)?(?:by|von|par|por|di|da|door|przez|av|автор)(?:\s*:)?\s+(?=\p{Lu})/iu;
const maxTitleLength = 300;
// regex: at most 300 characters, longer titles stay as they are
const lastPart = /^(.*\S)\s+[|–—·»-]\s+([^|–—·»]+)$/u;

/** Maximum length of one name, and of the names of several persons. */
const maxNameLength = 200;
const maxPersonLength = 1_000;
/** Path of a variable in a template, which the site did not fill in: `page.author.name`. */
const placeholder =
  /^(?:page|post|site|article|author|user|data|item|entry)(?:\.[a-z_]+){1,8}$|[{}<>]|%[a-z_]+%|^(?:undefined|null|nan|unknown|webmaster)$/iu;
/** Name of an account that a program generated: letters with digits among them. */
const generatedAccount = /^(?=\S{0,40}\d[a-z]{1,20}\d)[a-z\d_-]{12,40}$/u;

/** Returns true if a text can be the name of a person: no URL, no date, not the title of the page. */
function isPossiblePerson(text: string, page: PageFacts): boolean {
  if (/^https?:|^www\.|\d:\d\d/i.test(text) || text.length > maxPersonLength) return false;
  if (text.length > maxNameLength && !text.includes(',')) return false;
  if (placeholder.test(text) || generatedAccount.test(text)) return false;
  const name = foldText(text);
  return (
    name !== foldText(String(page.metadata.og_title ?? '')) && name !== foldText(page.metadata.title ?? '')
  );
}

/** Returns true if a field asks for a name, which is no URL: microdata states the link around a logo as the brand. */
function isName({ kind, words }: Field): boolean {
  return kind === 'title' || (kind === 'text' && conceptsOf(words)[0]?.refinement === 'brand');
}

/**
 * Removes text around a value from the page's data: the site's name after a title, "by" before an author.
 * Returns null if the text cannot be such a value.
 */
export function cleanValue(field: Field, text: string, page: PageFacts): string | null {
  if (field.kind === 'person')
    return isPossiblePerson(text, page) ? text.replace(/^[\s,;|&·-]+/u, '').replace(authorPrefix, '') : null;
  if (isName(field) && /^https?:\/\/\S+$/i.test(text)) return null;
  if (field.kind !== 'title' || text.length > maxTitleLength) return text;
  const parts = lastPart.exec(text);
  return parts !== null && page.headTitles().isSite(foldText(groupOf(parts, 2))) ? groupOf(parts, 1) : text;
}
