import { splitHeadTitle } from '../../page/text/split-head-title.ts';
import type { PageView } from '../page-view/page-view.ts';
import { foldLetters, foldText } from '../words/words.ts';

/** Names of the page in its head, with case and accents folded. */
export interface HeadTitles {
  /** Titles of the head, one for each line. */
  title: string;
  whole: readonly string[];
  /** Parts of the titles without the site's name, in order. */
  parts: readonly string[];
  /** The first part of each title, without the site's name. */
  firsts: readonly string[];
  site: string;
  /** Returns true if a folded text is the name of the site. */
  isSite: (text: string) => boolean;
}

/** Reads the titles in the head of a page of the site with a name. */
export function readHeadTitles(page: PageView, siteName: string): HeadTitles {
  const whole = [page.metadata.title, page.metadata.og_title].map((text) => foldText(String(text ?? '')));
  const site = foldText(siteName);
  const host = foldLetters(URL.parse(page.url)?.hostname.replace(/^www\./, '') ?? '');
  const isSite = (part: string) =>
    part === site || (foldLetters(part) !== '' && host.startsWith(foldLetters(part)));
  const isPart = (part: string) => part.length > 2 && !isSite(part);
  const partsByTitle = whole.map((title) => splitHeadTitle(title).filter(isPart));
  const parts = partsByTitle.flat();
  return {
    title: whole.join('\n'),
    whole: [...new Set(whole.filter((text) => text !== ''))],
    parts: [...new Set(parts)],
    firsts: [...new Set(partsByTitle.flatMap(([first]) => first ?? []))],
    site,
    isSite,
  };
}
