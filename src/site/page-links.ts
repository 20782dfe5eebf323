import type { PageLinks } from '../domain/records.ts';
import type { Addresses } from '../page/addresses.ts';
import { attribute } from '../page/parse/attributes.ts';
import { tag } from '../page/parse/tags.ts';
import { attributeOf, subtreeText, type Tree, textOf } from '../page/tree.ts';

/** What the way to the next page is called, in ten languages, folded. */
const nextLabel =
  /^(?:next(?: page| results?)?|older(?: posts| entries)?|more results|weiter|nachste(?: seite)?|nächste(?: seite)?|suivante?|page suivante|siguiente|pagina siguiente|página siguiente|proxima|próxima|próximo|seguinte|prossima|successiva|avanti|volgende|nastepna|następna|dalej|nasta|nästa|следующая|вперед|далее|次へ|次のページ|次|下一页|下一頁|下页|다음)\s*[›»→>⟩]*$/iu;
const arrow = /^[›»→>⟩]$/u;
const nextName = /(?:^|[-_ ])next(?:$|[-_ ])/i;
const notNext = /prev|back|slide|carousel|month|week|day/i;
const mostLinks = 5_000;

interface Link {
  node: number;
  url: string;
  text: string;
}

function linksOf(tree: Tree, addresses: Addresses): Link[] {
  const links: Link[] = [];
  for (let node = 1; node < tree.count && links.length < mostLinks; node++) {
    if (tree.tag[node] !== tag.a && tree.tag[node] !== tag.link) continue;
    const reference = attributeOf(tree, node, attribute.href);
    if (reference === null || /^\s*(?:#|javascript:)/i.test(reference)) continue;
    const url = addresses.resolveWeb(reference);
    if (url === null || url.replace(/#.*$/s, '') === addresses.page) continue;
    links.push({ node, url, text: subtreeText(tree, node, 200).replace(/\s+/g, ' ').trim() });
  }
  return links;
}

function relOf(tree: Tree, node: number): string[] {
  return (attributeOf(tree, node, attribute.rel) ?? '').toLowerCase().split(/\s+/);
}

function isLabelled(tree: Tree, { node, text }: Link): boolean {
  const label =
    attributeOf(tree, node, attribute.ariaLabel) ?? attributeOf(tree, node, attribute.title) ?? '';
  if (nextLabel.test(text) || nextLabel.test(label.trim())) return true;
  const names = `${attributeOf(tree, node, attribute.class) ?? ''} ${attributeOf(tree, node, attribute.id) ?? ''}`;
  const parent = tree.parent[node] as number;
  const around = parent > 0 ? (attributeOf(tree, parent, attribute.class) ?? '') : '';
  const isNamed =
    (nextName.test(names) && !notNext.test(names)) || (nextName.test(around) && !notNext.test(around));
  return (isNamed && text.length <= 20) || (arrow.test(text) && isPager(tree, node));
}

function isPager(tree: Tree, node: number): boolean {
  for (
    let at = tree.parent[node] as number, steps = 0;
    at > 0 && steps < 4;
    at = tree.parent[at] as number, steps++
  ) {
    const names = `${attributeOf(tree, at, attribute.class) ?? ''} ${attributeOf(tree, at, attribute.id) ?? ''} ${attributeOf(tree, at, attribute.ariaLabel) ?? ''}`;
    if (/pag(?:er|ing|ination|es)|seiten/i.test(names)) return true;
  }
  return false;
}

/** What an address and another differ in when that is one number alone: the numbers of both. */
export function numbersApart(one: string, other: string): [number, number] | null {
  const parts = /(\d+)/;
  const first = one.split(parts);
  const second = other.split(parts);
  if (first.length !== second.length) return null;
  const apart = first.flatMap((part, index) => (part === second[index] ? [] : [index]));
  const [only] = apart;
  if (apart.length !== 1 || only === undefined || only % 2 === 0) return null;
  return [Number(first[only]), Number(second[only])];
}

/** The numbered links of a pager. */
function numbered(tree: Tree, links: readonly Link[]): Link[] {
  return links.filter(
    ({ node, text }) => tree.tag[node] === tag.a && /^\d{1,5}$/.test(text) && isPager(tree, node),
  );
}

/** Numbers that stand among numbered links and are no link themselves. */
function unlinkedNumbers(tree: Tree, pager: readonly Link[]): number[] {
  const links = new Set(pager.map(({ node }) => node));
  let around = tree.parent[pager[0]?.node as number] as number;
  const last = pager.at(-1)?.node as number;
  while (around > 0 && (tree.end[around] as number) <= last) around = tree.parent[around] as number;
  const found: number[] = [];
  const end = Math.min(tree.end[around] as number, around + 2_000);
  for (let node = around + 1; node < end; node++) {
    if (links.has(node) || tree.tag[node] === tag.a) node = (tree.end[node] as number) - 1;
    else if (tree.tag[node] === tag.text && /^\s*\d{1,5}\s*$/.test(textOf(tree, node)))
      found.push(Number(textOf(tree, node)));
  }
  return found;
}

/** The number of the page itself: the one that is no link, or is marked; else the one that is missing. */
function currentNumber(tree: Tree, pager: readonly Link[]): number {
  const unlinked = unlinkedNumbers(tree, pager);
  if (unlinked.length === 1) return unlinked[0] as number;
  const marked = pager.find(({ node }) => markedNames.test(attributeOf(tree, node, attribute.class) ?? ''));
  if (marked !== undefined) return Number(marked.text);
  // A link to the page itself was left out, so that its number is the one that is missing.
  const numbers = new Set(pager.map(({ text }) => Number(text)));
  for (let number = 1; number <= Math.max(...numbers); number++) if (!numbers.has(number)) return number;
  return 1;
}

const markedNames = /(?:^|[-_ ])(?:current|active|selected)(?:$|[-_ ])/i;

/** The way to the next page as the page itself shows it: by relation, by its label, or by its number. */
export function pageLinksOf(tree: Tree, addresses: Addresses): PageLinks {
  const links = linksOf(tree, addresses);
  const pager = numbered(tree, links);
  const last = pager.length === 0 ? null : Math.max(...pager.map(({ text }) => Number(text)));
  const host = URL.parse(addresses.page)?.host;
  const near = links.filter(({ url }) => URL.parse(url)?.host === host);
  const related = near.find(({ node }) => relOf(tree, node).includes('next'));
  if (related !== undefined) return { next: related.url, by: 'rel', last };
  const labelled = near.find((link) => tree.tag[link.node] === tag.a && isLabelled(tree, link));
  if (labelled !== undefined) return { next: labelled.url, by: 'label', last };
  if (pager.length === 0) return { next: null, by: null, last };
  const wanted = currentNumber(tree, pager) + 1;
  const numberedNext = pager.find(
    ({ text, url }) => Number(text) === wanted && near.some((link) => link.url === url),
  );
  return { next: numberedNext?.url ?? null, by: numberedNext === undefined ? null : 'number', last };
}
