/** A node of the accessibility tree, as the driver tells it; texts stand between nodes. */
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
  /** Names the element until the document goes; another one when role or name changes. */
  ref?: string;
  cursor?: string;
  url?: string;
  placeholder?: string;
  text?: string;
  children?: (TreeNode | string)[];
}

/** Roles of elements that one can act on. */
const actedOn: ReadonlySet<string> = new Set([
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

/** Whether an element gets a number: it has a role that one acts with, or shows a hand of its own. */
export function isActedOn({ role, ref, cursor }: TreeNode): boolean {
  return ref !== undefined && (actedOn.has(role) || cursor === 'pointer');
}

/** An element with a number, and what it was told as. */
export interface NumberedElement {
  number: number;
  /** The driver's name of it. */
  ref: string;
  role: string;
  /** What it is called: its name, else its text, else what stands in it as a hint. */
  name: string;
}

/** Where an element stands, to know it again when the driver gives it another name. */
interface Place {
  key: string;
  path: string;
  /** The nearest element above it that the driver names. */
  above: string;
  name: string;
}

/** Gives elements their numbers: the same one as long as an element stays, and none twice in a session. */
export interface Numbering {
  /** Numbers the elements of a tree; `documentOf` says which document a reference of the driver's is of. */
  number(
    tree: readonly (TreeNode | string)[],
    documentOf: (ref: string) => string,
  ): Map<string, NumberedElement>;
}

const mostName = 120;

/** Everything that a node says, without what its own children are called. */
export function textOf(node: TreeNode | string): string {
  if (typeof node === 'string') return node;
  if (node.text !== undefined) return node.text;
  return (node.children ?? []).map((child) => (typeof child === 'string' ? child : nameOf(child))).join(' ');
}

function nameOf(node: TreeNode): string {
  const name = node.name || node.placeholder || textOf(node);
  return name.replace(/\s+/g, ' ').trim().slice(0, mostName);
}

/**
 * A numbering that has given none yet. The driver names an element anew when its name or role changes, and so does a page that
 * draws itself anew; such an element keeps its number when it stands where the one before stood and either what is above it
 * stayed or it is called the same. `nextNumber` gives numbers that were never given.
 */
export function createNumbering(nextNumber: () => number): Numbering {
  let numbers = new Map<string, number>();
  let places: Place[] = [];

  function placesIn(
    tree: readonly (TreeNode | string)[],
    documentOf: (ref: string) => string,
  ): { node: TreeNode; place: Place }[] {
    const found: { node: TreeNode; place: Place }[] = [];
    const visit = (nodes: readonly (TreeNode | string)[], path: string, above: string) => {
      const counts = new Map<string, number>();
      for (const node of nodes) {
        if (typeof node === 'string') continue;
        const at = counts.get(node.role) ?? 0;
        counts.set(node.role, at + 1);
        const own = `${path}/${node.role}${at}`;
        const key = node.ref === undefined ? above : `${documentOf(node.ref)} ${node.ref}`;
        if (isActedOn(node)) found.push({ node, place: { key, path: own, above, name: nameOf(node) } });
        visit(node.children ?? [], own, key);
      }
    };
    visit(tree, '', '');
    return found;
  }

  /** The place before that an element without a number has taken over. */
  function takenOver(place: Place, gone: ReadonlyMap<string, Place>): Place | undefined {
    const before = gone.get(place.path);
    const isSame = before !== undefined && (before.above === place.above || before.name === place.name);
    return isSame ? before : undefined;
  }

  return {
    number(tree, documentOf) {
      const found = placesIn(tree, documentOf);
      const present = new Set(found.map(({ place }) => place.key));
      const gone = new Map(places.filter(({ key }) => !present.has(key)).map((place) => [place.path, place]));
      const next = new Map<string, number>();
      const elements = new Map<string, NumberedElement>();
      for (const { node, place } of found) {
        const before = takenOver(place, gone);
        const kept = numbers.get(place.key) ?? (before && numbers.get(before.key));
        if (before !== undefined) gone.delete(place.path);
        const number = kept ?? nextNumber();
        next.set(place.key, number);
        const ref = node.ref as string;
        elements.set(ref, { number, ref, role: node.role, name: place.name });
      }
      numbers = next;
      places = found.map(({ place }) => place);
      return elements;
    },
  };
}
