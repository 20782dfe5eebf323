import type { Field } from '../field.ts';
import type { PageView } from '../page-view.ts';
import { bare, folded } from '../words.ts';

/** What stands before the name of who wrote something, in ten languages. */
const byWords =
  /^(?:(?:recipe|text|words|story|written|posted|published|created)\s+)?(?:by|von|par|por|di|da|door|przez|av|автор)\s*:?\s+(?=\p{Lu})/iu;
const longestTitle = 300;
const lastPart = /^(.*\S)\s+[|–—·»-]\s+([^|–—·»]+)$/u;

/** Whether a text can be a name of somebody: no address, no date, not what the page itself is called. */
function canBePerson(text: string, page: PageView): boolean {
  if (/^https?:|^www\.|\d:\d\d/i.test(text) || text.length > 200) return false;
  const name = folded(text);
  return name !== folded(String(page.metadata.og_title ?? '')) && name !== folded(page.metadata.title ?? '');
}

/** Whether a text is the name of the page's site, by what it calls itself or its address. */
function isSiteName(text: string, page: PageView): boolean {
  const name = bare(text);
  const host = bare(URL.parse(page.url)?.hostname.replace(/^www\./, '') ?? '');
  return name !== '' && (name === bare(page.metadata.site_name ?? '') || host.startsWith(name));
}

/**
 * A text that the page's data states for a field, without what does not belong to such a value: the site's name behind a
 * title, "by" before an author. Null when it can be no such value.
 */
export function cleaned(field: Field, text: string, page: PageView): string | null {
  if (field.kind === 'person') return canBePerson(text, page) ? text.replace(byWords, '') : null;
  if (field.kind !== 'title' || text.length > longestTitle) return text;
  const parts = lastPart.exec(text);
  return parts !== null && isSiteName(parts[2] as string, page) ? (parts[1] as string) : text;
}
