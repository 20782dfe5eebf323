import type { Locator } from 'playwright-core';
import type { BrowserAction } from '../../../domain/pages/browser-action.ts';
import type { Tab } from '../page/browser-tabs.ts';
import { type ActionDependencies, findUsableTarget, getTimeout } from './action-handler.ts';

/** A point in CSS pixels. */
interface Point {
  x: number;
  y: number;
}

/** Number of pointer moves of a drag; pages start one only after the pointer has moved a little. */
const dragMoves = 12;
const findTimeoutMs = 3_000;

/** Returns the point of an action, or null. A coordinate that is left out is 0. */
export function pointOf({ x, y }: BrowserAction): Point | null {
  return x === null && y === null ? null : { x: x ?? 0, y: y ?? 0 };
}

async function boxOf(element: Locator, timeout: number) {
  await element.scrollIntoViewIfNeeded({ timeout });
  const box = await element.boundingBox({ timeout });
  if (box === null) throw new Error('the element is not visible');
  return box;
}

/** Returns the point of an element in the window: `offset` from its top left corner, or its centre. */
async function placeOf(element: Locator, offset: Point | null, timeout: number): Promise<Point> {
  const box = await boxOf(element, timeout);
  const { x, y } = offset ?? { x: box.width / 2, y: box.height / 2 };
  return { x: box.x + x, y: box.y + y };
}

/** Returns the point of an element at which a drag starts; an offset that is left out is its centre. */
async function startOf(element: Locator, { fromX, fromY }: BrowserAction, timeout: number): Promise<Point> {
  const box = await boxOf(element, timeout);
  const placeIn = (offset: number | null, size: number) =>
    offset === null ? size / 2 : offset < 0 ? size + offset : offset;
  return { x: box.x + placeIn(fromX, box.width), y: box.y + placeIn(fromY, box.height) };
}

/** Drags with the pointer from the target, or from a point of the window, to another element or by a distance. */
export async function drag(
  dependencies: ActionDependencies,
  tab: Tab,
  action: BrowserAction,
): Promise<undefined> {
  const start = action.target === null ? null : await findUsableTarget(dependencies, tab, action, 'hover');
  const timeout = start?.timeout ?? getTimeout(action);
  const to =
    action.to === null ? null : await dependencies.find(action.to, 'act', getTimeout(action, findTimeoutMs));
  await to?.scrollIntoViewIfNeeded({ timeout });
  const from =
    start === null
      ? { x: action.fromX ?? 0, y: action.fromY ?? 0 }
      : await startOf(start.target, action, timeout);
  const offset = pointOf(action);
  if (to !== null) return moveBetween(tab.page.mouse, from, await placeOf(to, offset, timeout));
  const { x, y } = offset ?? { x: 0, y: 0 };
  return moveBetween(tab.page.mouse, from, { x: from.x + x, y: from.y + y });
}

async function moveBetween(mouse: Tab['page']['mouse'], from: Point, to: Point): Promise<undefined> {
  await mouse.move(from.x, from.y);
  await mouse.down();
  await mouse.move(to.x, to.y, { steps: dragMoves });
  await mouse.up();
  return undefined;
}
