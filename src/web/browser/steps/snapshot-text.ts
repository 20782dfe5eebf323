import type { SecretFilter } from '../../../domain/secrets/secret-filter.ts';
import { type NumberedElement, readText, type TreeNode } from './snapshot-tree.ts';

/** Roles that add nothing to their content. */
const transparentRoles: ReadonlySet<string> = new Set([
  'generic',
  'paragraph',
  'text',
  'rowgroup',
  'strong',
  'emphasis',
]);
/** Roles whose content is their value. */
const valueRoles: ReadonlySet<string> = new Set(['textbox', 'searchbox', 'spinbutton', 'combobox', 'slider']);
const maxText = 300;
const maxValue = 200;
const maxOptions = 20;
const maxDepth = 12;
const maxLine = 800;

function collapseWhitespace(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

function truncate(text: string, maxLength: number): string {
  return text.length > maxLength ? `${text.slice(0, maxLength)}…` : text;
}

function quoteText(text: string): string {
  return JSON.stringify(truncate(collapseWhitespace(text), maxText));
}

/** Formats the states that matter for actions. */
function formatStates(node: TreeNode): string {
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

function formatPlace([left, top, width, height]: readonly [number, number, number, number]): string {
  return `${width}×${height} at ${left},${top}`;
}

/** Formats what a person would find out by a look or by trying. */
function formatFacts({ facts }: TreeNode, hasDetails: boolean): string {
  if (facts === undefined) return '';
  const { type, range, isHidden } = facts;
  const place = hasDetails ? (facts.box ?? facts.place) : facts.place;
  const parts = [
    type !== undefined && (type === 'file' || type === 'files' ? `takes ${type}` : `type ${type}`),
    range !== undefined &&
      `${range[0]} to ${range[1]}${range[2] === undefined ? '' : ` in steps of ${range[2]}`}`,
    isHidden && 'hidden: upload it by its number',
    facts.isReadOnly && 'read-only',
    place !== undefined && formatPlace(place),
  ].filter(Boolean);
  return parts.length === 0 ? '' : ` (${parts.join(', ')})`;
}

/** Formats the options of a select element, or what the browser suggests for a field, in one line. */
function formatOptions({ children = [], facts }: TreeNode): string {
  const options = children.filter(
    (child): child is TreeNode => typeof child !== 'string' && child.role === 'option',
  );
  const chosen = options.map(
    (option) => `${quoteText(option.name || readText(option))}${option.selected ? '*' : ''}`,
  );
  const suggested = facts?.suggestions?.map(quoteText) ?? [];
  const texts = options.length > 0 ? chosen : suggested;
  if (texts.length === 0) return '';
  const shown = texts.slice(0, maxOptions);
  if (texts.length > maxOptions) shown.push(`… ${texts.length - maxOptions} more`);
  return `: ${options.length > 0 ? '' : 'suggests '}${shown.join(' | ')}`;
}

/**
 * Returns a tree in which the texts, names, values and placeholders have no secrets. The driver names a field without a
 * label by its content, so names of fields are masked as strictly as their values.
 */
export function maskTree(
  tree: readonly (TreeNode | string)[],
  secrets: SecretFilter,
  isInField = false,
): (TreeNode | string)[] {
  const maskOwn = (text: string, isField: boolean) =>
    isField ? secrets.maskField(text) : secrets.mask(text);
  return tree.map((node) => {
    if (typeof node === 'string') return maskOwn(node, isInField);
    const isField = isInField || valueRoles.has(node.role);
    const masked: TreeNode = { ...node };
    if (node.name !== undefined) masked.name = maskOwn(node.name, isField);
    if (node.text !== undefined) masked.text = maskOwn(node.text, isField);
    if (node.placeholder !== undefined) masked.placeholder = secrets.mask(node.placeholder);
    if (node.facts !== undefined) {
      const { look, label, value, suggestions } = node.facts;
      const own = {
        ...(look !== undefined && { look: secrets.mask(look) }),
        ...(label !== undefined && { label: secrets.mask(label) }),
        ...(suggestions !== undefined && { suggestions: suggestions.map((one) => secrets.maskField(one)) }),
      };
      masked.facts = {
        ...node.facts,
        ...own,
        ...(value !== undefined && { value: secrets.maskField(value) }),
      };
    }
    if (node.url !== undefined) masked.url = secrets.mask(node.url);
    if (node.children !== undefined) masked.children = maskTree(node.children, secrets, isField);
    return masked;
  });
}

/** Input of a rendering: `elements` are the numbered ones by reference; `hasDetails` shows what a snapshot leaves out otherwise. */
export interface SnapshotInput {
  tree: readonly (TreeNode | string)[];
  elements: ReadonlyMap<string, NumberedElement>;
  hasDetails: boolean;
}

/** Formats the start of an element's line. */
function formatHead(node: TreeNode, { elements, hasDetails }: SnapshotInput): string {
  const numbered = node.ref === undefined ? undefined : elements.get(node.ref);
  const value = valueRoles.has(node.role) ? collapseWhitespace(readValue(node)) : '';
  // A field without a label is numbered under its value, which its line shows anyway.
  const name = node.name || node.placeholder || (value === '' ? (numbered?.name ?? '') : '');
  const parts = [
    numbered === undefined ? '' : `[${numbered.number}]`,
    node.role === 'heading' ? `heading ${node.level ?? 2}` : node.role === 'generic' ? 'element' : node.role,
    name === '' ? '' : quoteText(name),
  ];
  if (value !== '') parts.push(formatValue(value, hasDetails));
  if (node.placeholder !== undefined && node.placeholder !== name)
    parts.push(`hint ${quoteText(node.placeholder)}`);
  return (
    parts.filter(Boolean).join(' ') + formatFacts(node, hasDetails) + formatStates(node) + formatOptions(node)
  );
}

/** Formats the value of a field; a part of a long one says so. */
function formatValue(value: string, isWhole: boolean): string {
  if (isWhole || value.length <= maxValue) return `= ${JSON.stringify(value)}`;
  const part = JSON.stringify(value.slice(0, maxValue));
  return `= ${part}… (the first ${maxValue} of ${value.length} characters; details shows all)`;
}

function readValue(node: TreeNode): string {
  if (node.facts?.value !== undefined) return node.facts.value;
  if (node.text !== undefined) return node.text;
  return (node.children ?? []).filter((child) => typeof child === 'string').join(' ');
}

/** Returns true if the node needs its own line. */
function needsLine(node: TreeNode, { elements }: SnapshotInput): boolean {
  if (node.ref !== undefined && elements.has(node.ref)) return true;
  return !transparentRoles.has(node.role);
}

/** Returns true if the name of a node already contains the text. */
function isNameContaining(node: TreeNode, text: string): boolean {
  return node.name !== undefined && collapseWhitespace(node.name).includes(collapseWhitespace(text));
}

/** Formats the size and place of a text, which are those of the element that shows it. */
function formatTextPlace({ facts }: TreeNode, { hasDetails }: SnapshotInput): string {
  return hasDetails && facts?.box !== undefined ? ` (${formatPlace(facts.box)})` : '';
}

/** Formats the shapes and icons in an element. */
function formatDrawings({ facts }: TreeNode, { hasDetails }: SnapshotInput): string[] {
  if (!hasDetails) return [];
  return (facts?.drawings ?? []).map(
    ({ look, place }) => `drawn: ${JSON.stringify(look)} (${formatPlace(place)})`,
  );
}

/** Renders the page as lines, nested by two spaces: usable elements with their numbers, the rest as text. */
export function snapshotLines(input: SnapshotInput): string[] {
  const lines: string[] = [];
  const maxLength = input.hasDetails ? Number.POSITIVE_INFINITY : maxLine;
  const addLine = (line: string, depth: number) => {
    lines.push(`${'  '.repeat(Math.min(depth, maxDepth))}${truncate(collapseWhitespace(line), maxLength)}`);
  };
  // Text is marked, so that a page cannot imitate an element.
  const addText = (text: string, depth: number, place = '') => {
    const words = collapseWhitespace(text);
    if (words !== '') addLine(`text: ${truncate(words, maxText)}${place}`, depth);
  };
  const visitContent = (node: TreeNode, depth: number, words = '') => {
    const content = node.text !== undefined ? [node.text] : (node.children ?? []);
    // The text of a label is also the name of its field.
    const labels = new Set(content.flatMap((child) => (typeof child === 'string' ? [] : (child.name ?? []))));
    for (const child of content) {
      if (typeof child !== 'string') visit(child, depth, words);
      else if (!isNameContaining(node, child) && !labels.has(collapseWhitespace(child)))
        addText(child, depth, formatTextPlace(node, input));
    }
    for (const line of formatDrawings(node, input)) addLine(line, depth);
  };
  /** `words` are those that the line of the element around it shows already. */
  const visit = (node: TreeNode, depth: number, words = '') => {
    if (!needsLine(node, input)) return visitContent({ ...node, name: node.name || words }, depth, words);
    addLine(formatHead(node, input), depth);
    if (valueRoles.has(node.role)) return;
    const numbered = node.ref === undefined ? undefined : input.elements.get(node.ref);
    // The content of a link or button is often its name.
    const rest = { ...node, name: node.name || (numbered?.name ?? '') };
    // With details, each text has its own place.
    visitContent(rest, depth + 1, node.name || input.hasDetails ? '' : rest.name);
  };
  for (const node of input.tree) {
    if (typeof node === 'string') addText(node, 0);
    else visit(node, 0);
  }
  return lines;
}

/** Joins the lines within `most` characters; the last line states how many were omitted. */
export function limitText(lines: readonly string[], maxLength: number): string {
  let length = 0;
  const shown: string[] = [];
  for (const line of lines) {
    length += line.length + 1;
    if (length > maxLength) break;
    shown.push(line);
  }
  const omittedCount = lines.length - shown.length;
  if (omittedCount > 0)
    shown.push(`… ${omittedCount} more lines; use a larger max_length, scroll, or read the page`);
  return shown.join('\n');
}
