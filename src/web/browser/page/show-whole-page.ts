import { setTimeout as delay } from 'node:timers/promises';
import type { JSHandle, Page } from 'playwright-core';
import { settlesWithin } from '../pool/browser-process.ts';

/** Time after which no further part of a page is scrolled to. */
const maxScrollMs = 3_000;
/** Longest time of all scrolling, also if a script of the page occupies it. */
const maxThroughMs = 4_000;
/** Longest time for a page to draw after it was scrolled. A page in the background draws nothing. */
const maxDrawMs = 250;
/** Time after which scripts that look at the place of the window have done so: many look ten times a second at most. */
const throttleMs = 120;
/** Longest time for pictures that a page puts off until the window comes near. */
const maxLoadMs = 3_000;

/** A document that is prepared for a full-page screenshot. */
interface ShownPage {
  /** Notes what has come into view since the start. */
  note(): void;
  /** Shows what was in view and has been hidden again since. */
  keep(): void;
  /** Resolves when images and frames that the page had put off are loaded. */
  areLoaded(): Promise<null>;
  /** Undoes all changes. */
  undo(): void;
}

/**
 * Script that lets a page show what browsers put off until the window comes near, of which a picture would have empty boxes: content
 * (`content-visibility: auto`), images and frames (`loading=lazy`). What scripts show when it comes into view, and some hide again
 * when it leaves, is noted while the page is scrolled, and kept. What lies in the window all the time, or moves with it, is as a person
 * sees it. The value is a {@link ShownPage}.
 */
const showPutOff = (maxHeight: number) => `(() => {
  const maxElements = 20000;
  const isNear = (element) => element.getBoundingClientRect().top + scrollY < ${maxHeight};
  const changed = [];
  const change = (element, name, apply) => {
    const before = element.getAttribute(name);
    changed.push(() => {
      // Set first: Chromium leaves an empty style attribute if a style is removed that only scripts have set.
      element.setAttribute(name, before ?? '');
      if (before === null) element.removeAttribute(name);
    });
    apply(element);
  };
  const setStyle = (element, styles) => change(element, 'style', ({ style }) => {
    for (const [name, value] of Object.entries(styles)) style.setProperty(name, value, 'important');
  });
  const all = [...document.querySelectorAll('*')].slice(0, maxElements).filter((element) => element.style !== undefined);
  for (const one of all) if (getComputedStyle(one).contentVisibility === 'auto') setStyle(one, { 'content-visibility': 'visible' });
  // A frame that has not loaded has an empty document; one of another site that has loaded shows none.
  const isWaiting = (element) => element.localName === 'img' ? !element.complete : element.contentDocument?.URL === 'about:blank';
  const lazy = [...document.querySelectorAll('img[loading=lazy], iframe[loading=lazy][src]')]
    .filter((element) => isWaiting(element) && isNear(element));
  const load = (element) => new Promise((resolve) => {
    for (const event of ['load', 'error']) element.addEventListener(event, resolve, { once: true });
  });
  const loaded = lazy.map(load);
  for (const one of lazy) change(one, 'loading', (element) => { element.loading = 'eager'; });

  const isTransparent = (element) => {
    const { opacity, visibility } = getComputedStyle(element);
    return Number(opacity) <= 0.05 || visibility !== 'visible';
  };
  /** Tells whether a person sees all of an element where the window is. */
  const isInWindow = (element) => {
    const { top, bottom } = element.getBoundingClientRect();
    return top >= 0 && bottom <= innerHeight;
  };
  /** Tells whether an element moves with the window, such as a button that leads back to the top. */
  const isFixed = (element) => {
    for (let at = element; at !== null; at = at.parentElement)
      if (/fixed|sticky/.test(getComputedStyle(at).position)) return true;
    return false;
  };
  const finish = (element) => {
    for (const one of element.getAnimations())
      if (one.timeline === document.timeline && one.playbackRate !== 0 && one.effect?.getComputedTiming().endTime !== Infinity) one.finish();
  };
  const hidden = new Set(all.filter((element) => isTransparent(element) && !isInWindow(element) && !isFixed(element)));
  const seen = new Map();
  return {
    note() {
      for (const element of hidden) {
        finish(element);
        if (isTransparent(element)) continue;
        const { opacity, transform, filter } = getComputedStyle(element);
        if (Number(seen.get(element)?.opacity ?? 0) >= Number(opacity)) continue;
        seen.set(element, { opacity, transform, filter, visibility: 'visible', transition: 'none' });
      }
    },
    keep() {
      for (const [element, styles] of seen) {
        finish(element);
        if (isTransparent(element) && !isInWindow(element)) setStyle(element, styles);
      }
    },
    areLoaded: () => Promise.all([...loaded, ...[...document.images].filter((one) => !one.complete && isNear(one)).map(load)])
      .then(() => null),
    undo() { for (const one of changed.reverse()) one(); },
  };
})()`;

/** Scrolls, and waits until the page has been drawn twice: observers of what comes into view run between. */
async function scrollAndDraw(page: Page, left: number, top: number): Promise<void> {
  const drawn = page.evaluate(
    `(() => {
      scrollTo({ left: ${left}, top: ${top}, behavior: 'instant' });
      return new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve(null))));
    })()`,
  );
  // The time limit is ours: a page can replace its own timers.
  await settlesWithin(maxDrawMs, drawn);
}

/** Scrolls through the document by a window at a time and back to where it was. What the page adds below meanwhile is not visited. */
async function scrollThrough(page: Page, shown: JSHandle<ShownPage>, maxHeight: number): Promise<void> {
  const [height, window, left, top] = (await page.evaluate(
    '[document.documentElement.scrollHeight, innerHeight, scrollX, scrollY].map(Math.round)',
  )) as [number, number, number, number];
  if (window <= 0 || height <= window) return;
  const note = () => shown.evaluate((one) => one.note());
  const deadline = performance.now() + maxScrollMs;
  for (let at = 0; at < Math.min(height, maxHeight) && performance.now() < deadline; at += window) {
    await scrollAndDraw(page, left, at);
    await note();
  }
  await delay(throttleMs);
  await note();
  await scrollAndDraw(page, left, top);
  await delay(throttleMs);
  await shown.evaluate((one) => one.keep());
}

/**
 * Lets a page show all that a person sees who scrolls through it, down to `maxHeight` CSS pixels, and waits until it has loaded: at
 * most about seven seconds. Resolves with a function that undoes the changes of the document; what its scripts did on the way stays.
 */
export async function showWholePage(page: Page, maxHeight: number): Promise<() => Promise<void>> {
  // A page that replaces functions of the browser is shown as it is.
  const shown = await page.evaluateHandle<ShownPage>(showPutOff(maxHeight)).catch(() => null);
  if (shown === null) return async () => {};
  await settlesWithin(maxThroughMs, scrollThrough(page, shown, maxHeight));
  await settlesWithin(
    maxLoadMs,
    shown.evaluate((one) => one.areLoaded()),
  );
  return async () => {
    await settlesWithin(
      maxLoadMs,
      shown.evaluate((one) => one.undo()),
    );
  };
}
