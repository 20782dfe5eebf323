import type { ShownEnd } from '../../domain/pages/records.ts';
import type { PageView } from '../../extract/page-view/page-view.ts';
import { tag } from '../../page/parse/names/tags.ts';
import { flowKind } from '../../page/tree/flow.ts';
import { isElement, parentOf } from '../../page/tree/tree.ts';

/** The number of records of a listing behind the range that the page shows: "1-10 of 120", "Showing 1 to 10 of 120". */
const shownRange =
  /(?<!\d)(\d{1,6}) ?(?:-|–|to|bis|à|a|al|t\/m|do|till|до) ?(\d{1,6}) (?:of|von|sur|de|di|van|z|av|af|из)(?: (?:about|over|around|more than|ca\.?))? (\d[\d.,  ]{0,9})(?!\d)/iu;
/** The number of records behind the number that the page shows: "Showing 24 of 514", "You've viewed 48 of 158 products". */
const shownPart =
  /(?:^|[^\p{L}])(?:showing|viewing|viewed|displaying|shown) (\d{1,6}) (?:out )?of (?:about |over |more than )?(\d[\d.,]{0,9})(?![\d%])/iu;
/** The number behind that of a part, with a phrase between: "The following 50 pages are in this category, out of 59 total". */
const partOfTotal =
  /(?<!\d)\d{1,6} [^\d]{3,60} out of (?:about |approximately |over )?(\d[\d.,]{0,9}) (?:in )?total(?!\p{L})/iu;
/** The number of records of the whole listing. */
const statedTotal =
  /^total (?:of |number of \p{L}{3,20}:? )?(\d[\d.,]{0,9})(?: (?:entries|results|items|records|products))?(?![\p{L}\d])/iu;
/** A heading with the number of records behind it: "Trail shoes (158 items)". */
const headingTotal = /\((\d[\d.,]{0,9})\+?(?: \p{L}{1,12})?\)$/u;
/** Texts of controls that bring more records. */
const moreControl =
  /^(?:load|show|view|see) more(?: \p{L}+){0,2}$|^(?:older (?:posts|entries)|more results|mehr (?:laden|anzeigen)|weitere (?:laden|anzeigen|ergebnisse)|voir plus|charger plus|afficher plus|ver más|cargar más|mostrar más|carregar mais|ver mais|mostra altri|carica altri|meer laden|toon meer|pokaż więcej|wczytaj więcej|visa fler|показать ещё|показать еще|загрузить ещё|もっと見る|加载更多)$/iu;
/** Names of a button that sends a form for the next page. */
const nextName =
  /(?:^|[^\p{L}])(?:next|older|less recent|weiter|nächste|suivant|siguiente|próxima|successiva|volgende|następna|nästa|næste|neste)(?![\p{L}])/iu;
/** Names of elements at which scripts load more records. */
const scrollName =
  /^(?:js-|is-)?(?:infinite-?scroll(?:ing|er)?(?:-(?:trigger|sentinel|loader|next))?|load-?more(?:-(?:button|btn|trigger|link|wrapper|container))?)$/i;
const maxClassLength = 400;
const maxTextLength = 120;
const maxControlLength = 40;

/** Returns what a page shows about the end of its listing: the number of all records, and a control for more. */
export function findShownEnd(page: PageView): ShownEnd {
  const { tree, flow } = page;
  const total = findTotal(page);
  let hasMore = false;
  for (let node = 1; node < tree.count && !hasMore; node++) {
    const kind = tree.tag[node];
    if (!isElement(tree, node)) continue;
    hasMore = isNextSubmit(page, node) || isScrollMark(page, node);
    if (hasMore || flow.kind[node] === flowKind.skipped) continue;
    const text = kind === tag.input ? findInputLabel(page, node) : findControlLabel(page, node);
    hasMore =
      text !== null &&
      text.length <= maxControlLength &&
      moreControl.test(text.replace(/[^\p{L}\p{M} ]+/gu, '').trim());
  }
  return { total, hasMore };
}

/** Returns the text of a link or of a button, by its tag or its role; null for another element. */
function findControlLabel(page: PageView, node: number): string | null {
  const kind = page.tree.tag[node];
  const isButton = kind === tag.a || kind === tag.button || page.attributeOf(node, 'role') === 'button';
  return isButton ? page.textOf(node) : null;
}

/** Returns the label of an input that is a button. */
function findInputLabel(page: PageView, node: number): string | null {
  const type = page.attributeOf(node, 'type')?.toLowerCase();
  return type === 'button' || type === 'submit' ? page.attributeOf(node, 'value') : null;
}

/** Returns true if the class of an element below the body says that scripts load more records at it. */
function isScrollMark(page: PageView, node: number): boolean {
  const kind = page.tree.tag[node];
  // Programs name the body so if they can load more at all, even behind the last record.
  if (kind === tag.body || kind === tag.html || page.flow.kind[node] === flowKind.skipped) return false;
  const names = page.attributeOf(node, 'class') ?? '';
  return names.length <= maxClassLength && names.split(/\s+/).some((name) => scrollName.test(name));
}

function toCount(text: string): number {
  return Number(text.replace(/[^\d]/g, ''));
}

/** Returns the number of records that a line states, or null. */
function totalIn(text: string): number | null {
  const [, from, to, all] = shownRange.exec(text) ?? [];
  if (all !== undefined && Number(from) <= Number(to) && toCount(all) >= Number(to)) return toCount(all);
  const [, part, whole] = shownPart.exec(text) ?? [];
  if (whole !== undefined && toCount(whole) >= Number(part)) return toCount(whole);
  const stated = (partOfTotal.exec(text) ?? statedTotal.exec(text))?.[1];
  return stated === undefined ? null : toCount(stated);
}

/** Returns the number of records that a line or the main heading states, or null. */
function findTotal(page: PageView): number | null {
  for (const { text } of page.lines()) {
    if (text.length > maxTextLength || !/\d/.test(text)) continue;
    const total = totalIn(text);
    if (total !== null) return total;
  }
  const { tree } = page;
  for (let node = 1; node < tree.count; node++) {
    if (tree.tag[node] !== tag.h1) continue;
    const text = page.textOf(node);
    const stated = text.length <= maxTextLength ? headingTotal.exec(text)?.[1] : undefined;
    if (stated !== undefined) return toCount(stated);
  }
  return null;
}

/** Returns true if a node is a button that sends a form and is named, or is in an element named, as the next page. */
function isNextSubmit(page: PageView, node: number): boolean {
  const { tree, flow } = page;
  if (tree.tag[node] !== tag.button || flow.kind[node] === flowKind.skipped) return false;
  if (page.attributeOf(node, 'type') !== 'submit' || page.attributeOf(node, 'disabled') !== null)
    return false;
  const names = [
    page.textOf(node),
    page.attributeOf(node, 'class'),
    page.attributeOf(node, 'name'),
    page.attributeOf(parentOf(tree, node), 'class'),
  ];
  return names.some((name) => name !== null && name.length <= maxControlLength && nextName.test(name));
}
