import { hasDokuWiki } from '../../test/applications/dokuwiki.ts';
import { hasGitweb } from '../../test/applications/gitweb.ts';
import { hasMediaWiki } from '../../test/applications/mediawiki.ts';
import { hasRoundup } from '../../test/applications/roundup.ts';
import { hasSphinx } from '../../test/applications/sphinx.ts';
import { hasWordPress } from '../../test/applications/wordpress.ts';
import { gitwebPages, roundupPages, sphinxPages } from './watched-projects.ts';
import { dokuWikiPages, mediaWikiPages, wordPressPages } from './watched-wikis.ts';

/** A page of a real application, with what can happen to it. */
export interface WatchedPage {
  name: string;
  url: string;
  /** Edits the content of the page; `step` counts the edits of the page from 1. */
  edit(step: number): Promise<void>;
  /** Changes something else on the site. */
  disturb(day: number): Promise<void>;
}

/** A real application with its watched pages. */
export interface StartedApplication {
  pages: WatchedPage[];
  close(): Promise<void>;
}

/** All applications that could be started. */
export interface WatchedApplications {
  /** Pages by application. Events of one application follow each other; they use its database and files. */
  applications: WatchedPage[][];
  /** Names of the applications whose packages are not installed. */
  missing: string[];
  close(): Promise<void>;
}

const applications = [
  { name: 'DokuWiki', has: hasDokuWiki, start: dokuWikiPages },
  { name: 'MediaWiki', has: hasMediaWiki, start: mediaWikiPages },
  { name: 'WordPress', has: hasWordPress, start: wordPressPages },
  { name: 'gitweb', has: hasGitweb, start: gitwebPages },
  { name: 'Roundup', has: hasRoundup, start: roundupPages },
  { name: 'Sphinx', has: hasSphinx, start: sphinxPages },
];

/** Starts every application whose packages are installed; packages of Python are installed first. */
export async function startApplications(): Promise<WatchedApplications> {
  const started: StartedApplication[] = [];
  const missing: string[] = [];
  const close = async () => void (await Promise.all(started.map((one) => one.close())));
  try {
    for (const { name, has, start } of applications) {
      if (await has()) started.push(await start());
      else missing.push(name);
    }
  } catch (error) {
    await close();
    throw error;
  }
  return { applications: started.map(({ pages }) => pages), missing, close };
}
