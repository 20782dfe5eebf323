// Scripts that read and move the lists of a page. They run in the page.
import {
  bareLabel,
  currentName,
  disabledName,
  moreLabel,
  nextArrow,
  nextLabel,
  otherPart,
  pagerName,
} from '../../../domain/pages/control-labels.ts';

const outside =
  'header, nav, footer, [role="navigation"], [role="banner"], [role="contentinfo"], [role="dialog"], dialog';

/**
 * Presses the last visible button that adds records to a list, else the last one for the next page, else the one whose
 * number follows that of the current page. The value is false if there is none. Links to another page are not pressed:
 * the pages that they name are read on their own. Buttons that send a form are not pressed either.
 */
export const pressControl = `(() => {
  const isPage = (element) =>
    element.localName === 'a' && !/^(?:#|javascript:|$)/i.test(element.getAttribute('href') ?? '');
  const namesOf = (element) => ['class', 'id', 'aria-label', 'aria-roledescription']
    .map((name) => element.getAttribute(name) ?? '').join(' ').slice(0, 400);
  const isWithin = (element, name, depth) => {
    for (let at = element; at !== null && depth > 0; at = at.parentElement, depth--)
      if (name.test(namesOf(at))) return true;
    return false;
  };
  const isMarked = (element, name) =>
    name.test(element.className ?? '') || name.test(element.parentElement?.className ?? '');
  const isUsable = (element) => {
    const box = element.getBoundingClientRect();
    const isSubmit = element.localName === 'button' && element.form !== null && element.type === 'submit';
    const isDisabled = element.matches(':disabled, [aria-disabled="true"]') || isMarked(element, ${disabledName});
    return box.width > 0 && box.height > 0 && !isSubmit && !isDisabled && !isPage(element);
  };
  const textOf = (element) =>
    (element.textContent.trim() || element.getAttribute('value') || '').replace(/\\s+/g, ' ').slice(0, 100);
  const hintOf = (element) => (element.getAttribute('aria-label') || element.getAttribute('title') || '').slice(0, 100);
  const controls = [...document.querySelectorAll('button, a, [role="button"], input[type="button"]')].slice(0, 5000);
  const isMore = (element) => ${moreLabel}.test(textOf(element) || hintOf(element)) && isUsable(element) &&
    element.closest(${JSON.stringify(outside)}) === null;
  const isInPager = (element) => isWithin(element.parentElement, ${pagerName}, 4);
  const isNext = (element) => {
    const isNamed = [textOf(element), hintOf(element)]
      .some((text) => text.length <= 40 && ${nextLabel}.test((${bareLabel}.exec(text) ?? [''])[0]));
    const isArrow = ${nextArrow}.test(textOf(element)) && isInPager(element);
    return (isNamed || isArrow) && isUsable(element) && !isWithin(element, ${otherPart}, 6) &&
      element.closest('[role="dialog"], dialog') === null;
  };
  const numbered = () => {
    const buttons = controls.filter((element) => /^\\d{1,4}$/.test(textOf(element)) && isInPager(element) &&
      !isWithin(element, ${otherPart}, 6));
    const isCurrent = (element) => element.matches(':disabled') || isMarked(element, ${currentName}) ||
      (element.getAttribute('aria-current') ?? 'false') !== 'false';
    const current = buttons.filter(isCurrent);
    if (current.length !== 1) return undefined;
    const next = String(Number(textOf(current[0])) + 1);
    return buttons.find((element) => textOf(element) === next && isUsable(element));
  };
  const button = controls.findLast(isMore) ?? controls.findLast(isNext) ?? numbered();
  if (button === undefined) return false;
  button.scrollIntoView({ block: 'center' });
  button.click();
  return true;
})()`;

/**
 * Returns the entries of all groups of at least three like elements of a page: the depth and the path of the group, and
 * the text of the entry or the address of its picture or link.
 */
export const readEntries = `(() => {
  const entries = [];
  const pathOf = (element) => {
    let depth = 0;
    let hash = 0;
    for (let at = element; at !== null; at = at.parentElement, depth++)
      for (const letter of at.localName + '/') hash = (hash * 31 + letter.charCodeAt(0)) | 0;
    return depth + ':' + hash;
  };
  for (const parent of document.querySelectorAll('body, body *')) {
    if (parent.childElementCount < 3 || /^(?:select|svg|head)$/.test(parent.localName)) continue;
    const groups = new Map();
    for (const child of parent.children) {
      if (/^(?:script|style|br|option|link|template)$/.test(child.localName)) continue;
      if (!groups.has(child.localName)) groups.set(child.localName, []);
      groups.get(child.localName).push(child);
    }
    for (const group of groups.values()) {
      if (group.length < 3) continue;
      const path = pathOf(group[0]);
      for (const child of group) {
        // A large part of the page is no entry.
        if (child.getElementsByTagName('*').length > 300) continue;
        const text = child.textContent.replace(/\\s+/g, ' ').trim().slice(0, 200);
        const media = text === '' ? child.querySelector('[src], [href]') : null;
        entries.push(path + ' ' + (text || media?.getAttribute('src') || media?.getAttribute('href') || ''));
        if (entries.length >= 20000) return entries;
      }
    }
  }
  return entries;
})()`;

/** Creates a script that scrolls the window and each part that scrolls on its own; its value tells if any moved. */
function scrollScript(target: string): string {
  return `(() => {
  let hasMoved = false;
  const move = (element, size) => {
    const before = element.scrollTop;
    element.scrollTo({ top: ${target}, behavior: 'instant' });
    if (Math.abs(element.scrollTop - before) >= 1) hasMoved = true;
  };
  for (const element of document.querySelectorAll('body *')) {
    if (element.scrollHeight <= element.clientHeight + 40 || element.clientHeight < 100) continue;
    if (/auto|scroll|overlay/.test(getComputedStyle(element).overflowY)) move(element, element.clientHeight);
  }
  move(document.scrollingElement ?? document.documentElement, innerHeight);
  return hasMoved;
})()`;
}

export const scrollToEnd = scrollScript('element.scrollHeight');
export const scrollToStart = scrollScript('0');
/** Returns the script that scrolls by a part of what is in view, 0 to 1; back to the start if it is negative. */
export const scrollBy = (part: number): string => scrollScript(`before + size * ${part}`);
