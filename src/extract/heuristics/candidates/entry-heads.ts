import { tag } from '../../../page/parse/names/tags.ts';
import { endOf, parentOf, tagOf } from '../../../page/tree/tree.ts';
import type { Candidate } from '../../facts/candidate.ts';
import type { PageView, TextLine } from '../../page-view/page-view.ts';

const maxHeadLength = 80;
const emphasisTags: ReadonlySet<number> = new Set([tag.dt, tag.strong, tag.b, tag.th]);

/** Returns true if a line is all of a heading or of emphasised text within an entry. */
function isHead({ tree }: PageView, line: TextLine, entry: number): boolean {
  for (let at = parentOf(tree, line.from); at >= entry && at > 0; at = parentOf(tree, at)) {
    const kind = tagOf(tree, at);
    if ((kind >= tag.h2 && kind <= tag.h6) || emphasisTags.has(kind)) return line.to <= endOf(tree, at);
  }
  return false;
}

/**
 * Returns the heads of entries in which a heading or an emphasised line stands above details: the names of skills
 * above their keywords. Null if an entry has no such head.
 */
export function entryHeads(page: PageView, entries: readonly Candidate[]): Candidate[] | null {
  const lines = page.lines();
  const heads: Candidate[] = [];
  let at = 0;
  for (const entry of entries) {
    while (at < lines.length && (lines[at]?.from ?? 0) <= entry.node) at++;
    const [first, next] = [lines[at], lines[at + 1]];
    const end = endOf(page.tree, entry.node);
    if (first === undefined || next === undefined || first.from >= end || next.from >= end) return null;
    if (first.text.length > maxHeadLength || !isHead(page, first, entry.node)) return null;
    heads.push({ ...entry, text: first.text, node: first.element });
  }
  return heads.length > 1 && new Set(heads.map(({ text }) => text)).size > 1 ? heads : null;
}
