import type { Locator } from 'playwright-core';
import { type SecretFilter, secretMask } from '../../../domain/secrets/secret-filter.ts';
import type { NumberedElement } from './snapshot-tree.ts';

/** Target of an action in a durable form that finds it again. */
export interface DurableTarget {
  /** Name or selector; null for the focused element. */
  target: string | null;
}

/** The used properties of a DOM element. */
interface PageElement {
  localName: string;
  parentElement: PageElement | null;
  children: Iterable<PageElement>;
  getAttribute(name: string): string | null;
}

/** Returns a unique CSS path of an element. Runs in the page. */
function findPath(element: PageElement): string {
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
  return steps.join(' > ');
}
const timeoutMs = 2_000;

/**
 * Describes an element in a durable form: names and selectors unchanged, a number by the element's name or path. A name
 * that contains a secret is not used: a field without a label has its content as its name.
 */
export async function createDurableTarget(
  locator: Locator,
  requestedTarget: number | string,
  elements: readonly NumberedElement[],
  secrets: SecretFilter,
): Promise<DurableTarget> {
  const path = await locator.evaluate(findPath, undefined, { timeout: timeoutMs });
  if (typeof requestedTarget === 'string' && !/^\d+$/.test(requestedTarget)) {
    const isShown = secrets.maskField(requestedTarget) === requestedTarget;
    return { target: isShown ? requestedTarget : path };
  }
  const element = elements.find(({ number }) => number === Number(requestedTarget));
  const sameName = elements.filter(({ name }) => name.toLowerCase() === element?.name.toLowerCase());
  const hasUniqueName = element !== undefined && sameName.length === 1 && /\D/.test(element.name);
  const isNamed = hasUniqueName && !element.isLook && !element.name.includes(secretMask);
  return { target: isNamed ? element.name : path };
}
