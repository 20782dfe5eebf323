import { lettersOf } from '../../page-view/page-letters.ts';
import type { Locator, Start } from './locator.ts';

/** Minimum number of letters of a text that is recognized inside a longer one; shorter ones must be equal. */
const minLetters = 5;

function labelOf(start: Start): string {
  return start.by === 'label' || start.by === 'inline' || start.by === 'after' ? start.label : '';
}

/**
 * Removes the locators that depend on texts of this page which differ on other pages: values of other fields and
 * the title, as a label or as constant text around the value.
 */
export function withoutVariableTexts(locators: readonly Locator[], texts: readonly string[]): Locator[] {
  const letters = texts.map(lettersOf).filter((text) => text.length >= 2);
  const isVariable = (text: string) =>
    text !== '' &&
    letters.some(
      (variable) => text === variable || (variable.length >= minLetters && text.includes(variable)),
    );
  return locators.filter(
    ({ start, before, after }) =>
      !start.some((one) => isVariable(labelOf(one))) &&
      !isVariable(lettersOf(before)) &&
      !isVariable(lettersOf(after)),
  );
}
