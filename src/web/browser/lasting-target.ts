import type { Locator, Page } from 'playwright-core';
import type { NumberedElement } from './snapshot-tree.ts';

/** What an action was done to, in words that will find it again. */
export interface LastingTarget {
  /** Words or a selector; null for the element in focus. */
  target: string | null;
  /** Whether what is typed there is hidden from whoever looks. */
  isSecret: boolean;
}

/** What is used of an element of a page. */
interface PageElement {
  localName: string;
  type?: string;
  parentElement: PageElement | null;
  children: Iterable<PageElement>;
  getAttribute(name: string): string | null;
}

/** A path of elements that leads to one and no other, and whether it is a field for passwords. Runs in the page, alone. */
function lookAt(element: PageElement): { path: string; isSecret: boolean } {
  const steps: string[] = [];
  for (let at: PageElement | null = element; at !== null && steps.length < 12; at = at.parentElement) {
    const id = at.getAttribute('id');
    if (id !== null && /^[A-Za-z][\w-]*$/.test(id) && !/\d{3,}/.test(id)) {
      steps.unshift(`#${id}`);
      break;
    }
    const name = at.localName;
    const same = [...(at.parentElement?.children ?? [])].filter((other) => other.localName === name);
    steps.unshift(same.length > 1 ? `${name}:nth-of-type(${same.indexOf(at) + 1})` : name);
  }
  return { path: steps.join(' > '), isSecret: element.localName === 'input' && element.type === 'password' };
}
const isFocusSecret = `document.activeElement?.localName === 'input' && document.activeElement.type === 'password'`;
const withinMs = 2_000;

/** Names an element so that it is found again: words and selectors as they are, a number by what it is called or its path. */
export async function lastingTarget(
  locator: Locator,
  asked: number | string,
  known: readonly NumberedElement[],
): Promise<LastingTarget> {
  const { path, isSecret } = await locator.evaluate(lookAt, undefined, { timeout: withinMs });
  if (typeof asked === 'string' && !/^\d+$/.test(asked)) return { target: asked, isSecret };
  const element = known.find(({ number }) => number === Number(asked));
  const alike = known.filter(({ name }) => name.toLowerCase() === element?.name.toLowerCase());
  const isNamed = element !== undefined && alike.length === 1 && /\D/.test(element.name);
  return { target: isNamed ? element.name : path, isSecret };
}

/** Whether what is typed into the element in focus is hidden from whoever looks. */
export async function isFocusHidden(page: Page): Promise<boolean> {
  return Boolean(await page.evaluate(isFocusSecret));
}
