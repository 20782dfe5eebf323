import type { Locator, Page } from 'playwright-core';
import type { NumberedElement } from './snapshot-tree.ts';

/** Target of an action in a durable form that finds it again. */
export interface DurableTarget {
  /** Name or selector; null for the focused element. */
  target: string | null;
  /** True if the field hides its content, such as a password. */
  isSecret: boolean;
}

/** The used properties of a DOM element. */
interface PageElement {
  localName: string;
  type?: string;
  parentElement: PageElement | null;
  children: Iterable<PageElement>;
  getAttribute(name: string): string | null;
}

/** Returns a unique CSS path of an element, and whether it is a password field. Runs in the page. */
function inspectElement(element: PageElement): { path: string; isSecret: boolean } {
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
const focusSecretScript = `document.activeElement?.localName === 'input' && document.activeElement.type === 'password'`;
const timeoutMs = 2_000;

/** Describes an element in a durable form: names and selectors unchanged, a number by the element's name or path. */
export async function createDurableTarget(
  locator: Locator,
  requestedTarget: number | string,
  elements: readonly NumberedElement[],
): Promise<DurableTarget> {
  const { path, isSecret } = await locator.evaluate(inspectElement, undefined, { timeout: timeoutMs });
  if (typeof requestedTarget === 'string' && !/^\d+$/.test(requestedTarget))
    return { target: requestedTarget, isSecret };
  const element = elements.find(({ number }) => number === Number(requestedTarget));
  const sameName = elements.filter(({ name }) => name.toLowerCase() === element?.name.toLowerCase());
  const hasUniqueName = element !== undefined && sameName.length === 1 && /\D/.test(element.name);
  return { target: hasUniqueName ? element.name : path, isSecret };
}

/** Returns true if the focused element hides its content, such as a password field. */
export async function isFocusHidden(page: Page): Promise<boolean> {
  return Boolean(await page.evaluate(focusSecretScript));
}
