import { tag } from '../../page/parse/tags.ts';
import { flowKind } from '../../page/visible.ts';
import type { PageView } from '../page-view.ts';
import { folded } from '../words.ts';
import type { Candidate } from './candidate.ts';

const separators = /\s+[|–—·»«:~-]+\s+|\s*[|»·]\s*|:\s+/u;
const longest = 250;

/** What the head says of the page's name. */
interface Named {
  /** Titles of the head, folded, a line each. */
  title: string;
  parts: readonly string[];
  site: string;
}

/** What the page may be called: its headings, judged by the title in its head, and the parts of that title. */
export function titleCandidates(page: PageView): Candidate[] {
  const { tree, flow } = page;
  const title = folded(`${page.metadata.title ?? ''}\n${page.metadata.og_title ?? ''}`);
  const site = folded(page.metadata.site_name ?? '');
  const parts = title.split(separators).filter((part) => part.length > 4 && part !== site);
  const found: Candidate[] = [];
  for (let node = 1; node < tree.count && found.length < 20; node++) {
    const kind = tree.tag[node];
    if ((kind !== tag.h1 && kind !== tag.h2) || flow.kind[node] === flowKind.skipped) continue;
    const text = page.textOf(node);
    if (text === '' || text.length > longest) continue;
    const strength = headingStrength(page, node, folded(text), { title, parts, site });
    const reason = kind === tag.h1 ? 'h1' : 'h2';
    if (strength > 0) found.push({ text, node, source: 'visible', reason, strength });
  }
  if (found.some(({ strength }) => strength > 0.9)) return found;
  if (!found.some(({ reason }) => reason === 'h1')) for (const one of found) one.strength += 0.08;
  return found.concat(partsShown(page));
}

function headingStrength(page: PageView, heading: number, text: string, named: Named): number {
  const isInTitle = text.length > 2 && (named.title.includes(text) || holdsPart(text, named.parts));
  const isFirst = page.tree.tag[heading] === tag.h1;
  const strength = isFirst ? (isInTitle ? 0.95 : 0.8) : isInTitle ? 0.74 : 0;
  return strength - (isLinked(page, heading) || text === named.site ? 0.25 : 0);
}

/** Whether a heading says a part of the title and more. */
function holdsPart(text: string, parts: readonly string[]): boolean {
  return parts.some((part) => text.includes(part));
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

/** Parts of the head's title that the page shows as a line of their own. */
function partsShown(page: PageView): Candidate[] {
  const parts = (page.metadata.title ?? '')
    .split(separators)
    .map((part) => part.trim())
    .filter((part) => part.length > 2);
  const site = folded(page.metadata.site_name ?? '');
  const found: Candidate[] = [];
  const whole = page.metadata.title?.trim() ?? '';
  for (const line of page.lines()) {
    if (line.text.length > longest) continue;
    const text = folded(line.text);
    if (text === site) continue;
    if (text === folded(whole))
      found.push({ text: line.text, node: line.element, source: 'visible', reason: 'title', strength: 0.85 });
    else {
      const index = parts.findIndex((part) => folded(part) === text);
      if (index !== -1)
        found.push({
          text: line.text,
          node: line.element,
          source: 'visible',
          reason: 'part of title',
          strength: 0.78 - 0.05 * index,
        });
    }
    if (found.length > 5) break;
  }
  return found;
}
