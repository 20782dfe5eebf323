import { attribute } from '../../../page/parse/attributes.ts';
import { tag } from '../../../page/parse/names/tags.ts';
import { flowKind } from '../../../page/tree/flow.ts';
import { attributeOf } from '../../../page/tree/tree.ts';
import type { Candidate } from '../../facts/candidate.ts';
import type { PageFacts } from '../../facts/page-facts.ts';
import { foldText } from '../../words/words.ts';

const minNameLength = 2;
const maxNameWords = 3;
const maxCandidates = 4;
const strength = 0.68;

/**
 * Returns the beginnings of the page's titles, folded, that may be a brand: one to three words. The head title continues
 * the name of the product with the name of the site, so that a beginning that is a whole heading is no brand.
 */
function titleBeginnings(page: PageFacts): Set<string> {
  const beginnings = new Set<string>();
  const titles = page.titles().map(({ text }) => foldText(text));
  for (const title of titles) {
    const words = title.split(' ');
    for (let count = 1; count <= maxNameWords && count < words.length; count++) {
      const name = words.slice(0, count).join(' ');
      if (name.length >= minNameLength && !/\d/.test(name)) beginnings.add(name);
    }
  }
  for (const title of titles) beginnings.delete(title);
  return beginnings;
}

/**
 * Returns the links and pictures whose whole text is the beginning of the product's title: a brand that no label
 * names.
 */
export function brandCandidates(page: PageFacts): Candidate[] {
  const { tree, flow } = page;
  const beginnings = titleBeginnings(page);
  const candidates: Candidate[] = [];
  if (beginnings.size === 0) return candidates;
  for (let node = 1; node < tree.count && candidates.length < maxCandidates; node++) {
    const kind = tree.tag[node];
    if ((kind !== tag.a && kind !== tag.img) || flow.kind[node] === flowKind.skipped) continue;
    const text = kind === tag.img ? (attributeOf(tree, node, attribute.alt) ?? '').trim() : page.textOf(node);
    if (text.length > 40 || !/^\p{Lu}/u.test(text) || !beginnings.has(foldText(text))) continue;
    const source = kind === tag.img ? 'attribute' : 'visible';
    candidates.push({ text, node, source, reason: 'begins title', strength, fit: 1 });
  }
  return candidates;
}
