import { type NumberedElement, type TreeNode, textOf } from './snapshot-tree.ts';

/** Roles that say nothing beyond what stands in them. */
const silent: ReadonlySet<string> = new Set([
  'generic',
  'paragraph',
  'text',
  'rowgroup',
  'strong',
  'emphasis',
]);
/** Roles whose content is their value. */
const valued: ReadonlySet<string> = new Set(['textbox', 'searchbox', 'spinbutton', 'combobox', 'slider']);
const mostText = 300;
const mostValue = 200;
const mostOptions = 20;
const mostDepth = 12;
const mostLine = 800;

function squeezed(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

function cut(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most)}…` : text;
}

function quoted(text: string): string {
  return JSON.stringify(cut(squeezed(text), mostText));
}

/** States that matter to whoever acts. */
function statesOf(node: TreeNode): string {
  const states = [
    node.checked === true && 'checked',
    node.checked === 'mixed' && 'partly checked',
    node.selected && 'selected',
    node.pressed && 'pressed',
    node.expanded && 'expanded',
    node.disabled && 'disabled',
    node.invalid && 'invalid',
    node.active && 'focused',
  ].filter(Boolean);
  return states.length === 0 ? '' : ` (${states.join(', ')})`;
}

/** The options of a choice in one line. */
function optionsOf({ children = [] }: TreeNode): string {
  const options = children.filter(
    (child): child is TreeNode => typeof child !== 'string' && child.role === 'option',
  );
  if (options.length === 0) return '';
  const shown = options
    .slice(0, mostOptions)
    .map((option) => `${quoted(option.name || textOf(option))}${option.selected ? '*' : ''}`);
  if (options.length > mostOptions) shown.push(`… ${options.length - mostOptions} more`);
  return `: ${shown.join(' | ')}`;
}

/** Renders trees; `elements` are those with numbers by their references, `secrets` what must not be shown. */
export interface SnapshotInput {
  tree: readonly (TreeNode | string)[];
  elements: ReadonlyMap<string, NumberedElement>;
  secrets: ReadonlySet<string>;
}

/** The head of one element's line. */
function headOf(node: TreeNode, { elements, secrets }: SnapshotInput): string {
  const numbered = node.ref === undefined ? undefined : elements.get(node.ref);
  const name = node.name || (numbered === undefined ? '' : numbered.name);
  const parts = [
    numbered === undefined ? '' : `[${numbered.number}]`,
    node.role === 'heading' ? `heading ${node.level ?? 2}` : node.role === 'generic' ? 'element' : node.role,
    name === '' ? '' : quoted(name),
  ];
  const value = valued.has(node.role) ? squeezed(heldBy(node)) : '';
  if (value !== '') parts.push(`= ${secrets.has(value) ? '"•••"' : JSON.stringify(cut(value, mostValue))}`);
  if (node.placeholder !== undefined && node.placeholder !== name)
    parts.push(`hint ${quoted(node.placeholder)}`);
  return parts.filter(Boolean).join(' ') + statesOf(node) + optionsOf(node);
}

function heldBy(node: TreeNode): string {
  if (node.text !== undefined) return node.text;
  return (node.children ?? []).filter((child) => typeof child === 'string').join(' ');
}

/** Whether a line of its own tells more than the lines within it. */
function isTold(node: TreeNode, { elements }: SnapshotInput): boolean {
  if (node.ref !== undefined && elements.has(node.ref)) return true;
  return !silent.has(node.role);
}

/** Whether what stands in a node is said by its name already. */
function isSaid(node: TreeNode, text: string): boolean {
  return node.name !== undefined && squeezed(node.name).includes(squeezed(text));
}

/** The page as lines, nested by two spaces: elements that one can act on with their numbers, the rest as text. */
export function snapshotLines(input: SnapshotInput): string[] {
  const lines: string[] = [];
  const put = (line: string, depth: number) => {
    lines.push(`${'  '.repeat(Math.min(depth, mostDepth))}${cut(squeezed(line), mostLine)}`);
  };
  // Marked, so that no page can write what looks like an element.
  const say = (text: string, depth: number) => {
    const words = squeezed(text);
    if (words !== '') put(`text: ${cut(words, mostText)}`, depth);
  };
  const inside = (node: TreeNode, depth: number) => {
    const content = node.text !== undefined ? [node.text] : (node.children ?? []);
    // A label's words are the name of its field.
    const labels = new Set(content.flatMap((child) => (typeof child === 'string' ? [] : (child.name ?? []))));
    for (const child of content) {
      if (typeof child !== 'string') visit(child, depth);
      else if (!isSaid(node, child) && !labels.has(squeezed(child))) say(child, depth);
    }
  };
  const visit = (node: TreeNode, depth: number) => {
    if (!isTold(node, input)) return inside(node, depth);
    put(headOf(node, input), depth);
    if (valued.has(node.role)) return;
    const numbered = node.ref === undefined ? undefined : input.elements.get(node.ref);
    // A link or button whose name is all that it holds.
    const rest = { ...node, name: node.name ?? numbered?.name ?? '' };
    inside(rest, depth + 1);
  };
  for (const node of input.tree) {
    if (typeof node === 'string') say(node, 0);
    else visit(node, 0);
  }
  return lines;
}

/** The lines within `most` characters, and how many are left off, told in the last one. */
export function boundedText(lines: readonly string[], most: number): string {
  let length = 0;
  const shown: string[] = [];
  for (const line of lines) {
    length += line.length + 1;
    if (length > most) break;
    shown.push(line);
  }
  const left = lines.length - shown.length;
  if (left > 0)
    shown.push(`… ${left} more lines; ask for a longer snapshot (max_length), scroll, or read the page`);
  return shown.join('\n');
}
