import type { ElementFacts } from './element-facts-script.ts';

/** A node of the driver's accessibility tree; texts appear between nodes. */
export interface TreeNode {
  role: string;
  name?: string;
  checked?: boolean | 'mixed';
  disabled?: boolean;
  expanded?: boolean;
  active?: boolean;
  invalid?: boolean | string;
  level?: number;
  pressed?: boolean | 'mixed';
  selected?: boolean;
  /** Identifies the element in its document; changes when role or name change. */
  ref?: string;
  cursor?: string;
  url?: string;
  placeholder?: string;
  text?: string;
  /** What the driver does not tell. */
  facts?: ElementFacts;
  children?: (TreeNode | string)[];
}

/** Roles of usable elements. */
export const usableRoles: ReadonlySet<string> = new Set([
  'button',
  'checkbox',
  'combobox',
  'link',
  'listbox',
  'menuitem',
  'menuitemcheckbox',
  'menuitemradio',
  'option',
  'radio',
  'searchbox',
  'slider',
  'spinbutton',
  'switch',
  'tab',
  'textbox',
  'treeitem',
]);

/** Returns true if an element gets a number: it has a usable role, or a pointer cursor. */
function isUsable({ role, ref, cursor }: TreeNode): boolean {
  return ref !== undefined && (usableRoles.has(role) || cursor === 'pointer');
}

/** An element with its number in a snapshot. */
export interface NumberedElement {
  number: number;
  /** Reference of the driver. */
  ref: string;
  role: string;
  /** Name, or else text, placeholder or look. */
  name: string;
  /** True if the name says only what the element looks like. */
  isLook?: true;
  /** True for a file field that nobody sees. */
  isHidden?: true;
}

/** Position of an element, which identifies it after the driver's reference has changed. */
interface Position {
  key: string;
  path: string;
  /** Nearest ancestor with a reference. */
  ancestorKey: string;
  name: string;
}

/** Assigns numbers to elements: stable while an element exists, and unique in a session. */
export interface Numbering {
  /** Numbers the elements of a tree; `documentOf` returns the document of a reference. */
  assign(
    tree: readonly (TreeNode | string)[],
    documentOf: (ref: string) => string,
  ): Map<string, NumberedElement>;
}

const maxName = 120;

/** Returns the text of a node, with the names of its children. */
export function readText(node: TreeNode | string): string {
  if (typeof node === 'string') return node;
  if (node.text !== undefined) return node.text;
  return (node.children ?? [])
    .map((child) => (typeof child === 'string' ? child : readName(child)))
    .join(' ');
}

/** Returns the name of a node that consists of words; empty if it has only a look. */
function readWords(node: TreeNode): string {
  return (node.name || node.placeholder || readText(node)).replace(/\s+/g, ' ').trim();
}

function readName(node: TreeNode): string {
  return (readWords(node) || (node.facts?.look ?? '')).slice(0, maxName);
}

/** Roles of elements that nobody can use without a name. Links without one are often pictures. */
const namedRoles: ReadonlySet<string> = new Set(['button', 'menuitem', 'switch', 'tab']);

/** Returns the buttons, tabs and similar elements without a name. */
export function listUnnamedButtons(nodes: readonly (TreeNode | string)[]): TreeNode[] {
  return nodes.flatMap((node) => {
    if (typeof node === 'string') return [];
    const isUnnamed = namedRoles.has(node.role) && readWords(node) === '' && node.facts?.isHidden !== true;
    return [...(isUnnamed ? [node] : []), ...listUnnamedButtons(node.children ?? [])];
  });
}

/**
 * Creates a numbering. The driver changes the reference of an element when its name or role changes or the page is
 * re-rendered; such an element keeps its number if it is at the same position and either its ancestor or its name is
 * unchanged. `nextNumber` returns unused numbers.
 */
export function createNumbering(nextNumber: () => number): Numbering {
  let numbers = new Map<string, number>();
  let positions: Position[] = [];

  function findPositions(
    tree: readonly (TreeNode | string)[],
    documentOf: (ref: string) => string,
  ): { node: TreeNode; place: Position }[] {
    const entries: { node: TreeNode; place: Position }[] = [];
    const visit = (nodes: readonly (TreeNode | string)[], path: string, ancestorKey: string) => {
      const counts = new Map<string, number>();
      for (const node of nodes) {
        if (typeof node === 'string') continue;
        const at = counts.get(node.role) ?? 0;
        counts.set(node.role, at + 1);
        const own = `${path}/${node.role}${at}`;
        const key = node.ref === undefined ? ancestorKey : `${documentOf(node.ref)} ${node.ref}`;
        if (isUsable(node))
          entries.push({ node, place: { key, path: own, ancestorKey, name: readName(node) } });
        visit(node.children ?? [], own, key);
      }
    };
    visit(tree, '', '');
    return entries;
  }

  /** Returns the removed position that an element without a number has replaced. */
  function findReplaced(place: Position, removed: ReadonlyMap<string, Position>): Position | undefined {
    const before = removed.get(place.path);
    const isSame =
      before !== undefined && (before.ancestorKey === place.ancestorKey || before.name === place.name);
    return isSame ? before : undefined;
  }

  return {
    assign(tree, documentOf) {
      const entries = findPositions(tree, documentOf);
      const present = new Set(entries.map(({ place }) => place.key));
      const removed = new Map(
        positions.filter(({ key }) => !present.has(key)).map((place) => [place.path, place]),
      );
      const next = new Map<string, number>();
      const elements = new Map<string, NumberedElement>();
      for (const { node, place } of entries) {
        const before = findReplaced(place, removed);
        const knownNumber = numbers.get(place.key) ?? (before && numbers.get(before.key));
        if (before !== undefined) removed.delete(place.path);
        const number = knownNumber ?? nextNumber();
        next.set(place.key, number);
        const ref = node.ref as string;
        const isLook = place.name !== '' && place.name === node.facts?.look;
        elements.set(ref, {
          number,
          ref,
          role: node.role,
          name: place.name,
          ...(isLook && { isLook }),
          ...(node.facts?.isHidden && { isHidden: true }),
        });
      }
      numbers = next;
      positions = entries.map(({ place }) => place);
      return elements;
    },
  };
}
