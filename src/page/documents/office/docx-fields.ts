import { childOf, switchOf, type XmlElement } from './xml-tree.ts';

/** Field whose code or result is being read (ECMA-376 part 1, 17.16). */
interface OpenField {
  code: string;
  isInResult: boolean;
  /** URL of the field, or of the innermost one around it. */
  href: string | undefined;
  /** True if the field is within the code of another one. */
  isWithinCode: boolean;
  formData: XmlElement | undefined;
}

/** Returns the external URL of a field with a hyperlink, or undefined. */
export function hyperlinkOf(code: string): string | undefined {
  const start = code.trimStart();
  return /^HYPERLINK\s/i.test(start) ? /^HYPERLINK\s+"([^"]*)"/i.exec(start)?.[1] : undefined;
}

/** Fields that are open at a place of the document; a result may contain fields. */
export class DocxFields {
  #open: OpenField[] = [];

  /** True within the code of a field, which is not part of the text. */
  get isInCode(): boolean {
    const field = this.#open.at(-1);
    return field !== undefined && (!field.isInResult || field.isWithinCode);
  }

  /** URL of the innermost hyperlink field. */
  get href(): string | undefined {
    return this.#open.at(-1)?.href;
  }

  /** Reads a mark of a field. Returns the text of a check box at its end, else an empty string. */
  mark(element: XmlElement): string {
    const field = this.#open.at(-1);
    switch (element.attributes.fldCharType) {
      case 'begin':
        this.#open.push({
          code: '',
          isInResult: false,
          href: this.href,
          isWithinCode: this.isInCode,
          formData: childOf(element, 'ffData'),
        });
        return '';
      case 'separate':
        if (field !== undefined) this.#startResult(field);
        return '';
      case 'end':
        this.#open.pop();
        return field === undefined ? '' : checkBoxText(field.formData);
      default:
        return '';
    }
  }

  /** Adds text to the code of the open field. */
  addCode(text: string): void {
    const field = this.#open.at(-1);
    if (field !== undefined && !field.isInResult) field.code += text;
  }

  #startResult(field: OpenField): void {
    field.isInResult = true;
    field.href = hyperlinkOf(field.code) ?? field.href;
  }
}

/** Returns the sign of a box that is checked or not. */
export function boxSign(isChecked: boolean): string {
  return isChecked ? '☑' : '☐';
}

function checkBoxText(formData: XmlElement | undefined): string {
  const box = childOf(formData, 'checkBox');
  return box === undefined ? '' : boxSign(switchOf(box, 'checked') ?? switchOf(box, 'default') ?? false);
}
