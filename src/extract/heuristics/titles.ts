import { tag } from '../../page/parse/tags.ts';
import { flowKind } from '../../page/visible.ts';
import type { PageView } from '../page-view.ts';
import { bare, folded } from '../words.ts';
import type { Candidate } from './candidate.ts';

const separators = /\s+[|–—·»«:~›>-]+\s+|\s*[|»·]\s*|:\s+/u;
const longest = 250;
const mostShown = 6;

/** What the head says of the page's name, all of it folded. */
interface Named {
  /** Titles of the head, a line each. */
  title: string;
  whole: readonly string[];
  /** Parts of them without the site's name, in order. */
  parts: readonly string[];
  site: string;
}

function namedBy(page: PageView): Named {
  const whole = [page.metadata.title, page.metadata.og_title].map((text) => folded(String(text ?? '')));
  const site = folded(page.metadata.site_name ?? '');
  const host = bare(URL.parse(page.url)?.hostname.replace(/^www\./, '') ?? '');
  const isSite = (part: string) => part === site || (bare(part) !== '' && host.startsWith(bare(part)));
  const parts = whole.flatMap((title) => title.split(separators)).map((part) => part.trim());
  return {
    title: whole.join('\n'),
    whole: [...new Set(whole.filter((text) => text !== ''))],
    parts: [...new Set(parts.filter((part) => part.length > 2 && !isSite(part)))],
    site,
  };
}

/** What the page may be called: its headings, judged by the title in its head, and the parts of that title. */
function findTitles(page: PageView): readonly Candidate[] {
  const { tree, flow } = page;
  const named = namedBy(page);
  const found: Candidate[] = [];
  for (let node = 1; node < tree.count && found.length < 20; node++) {
    const kind = tree.tag[node];
    if ((kind !== tag.h1 && kind !== tag.h2) || flow.kind[node] === flowKind.skipped) continue;
    const text = page.textOf(node);
    if (text === '' || text.length > longest) continue;
    const strength = headingStrength(page, node, folded(text), named);
    const reason = kind === tag.h1 ? 'h1' : 'h2';
    if (strength > 0) found.push({ text, node, source: 'visible', reason, strength, fit: 1 });
  }
  if (found.some(({ strength }) => strength > 0.9)) return found;
  if (!found.some(({ reason }) => reason === 'h1')) for (const one of found) one.strength += 0.08;
  const shown = partsShown(page, named);
  return found.concat(shown.length > 0 || found.length > 0 ? shown : headTitle(page, named));
}

const known = new WeakMap<PageView, readonly Candidate[]>();

/** What the page may be called, each with its strength. Made once a page. */
export function titleCandidates(page: PageView): readonly Candidate[] {
  let titles = known.get(page);
  if (titles === undefined) {
    titles = findTitles(page);
    known.set(page, titles);
  }
  return titles;
}

function headingStrength(page: PageView, heading: number, text: string, named: Named): number {
  const isInTitle = text.length > 2 && (named.title.includes(text) || holdsPart(text, named.parts));
  const isFirst = page.tree.tag[heading] === tag.h1;
  const strength = isFirst ? (isInTitle ? 0.95 : 0.8) : isInTitle ? 0.74 : 0;
  const isElsewhere = isLinked(page, heading) || text === named.site;
  // A title begins with what the page is about and goes on to where it stands.
  const isBehind = isInTitle && placeIn(text, named) > 0;
  return strength - (isElsewhere ? 0.25 : 0) - (isBehind ? 0.1 : 0);
}

/** Whether a heading says a part of the title and more. */
function holdsPart(text: string, parts: readonly string[]): boolean {
  return parts.some((part) => part.length > 4 && text.includes(part));
}

/** Which part of the head's titles a text is in, from 0; also where it says more than the part. */
function placeIn(text: string, { whole, parts }: Named): number {
  if (whole.some((title) => title.startsWith(text))) return 0;
  const place = parts.findIndex(
    (part) => part.includes(text) || (part.length > 4 && text.includes(part)) || beginsAlike(text, part),
  );
  return Math.max(place, 0);
}

/** Whether a heading leads elsewhere: then it names the site, or another page. */
function isLinked(page: PageView, heading: number): boolean {
  const { tree } = page;
  for (
    let at = tree.parent[heading] as number, steps = 0;
    at > 0 && steps < 3;
    at = tree.parent[at] as number, steps++
  ) {
    if (tree.tag[at] === tag.a) return true;
  }
  return false;
}

const wordsIn = (text: string) => text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];

/**
 * Whether two texts begin with the same words, at least two, that are half of one of them and a third of the other: as titles
 * do that are cut short, or go on in another way than the line that they repeat.
 */
function beginsAlike(one: string, other: string): boolean {
  const [mine, theirs] = [wordsIn(one), wordsIn(other)];
  let same = 0;
  while (same < mine.length && mine[same] === theirs[same]) same++;
  const [less, more] = [Math.min(mine.length, theirs.length), Math.max(mine.length, theirs.length)];
  return same >= 2 && same * 2 >= less && same * 3 >= more;
}

/** Lines that are the head's title, or a part of it, or begin as it does. */
function partsShown(page: PageView, named: Named): Candidate[] {
  const found: Candidate[] = [];
  for (const line of page.lines()) {
    if (line.text.length > longest) continue;
    const text = folded(line.text);
    if (text === named.site || text.length < 3) continue;
    const shown = shownAs(text, named);
    if (shown === null) continue;
    const [reason, strength] = shown;
    found.push({ text: line.text, node: line.element, source: 'visible', reason, strength, fit: 1 });
    if (found.length >= mostShown) break;
  }
  return found;
}

function shownAs(text: string, { whole, parts }: Named): [string, number] | null {
  if (whole.includes(text)) return ['title', 0.85];
  const place = parts.indexOf(text);
  if (place === 0) return ['part of title', 0.8];
  if (whole.some((title) => beginsAlike(text.replace(/[\s.…]+$/u, ''), title))) return ['begins title', 0.78];
  if (parts[0] !== undefined && beginsAlike(text, parts[0])) return ['begins title', 0.76];
  return place > 0 ? ['part of title', Math.max(0.55, 0.74 - 0.04 * place)] : null;
}

/** The first part of the head's title, for pages that show none. */
function headTitle(page: PageView, named: Named): Candidate[] {
  const node = titleElement(page);
  const first = (page.metadata.title ?? '')
    .split(separators)
    .map((part) => part.trim())
    .find((part) => named.parts.includes(folded(part)));
  if (node === -1 || first === undefined) return [];
  return [{ text: first, node, source: 'attribute', reason: 'head title', strength: 0.56, fit: 1 }];
}

function titleElement({ tree }: PageView): number {
  for (let node = 1; node < tree.count && tree.tag[node] !== tag.body; node++) {
    if (tree.tag[node] === tag.title) return node;
  }
  return -1;
}
