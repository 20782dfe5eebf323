import { byteAt, integerAt } from '../../domain/values/elements.ts';
import { textFlag } from '../tree/tree.ts';
import { attribute } from './attributes.ts';
import { tagSet } from './names/tag-sets.ts';
import { tag } from './names/tags.ts';
import type { NodeStore } from './node-store.ts';

/** Elements of AMP by the HTML element that they stand for. */
const ampElements: ReadonlyMap<string, number> = new Map([
  ['amp-img', tag.img],
  ['amp-anim', tag.img],
  ['amp-video', tag.video],
  ['amp-audio', tag.audio],
  ['amp-iframe', tag.iframe],
]);

/** Roles of the parts of a table by the HTML element with the same role (WAI-ARIA 1.2, HTML-AAM). */
const tableRoles: ReadonlyMap<string, number> = new Map([
  ['rowgroup', tag.tbody],
  ['row', tag.tr],
  ['cell', tag.td],
  ['gridcell', tag.td],
  ['columnheader', tag.th],
  ['rowheader', tag.th],
]);
const isTableRole = /^(?:table|grid|treegrid)$/;
const isCell = tagSet('td th');

/** Reads attributes of nodes that are under construction. */
interface Composition {
  store: NodeStore;
  source: string;
  /** Element names by id. */
  names: readonly string[];
  /** Nodes of which it is known whether they are in a template that is no shadow root. */
  inert: Map<number, boolean>;
  /** Elements with a shadow root. */
  hosts: Set<number>;
}

function sourceValueOf({ store, source }: Composition, node: number, name: number): string | null {
  for (let row = integerAt(store.from, node); row < integerAt(store.to, node); row++)
    if (store.attributeName[row] === name)
      return source.slice(integerAt(store.attributeFrom, row), integerAt(store.attributeTo, row));
  return null;
}

function childrenOf({ store }: Composition, node: number): number[] {
  const children: number[] = [];
  for (let child = integerAt(store.first, node); child !== -1; child = integerAt(store.next, child))
    children.push(child);
  return children;
}

/**
 * Gives elements the tags of what a browser shows for them: the content of shadow roots with the slotted text in its
 * place, images and videos of AMP, and tables of elements with roles. Element names stay, so that selectors still match;
 * only what has another content model is renamed.
 */
export function composeElements(store: NodeStore, source: string, names: readonly string[]): void {
  const composition: Composition = { store, source, names, inert: new Map(), hosts: new Set() };
  for (let node = 1; node < store.count; node++) {
    const tagId = store.tag[node];
    if (tagId === tag.text) continue;
    if (tagId === tag.template) openShadowRoot(composition, node);
    else if (tagId === tag.unknown) readAsHtmlElement(composition, node);
    if (tagId !== tag.table && integerAt(store.from, node) < integerAt(store.to, node))
      readAsTable(composition, node);
  }
}

function readAsHtmlElement(composition: Composition, node: number): void {
  const { store, names } = composition;
  const tagId = ampElements.get(names[integerAt(store.name, node)] ?? '');
  if (tagId === undefined) return;
  store.tag[node] = tagId;
  store.name[node] = tagId;
  // An image has no content; that of `amp-img` is a fallback for readers without scripts.
  if (tagId === tag.img) for (const child of childrenOf(composition, node)) store.detach(child);
}

/**
 * Turns a template with `shadowrootmode` into a `div`: browsers attach it as a shadow root, render its content (WHATWG
 * HTML 13.2.6.4.4), and show the children of its host in its slots (WHATWG DOM 4.2.2.3). The content of other templates
 * stays inert.
 */
function openShadowRoot(composition: Composition, template: number): void {
  const { store, hosts } = composition;
  const host = integerAt(store.parent, template);
  // An element has one shadow root; further templates stay inert.
  if (!isShadowRoot(composition, template) || hosts.has(host) || isInert(composition, template)) return;
  hosts.add(host);
  store.tag[template] = tag.div;
  store.name[template] = tag.div;
  if (host === -1) return;
  const slotted = childrenOf(composition, host).filter((child) => child !== template);
  if (slotted.length > 0) fillSlots(composition, template, slotted);
}

function isShadowRoot(composition: Composition, template: number): boolean {
  return sourceValueOf(composition, template, attribute.shadowrootmode) !== null;
}

/** Returns true for a node in a template that is no shadow root. The answer for the elements above is kept. */
function isInert(composition: Composition, node: number): boolean {
  const { store, inert } = composition;
  const path: number[] = [];
  let isWithin = false;
  for (let at = node; at > 0; at = integerAt(store.parent, at)) {
    const known = inert.get(at);
    if (known !== undefined) {
      isWithin = known;
      break;
    }
    path.push(at);
    const above = integerAt(store.parent, at);
    if (above > 0 && store.tag[above] === tag.template && !isShadowRoot(composition, above)) {
      isWithin = true;
      break;
    }
  }
  for (const at of path) inert.set(at, isWithin);
  return isWithin;
}

function slotNameOf(composition: Composition, node: number): string {
  if (composition.store.tag[node] === tag.text) return '';
  return sourceValueOf(composition, node, attribute.slot)?.trim() ?? '';
}

/** Moves the children of a host into the slots of its shadow root, in place of what a slot shows without any. */
function fillSlots(composition: Composition, root: number, slotted: readonly number[]): void {
  const { store } = composition;
  const byName = new Map<string, number[]>();
  for (const child of slotted) {
    const name = slotNameOf(composition, child);
    const group = byName.get(name);
    if (group === undefined) byName.set(name, [child]);
    else group.push(child);
  }
  for (const slot of slotsOf(composition, root)) {
    const name = sourceValueOf(composition, slot, attribute.name)?.trim() ?? '';
    const children = byName.get(name);
    byName.delete(name);
    if (children === undefined || !children.some((child) => isContent(store, child))) continue;
    for (const child of childrenOf(composition, slot)) store.detach(child);
    for (const child of children) {
      store.detach(child);
      store.append(slot, child);
    }
  }
}

function isContent(store: NodeStore, node: number): boolean {
  return store.tag[node] !== tag.text || (byteAt(store.flags, node) & textFlag.blank) === 0;
}

/** Returns the slots of a shadow root in document order, without those of shadow roots inside. */
function slotsOf(composition: Composition, root: number): number[] {
  const { store } = composition;
  const slots: number[] = [];
  const open = childrenOf(composition, root).reverse();
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (store.tag[node] === tag.slot) slots.push(node);
    else if (store.tag[node] !== tag.text && store.tag[node] !== tag.template)
      open.push(...childrenOf(composition, node).reverse());
  }
  return slots;
}

function roleOf(composition: Composition, node: number): string {
  const role = sourceValueOf(composition, node, attribute.role);
  return role === null || role.length > 100 ? '' : role.trim().toLowerCase();
}

/** Turns elements with the roles of a table into one, if its cells contain all of its text. */
function readAsTable(composition: Composition, table: number): void {
  if (!isTableRole.test(roleOf(composition, table))) return;
  const { store } = composition;
  const parts: [node: number, tagId: number][] = [];
  const open: [node: number, parentTag: number][] = childrenOf(composition, table).map((child) => [
    child,
    tag.table,
  ]);
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [node, parentTag] = next;
    if (store.tag[node] === tag.text) {
      if (isContent(store, node)) return;
      continue;
    }
    const tagId = tableRoles.get(roleOf(composition, node)) ?? tag.div;
    // The writer of tables reads the children of a row; text outside of its cells would be lost.
    if (isCell[tagId] === 1) {
      if (parentTag !== tag.tr) return;
      parts.push([node, tagId]);
      continue;
    }
    if (tagId !== tag.div) parts.push([node, tagId]);
    for (const child of childrenOf(composition, node)) open.push([child, tagId]);
  }
  if (!parts.some(([, tagId]) => isCell[tagId] === 1)) return;
  store.tag[table] = tag.table;
  for (const [node, tagId] of parts) store.tag[node] = tagId;
}
