import type { Frame, Locator, Page } from 'playwright-core';
import { type Place, placeSelector, referencesSelector } from './snapshot-engine.ts';

/** The innermost element at a place of a page, whatever frame it is in. */
export interface PlacedElement {
  locator: Locator;
  /** References of the last snapshot for the element and what contains it, innermost first. */
  references: readonly string[];
}

const maxFrameDepth = 5;
const timeoutMs = 1_000;

/** Returns the frame that shows the place, and the place in it. */
async function findFrame(page: Page, place: Place): Promise<{ frame: Frame; place: Place } | null> {
  let frame = page.mainFrame();
  let inFrame = place;
  for (let depth = 0; depth < maxFrameDepth; depth += 1) {
    await using handle = await frame.$(placeSelector(inFrame));
    if (handle === null) return null;
    const inner = await handle.contentFrame();
    if (inner === null) return { frame, place: inFrame };
    if (place !== 'focus') {
      const box = await handle.boundingBox();
      if (box === null) return null;
      inFrame = { x: Math.round(place.x - box.x), y: Math.round(place.y - box.y) };
    }
    frame = inner;
  }
  return null;
}

/** Returns the innermost element at a place; null if there is none. Rejects if the page does not respond. */
export async function findPlace(page: Page, place: Place): Promise<PlacedElement | null> {
  const found = await findFrame(page, place);
  if (found === null) return null;
  const list = found.frame.locator(referencesSelector(found.place));
  const text = await list.getAttribute('value', { timeout: timeoutMs });
  return {
    locator: found.frame.locator(placeSelector(found.place)),
    references: JSON.parse(text ?? '[]') as string[],
  };
}
