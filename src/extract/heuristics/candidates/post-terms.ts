import { attribute } from '../../../page/parse/attributes.ts';
import { tagSet } from '../../../page/parse/names/tag-sets.ts';
import { tag } from '../../../page/parse/names/tags.ts';
import { flowKind } from '../../../page/tree/flow.ts';
import { attributeOf, closest, parentOf, tagOf } from '../../../page/tree/tree.ts';
import type { Candidate } from '../../facts/candidate.ts';
import type { PageFacts } from '../../facts/page-facts.ts';
import type { Concept } from '../../schema/concepts.ts';

/** Kinds of lists of posts to which a post links. */
type TermKind = NonNullable<Concept['terms']>;

/** Parts of paths in front of the name of a term. */
const kindByPart: ReadonlyMap<string, TermKind> = new Map([
  ...'tag tags hashtag schlagwort etiqueta etiquette mot-cle'
    .split(' ')
    .map((part): [string, TermKind] => [part, 'tag']),
  ...'category categories kategorie categorie categoria kategoria rubrik rubrique'
    .split(' ')
    .map((part): [string, TermKind] => [part, 'category']),
]);
const maxTermLength = 40;
const maxTerms = 40;
const maxLevels = 30;
const termStrength = 0.72;
const isPost = tagSet('article');
const isMain = tagSet('main body');
const isSide = tagSet('nav aside');

function kindOf(rel: string, href: string, base: string): TermKind | null {
  const relations = rel.toLowerCase().split(/\s+/);
  if (relations.includes('category')) return 'category';
  const parts = (URL.parse(href, base)?.pathname ?? '').toLowerCase().split('/').filter(Boolean);
  const named = parts.slice(0, -1).findLast((part) => kindByPart.has(part));
  const kind = named === undefined ? undefined : kindByPart.get(named);
  return kind ?? (relations.includes('tag') ? 'tag' : null);
}

/** Returns the element around the entries of a list of links, or the one around the links. */
function groupOf({ tree }: PageFacts, link: number): number {
  const parent = parentOf(tree, link);
  return tagOf(tree, parent) === tag.li ? parentOf(tree, parent) : parent;
}

/**
 * Returns the tags or the categories of the post that a page shows: links with the relation `tag`, or to a path such as
 * `/tag/boats`, in the `article` of the title. Without such an element they count only if they stand together, because other
 * ones belong to other posts.
 */
export function postTerms(page: PageFacts, kind: TermKind): Candidate[] {
  const { tree, flow } = page;
  const title = page.titleNode();
  if (title === -1) return [];
  const post = closest(tree, title, isPost, maxLevels);
  const scope = post === -1 ? closest(tree, title, isMain, maxLevels) : post;
  const found = new Map<string, Candidate>();
  const groups = new Set<number>();
  for (let node = 1; node < tree.count && found.size < maxTerms; node++) {
    if (tree.tag[node] !== tag.a || flow.kind[node] === flowKind.skipped) continue;
    const rel = attributeOf(tree, node, attribute.rel) ?? '';
    if (kindOf(rel, page.attributeOf(node, 'href') ?? '', page.url) !== kind) continue;
    const around = closest(tree, node, isPost, maxLevels);
    const isOfPost =
      post === -1 ? around === -1 && closest(tree, node, isMain, maxLevels) === scope : around === post;
    const text = page.textOf(node).replace(/^#\s?/, '');
    if (!isOfPost || text === '' || text.length > maxTermLength) continue;
    if (closest(tree, node, isSide, maxLevels) !== -1) continue;
    groups.add(groupOf(page, node));
    found.set(text, {
      text,
      node,
      source: 'visible',
      reason: `${kind} link`,
      strength: termStrength,
      fit: 1,
    });
  }
  return post === -1 && groups.size > 1 ? [] : [...found.values()];
}
