import { currentName, disabledName, moreLabel, otherPart } from '../../domain/pages/control-labels.ts';
import type { PageView } from '../../extract/page-view/page-view.ts';
import { tag } from '../../page/parse/names/tags.ts';
import { flowKind } from '../../page/tree/flow.ts';
import { isElement, parentOf } from '../../page/tree/tree.ts';
import { isInPager, nextLabelOf } from '../../site/links/page-links.ts';
import { offsetName, pageName } from '../paging/paging-parameters.ts';
import { namesOf, pageWord } from './control-names.ts';
import { findNextOption } from './next-option.ts';

/** Labels of links that add records to a list instead of leading to another page. */
const moreLinkLabel =
  /^(?:load|show|view|see) more(?: \p{L}+){0,2}$|^(?:older (?:posts|entries)|more results|mehr (?:laden|anzeigen)|weitere (?:laden|anzeigen|ergebnisse)|voir plus|charger plus|afficher plus|ver más|cargar más|mostrar más|carregar mais|ver mais|mostra altri|carica altri|meer laden|toon meer|pokaż więcej|wczytaj więcej|visa fler|показать ещё|показать еще|загрузить ещё|もっと見る|加载更多)$/iu;
/** Names of a button that sends a form for the next page. */
const nextName =
  /(?:^|[^\p{L}])(?:next|older|less recent|weiter|nächste|suivant|siguiente|próxima|successiva|volgende|następna|nästa|næste|neste)(?![\p{L}])/iu;
/** Names of elements at which scripts load more records. */
const scrollName =
  /^(?:js-|is-)?(?:infinite-?scroll(?:ing|er)?(?:-(?:trigger|sentinel|loader|next))?|load-?more(?:-(?:button|btn|trigger|link|wrapper|container))?)$/i;
const maxNameLength = 400;
const maxControlLength = 40;
const maxDepth = 6;

function hasAncestorNamed(page: PageView, node: number, name: RegExp): boolean {
  for (let at = node, depth = 0; at > 0 && depth < maxDepth; at = parentOf(page.tree, at), depth++)
    if (name.test(namesOf(page, at))) return true;
  return false;
}

/** Returns true if an element or the element around it is marked as disabled. */
export function isDisabled(page: PageView, node: number): boolean {
  const parent = parentOf(page.tree, node);
  return (
    page.attributeOf(node, 'disabled') !== null ||
    page.attributeOf(node, 'aria-disabled') === 'true' ||
    disabledName.test(page.attributeOf(node, 'class') ?? '') ||
    (parent > 0 && disabledName.test(page.attributeOf(parent, 'class') ?? ''))
  );
}

/** A control of a page that is not followed as a link. */
export interface Control {
  node: number;
  label: string;
  /** The text that assistive technology reads instead, or that appears at the pointer; else empty. */
  hint: string;
}

/** Returns a button, by its tag or its role, or a link that leads to no page of this site; null for another element. */
export function controlAt(page: PageView, node: number): Control | null {
  const { tree } = page;
  const kind = tree.tag[node];
  const hint = page.attributeOf(node, 'aria-label') ?? page.attributeOf(node, 'title') ?? '';
  if (kind === tag.input) {
    const type = page.attributeOf(node, 'type')?.toLowerCase();
    const isButton = type === 'button' || type === 'submit';
    return isButton ? { node, label: page.attributeOf(node, 'value') ?? '', hint } : null;
  }
  const isButton = kind === tag.button || page.attributeOf(node, 'role') === 'button';
  if (!isButton && kind !== tag.a) return null;
  return { node, label: page.textOf(node), hint };
}

/**
 * Returns true for a link to a page of this site, which is followed if it leads to the next page, and for a link without
 * an address, which leads nowhere (WHATWG HTML 4.5.1).
 */
function isLinkOfSite(page: PageView, node: number): boolean {
  if (page.tree.tag[node] !== tag.a || page.attributeOf(node, 'role') === 'button') return false;
  const reference = page.attributeOf(node, 'href');
  if (reference === null) return true;
  if (/^\s*(?:#|javascript:)/i.test(reference)) return false;
  const url = page.addresses.resolveWeb(reference);
  return url !== null && URL.parse(url)?.host === URL.parse(page.addresses.pageUrl)?.host;
}

/** Returns true if a class of an element below the body says that scripts load more records at it. */
function isScrollMark(page: PageView, node: number): boolean {
  const kind = page.tree.tag[node];
  // Programs name the body so if they can load more at all, even behind the last record.
  if (kind === tag.body || kind === tag.html) return false;
  const names = page.attributeOf(node, 'class') ?? '';
  return names.length <= maxNameLength && names.split(/\s+/).some((name) => scrollName.test(name));
}

/** Returns true if a control that can be used is named as one for more records. */
function isMoreControl({ label, hint }: Control, isLink: boolean): boolean {
  const isMore = (text: string) =>
    text.length <= maxControlLength &&
    (moreLinkLabel.test(text.replace(/[^\p{L}\p{M} ]+/gu, '').trim()) ||
      (!isLink && moreLabel.test(text.trim())));
  return isMore(label) || isMore(hint);
}

/** Returns true if a control is named as, or is the arrow to, the next page. */
export function isNextControl(page: PageView, { node, label, hint }: Control): boolean {
  const { tree } = page;
  if (hasAncestorNamed(page, node, otherPart)) return false;
  if ([label, hint].some((text) => text.length <= maxControlLength && nextLabelOf(text) === 'label'))
    return true;
  if (nextLabelOf(label) === 'arrow' && isInPager(tree, node)) return true;
  if (page.attributeOf(node, 'type') !== 'submit' && !isInPager(tree, node)) return false;
  const names = [
    label,
    page.attributeOf(node, 'class'),
    page.attributeOf(node, 'name'),
    page.attributeOf(parentOf(tree, node), 'class'),
  ];
  return names.some((name) => name !== null && name.length <= maxControlLength && nextName.test(name));
}

/** Returns the page number that a control leads to; null if it is no control of a pager. */
export function pageNumberOf(page: PageView, { node, label, hint }: Control): number | null {
  const name = page.attributeOf(node, 'name') ?? '';
  const value = page.attributeOf(node, 'value') ?? '';
  if ((pageName.test(name) || offsetName.test(name)) && /^\d{1,6}$/.test(value)) return Number(value);
  const [number] = /(?<!\d)\d{1,5}(?!\d)/.exec(label) ?? [];
  if (number === undefined) return null;
  const isBare = label.trim() === number;
  const isNamed = pageWord.test(hint) || (isBare && isInPager(page.tree, node)) || pageWord.test(label);
  return isNamed && label.length <= maxControlLength ? Number(number) : null;
}

/** Returns true if a control of a pager is marked as that of the current page. */
export function isCurrent(page: PageView, node: number): boolean {
  const parent = parentOf(page.tree, node);
  const current = page.attributeOf(node, 'aria-current');
  return (
    (current !== null && current !== 'false') ||
    page.attributeOf(node, 'disabled') !== null ||
    currentName.test(page.attributeOf(node, 'class') ?? '') ||
    (parent > 0 && currentName.test(page.attributeOf(parent, 'class') ?? ''))
  );
}

/** Returns true if the buttons of a pager have a number above the current one, or mark none as the current one. */
function leadsOn(page: PageView, buttons: readonly { node: number; number: number }[]): boolean {
  if (buttons.length === 0) return false;
  const current = buttons.filter(({ node }) => isCurrent(page, node)).map(({ number }) => number);
  const highest = Math.max(...buttons.map(({ number }) => number));
  return buttons.length > 1 && (current.length === 0 || Math.max(...current) < highest);
}

/**
 * Returns true if a page has a way to further records that is no link of this site: a button, a choice of pages, or a
 * part at which scripts load more.
 */
export function hasMoreControl(page: PageView): boolean {
  const { tree, flow } = page;
  const buttons: { node: number; number: number }[] = [];
  for (let node = 1; node < tree.count; node++) {
    if (!isElement(tree, node) || flow.kind[node] === flowKind.skipped) continue;
    if (isScrollMark(page, node)) return true;
    if (tree.tag[node] === tag.select && findNextOption(page, node) !== null) return true;
    const control = controlAt(page, node);
    if (control === null) continue;
    const isLink = isLinkOfSite(page, node);
    const number = isLink ? null : pageNumberOf(page, control);
    if (number !== null) buttons.push({ node, number });
    if (isDisabled(page, node)) continue;
    if (isMoreControl(control, isLink)) return true;
    if (number === null && !isLink && isNextControl(page, control)) return true;
  }
  return leadsOn(page, buttons);
}
