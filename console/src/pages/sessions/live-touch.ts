import type { LiveInput } from './live-connection.ts';

/** Distance in CSS pixels of the screen from which on a finger scrolls instead of tapping. */
const scrollDistance = 8;

/** A place in pixels of the page. */
export interface Place {
  x: number;
  y: number;
}

/** Handlers of touches on the live view. */
export interface TouchHandlers {
  onTouchStart(event: TouchEvent): void;
  onTouchMove(event: TouchEvent): void;
  onTouchEnd(event: TouchEvent): void;
}

/**
 * Turns touches into inputs of the page: a tap clicks, and a finger that moves scrolls. Two fingers stay with the console,
 * so that the view can be magnified.
 */
export function createTouchHandlers(
  send: (input: LiveInput) => void,
  placeOf: (point: { clientX: number; clientY: number }) => Place,
): TouchHandlers {
  let start: Place | null = null;
  let last: Place | null = null;
  let isScrolling = false;
  return {
    onTouchStart(event) {
      const [touch] = event.touches;
      isScrolling = false;
      start = event.touches.length === 1 && touch !== undefined ? placeOf(touch) : null;
      last = touch === undefined ? null : { x: touch.clientX, y: touch.clientY };
    },
    onTouchMove(event) {
      const [touch] = event.touches;
      if (start === null || last === null || touch === undefined || event.touches.length > 1) return;
      const moved = { x: last.x - touch.clientX, y: last.y - touch.clientY };
      if (!isScrolling && Math.hypot(moved.x, moved.y) < scrollDistance) return;
      isScrolling = true;
      event.preventDefault();
      const [now, before] = [placeOf(touch), placeOf({ clientX: last.x, clientY: last.y })];
      send({ type: 'wheel', ...start, dx: before.x - now.x, dy: before.y - now.y });
      last = { x: touch.clientX, y: touch.clientY };
    },
    onTouchEnd(event) {
      if (start === null) return;
      // The browser would send the events of a mouse after those of the touch.
      event.preventDefault();
      if (!isScrolling)
        for (const action of ['move', 'down', 'up'] as const)
          send({ type: 'mouse', action, ...start, button: 'left' });
      start = null;
    },
  };
}
