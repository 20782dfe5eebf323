import type { PageView } from '../../extract/page-view/page-view.ts';
import { tag } from '../../page/parse/names/tags.ts';
import { endOf, isElement, parentOf, subtreeText } from '../../page/tree/tree.ts';

/** A field of a form, with the value that the form sends without a change by its user. */
export interface FormField {
  node: number;
  /** `select`, `textarea`, or the type of an `input`, in lower case. */
  type: string;
  name: string;
  value: string;
}

const maxFields = 200;
const maxValueLength = 10_000;

/** Returns the form that an element belongs to (WHATWG HTML 4.10.17.3, form owner); -1 if there is none. */
export function formOf(page: PageView, node: number): number {
  const { tree } = page;
  const id = page.attributeOf(node, 'form');
  if (id !== null) {
    for (let at = 1; at < tree.count; at++)
      if (tree.tag[at] === tag.form && page.attributeOf(at, 'id') === id) return at;
    return -1;
  }
  let at = parentOf(tree, node);
  while (at > 0 && tree.tag[at] !== tag.form) at = parentOf(tree, at);
  return at > 0 ? at : -1;
}

/** Returns the value of the selected option of a choice, or of its first one; null if it has none. */
function selectedValue(page: PageView, select: number): string | null {
  const { tree } = page;
  let first: number | null = null;
  for (let at = select + 1; at < endOf(tree, select); at++) {
    if (tree.tag[at] !== tag.option) continue;
    const isSelected = page.attributeOf(at, 'selected') !== null;
    if (!isSelected && (first !== null || page.attributeOf(at, 'disabled') !== null)) continue;
    first = at;
    if (isSelected) break;
  }
  if (first === null) return null;
  return page.attributeOf(first, 'value') ?? subtreeText(tree, first, maxValueLength).trim();
}

function fieldAt(page: PageView, node: number): FormField | null {
  const kind = page.tree.tag[node];
  const name = page.attributeOf(node, 'name') ?? '';
  if (name === '' || page.attributeOf(node, 'disabled') !== null) return null;
  if (kind === tag.select) {
    const value = selectedValue(page, node);
    return value === null ? null : { node, type: 'select', name, value };
  }
  if (kind === tag.textarea)
    return { node, type: 'textarea', name, value: subtreeText(page.tree, node, maxValueLength) };
  if (kind !== tag.input) return null;
  const type = page.attributeOf(node, 'type')?.toLowerCase() ?? 'text';
  if (/^(?:submit|button|image|reset)$/.test(type)) return null;
  const isChoice = type === 'checkbox' || type === 'radio';
  if (isChoice && page.attributeOf(node, 'checked') === null) return null;
  return { node, type, name, value: page.attributeOf(node, 'value') ?? (isChoice ? 'on' : '') };
}

/**
 * Returns the fields that a form sends, without its buttons (WHATWG HTML 4.10.22.4, constructing the entry list); null
 * if they are more than 200 or longer than 10,000 characters together.
 */
export function fieldsOf(page: PageView, form: number): FormField[] | null {
  const { tree } = page;
  const fields: FormField[] = [];
  let length = 0;
  for (let node = 1; node < tree.count; node++) {
    if (!isElement(tree, node)) continue;
    const isInside = node > form && node < endOf(tree, form);
    if (!isInside && page.attributeOf(node, 'form') === null) continue;
    const field = fieldAt(page, node);
    if (field === null || formOf(page, node) !== form) continue;
    fields.push(field);
    length += field.value.length;
    if (fields.length > maxFields || length > maxValueLength) return null;
  }
  return fields;
}
