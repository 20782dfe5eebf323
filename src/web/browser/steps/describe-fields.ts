import type { FieldFacts } from '../../../domain/secrets/secret-words.ts';

/** The used properties of a DOM element. */
interface FieldElement {
  localName: string;
  type?: string;
  value?: unknown;
  maxLength?: number;
  isContentEditable?: boolean;
  textContent: string | null;
  labels?: Iterable<{ textContent: string | null }> | null;
  getAttribute(name: string): string | null;
}

/** A field with its content. */
export interface Field extends FieldFacts {
  value: string;
}

/** Fields into which text is typed. */
export const fieldSelector =
  'input:not([type=hidden]):not([type=checkbox]):not([type=radio]):not([type=submit]):not([type=button]):not([type=image]):not([type=reset]):not([type=file]), textarea, [contenteditable]';

/** Returns the facts and the content of one or more fields. Runs in the page. */
export function describeFields(fields: unknown): Field[] {
  const elements = (Array.isArray(fields) ? fields : [fields]) as FieldElement[];
  return elements.slice(0, 500).map((element) => {
    const attribute = (name: string) => element.getAttribute(name) ?? '';
    const labels = Array.from(element.labels ?? [], (label) => (label.textContent ?? '').slice(0, 300));
    const isField = element.localName === 'input' || element.localName === 'textarea';
    return {
      type: element.localName === 'input' ? String(element.type ?? '') : '',
      autocomplete: attribute('autocomplete'),
      inputmode: attribute('inputmode'),
      names: [
        ...labels,
        ...['name', 'id', 'aria-label', 'placeholder', 'title', 'data-testid'].map(attribute),
      ].filter((name) => name !== ''),
      maxLength:
        isField && typeof element.maxLength === 'number' && element.maxLength > 0 ? element.maxLength : 1_000,
      value: isField ? String(element.value ?? '') : (element.textContent ?? '').slice(0, 10_000),
    };
  });
}
