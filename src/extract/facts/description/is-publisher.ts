import { foldLetters, foldText } from '../../words/words.ts';
import type { PageFacts } from '../page-facts.ts';

const minNameLength = 4;
const maxNotice = 400;
const copyright = /©|\(c\)|copyright|all rights reserved/i;

/** Returns true if a name is that of the site or of an organization that the structured data name. */
function isNameOfOrganization(name: string, page: PageFacts): boolean {
  const own = foldLetters(name);
  if (page.organizations().has(own) || page.headTitles().isSite(foldText(name))) return true;
  if (own.length < minNameLength) return false;
  const site = foldLetters(page.siteName());
  const host = foldLetters(URL.parse(page.url)?.hostname.replace(/^www\./, '') ?? '');
  return host.includes(own) || (site.length >= minNameLength && (site.includes(own) || own.includes(site)));
}

/** Returns true if the copyright notice of the page names somebody. */
function isInNotice(name: string, page: PageFacts): boolean {
  const own = name.toLowerCase();
  return page
    .lines()
    .some(({ text }) => text.length < maxNotice && copyright.test(text) && text.toLowerCase().includes(own));
}

/** Returns true if a name is that of who publishes the page: the site, its organization, the owner of its copyright. */
export function isPublisher(name: string, page: PageFacts): boolean {
  return isNameOfOrganization(name, page) || isInNotice(name, page);
}
