import type { Selectors } from 'playwright-core';
import { describeFields, fieldSelector } from './describe-fields.ts';
import { elementFactsScript } from './element-facts-script.ts';
import { listElementsSource, reportEvent } from './list-elements.ts';
import { usableRoles } from './snapshot-tree.ts';
import { unseenTextScript } from './unseen-text-script.ts';

/** Name of the selector engine that {@link registerSnapshotEngine} adds. */
const engineName = 'webdata-snapshot';

/** Selects the parts of an element that have a number of their own. */
const ownParts = [
  'a[href], button, input, select, textarea, [tabindex]:not([tabindex="-1"])',
  ...[...usableRoles].map((role) => `[role="${role}"]`),
].join(', ');

/**
 * The engine's source. It runs in the driver's own world, which shares the document with the page but no objects.
 *
 * `query` returns the element whose accessibility tree is a snapshot with at most N elements: the body, or else a slot that
 * is not in the document. The driver reads the nodes that are assigned to a slot, and the own method of this one returns the
 * first parts of the page from the top of the window on.
 *
 * Before, `document` returns a detached element whose value tells which document it is. From then on, this world takes reports of
 * elements that listen to a pointer and of closed shadow roots, which it shows the driver like open ones. Then `prepare` makes this
 * world show the driver a page as a person sees it: letters that nobody can see are no text (names of elements keep them: they are
 * often the words for an icon), an element that listens has a pointer over it, and a file field has a size, because a person reaches
 * hidden ones through a button. Afterwards, `facts` returns a detached element whose value is JSON: for each
 * reference that the driver has given, what a person finds out about the element. With `details`, it also has the place of each
 * element, and the shapes and icons that are drawn.
 *
 * `at:X,Y` returns the innermost element at a point of the window, `focus` the one that has the focus; both look into open shadow
 * roots. With `refs:` before it, the result is a detached element whose value is JSON: the references of that element and of what
 * contains it, innermost first.
 *
 * `fields` returns a detached element whose value is JSON: what tells of each field whether it is secret, with its content;
 * `focused` the same for what has the focus.
 *
 * The driver asks every button and field for its labels, and the browser then searches the whole document, again after each
 * change. In this world, one search finds the labels of all of them.
 */
const engineSource = `(() => {
  ${unseenTextScript}
  ${elementFactsScript}
  const listElements = ${listElementsSource};
  let labelsOfRoots = new Map();
  let isPrepared = false;
  const findLabels = (root) => {
    const found = new Map();
    for (const label of root.querySelectorAll('label')) {
      const { control } = label;
      if (control) found.set(control, [...(found.get(control) ?? []), label]);
    }
    return found;
  };
  const prepare = () => {
    isPrepared = true;
    for (const name of ['Button', 'Input', 'Meter', 'Output', 'Progress', 'Select', 'TextArea']) {
      Object.defineProperty(globalThis['HTML' + name + 'Element'].prototype, 'labels', {
        configurable: true,
        get() {
          const root = this.getRootNode();
          if (!root.querySelectorAll) return [];
          // The document cannot change before the current task ends.
          if (labelsOfRoots.size === 0) queueMicrotask(() => { labelsOfRoots = new Map(); });
          if (!labelsOfRoots.has(root)) labelsOfRoots.set(root, findLabels(root));
          return labelsOfRoots.get(root).get(this) ?? [];
        },
      });
    }
  };
  const usedNames = new Set(['button', 'input', 'select', 'textarea', 'label', 'option', 'summary', 'iframe', 'body', 'html']);
  const wordNames = new Set(['span', 'b', 'strong', 'i', 'em', 'u', 'small', 'font', 'mark', 'code']);
  const maxContent = 8;
  const maxLetters = 200;
  const maxDrawings = 200;
  const fieldSelector = ${JSON.stringify(fieldSelector)};
  const describeFields = ${describeFields.toString()};
  /** The last report: elements that listen to a pointer. */
  let reported = [];
  let listening = new WeakSet();
  /** What is inside of them: it has the cursor of its parent. */
  let inherited = new WeakSet();
  let sight = null;
  const seeNow = () => {
    // The document cannot change before the current task ends.
    if (sight === null) queueMicrotask(() => { sight = null; });
    return sight ??= createSight();
  };
  /** Parts that have a number of their own. What only scripts focus (tabindex -1) is no such part: a menu of jQuery UI listens around it. */
  const ownParts = ${JSON.stringify(ownParts)};
  /** Tells whether an element listens for parts of it that have a pointer of their own. */
  const isHolder = (element) => getComputedStyle(element).cursor !== 'pointer'
    && [...element.getElementsByTagName('*')].some((part) => getComputedStyle(part).cursor === 'pointer');
  const closedRoots = new WeakMap();
  /** The slots of closed roots by the nodes that they show. */
  let closedSlots = new WeakMap();
  /** Lets a property that is null for closed shadow roots return what a report knows. */
  const completeProperty = (prototype, name, known) => {
    const native = Object.getOwnPropertyDescriptor(prototype, name).get;
    Object.defineProperty(prototype, name, {
      configurable: true,
      enumerable: true,
      get() {
        return native.call(this) ?? known(this) ?? null;
      },
    });
  };
  const noteRoot = (root) => {
    closedRoots.set(root.host, root);
    for (const slot of root.querySelectorAll('slot')) for (const node of slot.assignedNodes()) closedSlots.set(node, slot);
  };
  /** Takes the reports about this document, and shows the driver closed shadow roots like open ones. */
  const takeReports = () => {
    completeProperty(Element.prototype, 'shadowRoot', (element) => closedRoots.get(element));
    for (const { prototype } of [Element, Text]) completeProperty(prototype, 'assignedSlot', (node) => closedSlots.get(node));
    document.addEventListener(${JSON.stringify(reportEvent)}, ({ touches }) => {
      const nodes = [...touches].map(({ target }) => target);
      closedSlots = new WeakMap();
      for (const root of nodes) if (root instanceof ShadowRoot) noteRoot(root);
      reported = nodes.filter((node) => node instanceof Element);
    });
  };
  let hiddenFiles = new Set();
  /** Gives file fields that nobody sees a size for the driver. */
  const showFiles = (elements) => {
    for (const field of hiddenFiles) {
      delete field.checkVisibility;
      delete field.getBoundingClientRect;
    }
    hiddenFiles = new Set();
    for (const field of elements) {
      if (field.localName !== 'input' || field.type !== 'file') continue;
      const { width, height } = field.getBoundingClientRect();
      if (width > 0 && height > 0 && field.checkVisibility({ visibilityProperty: true })) continue;
      hiddenFiles.add(field);
      field.checkVisibility = () => true;
      field.getBoundingClientRect = () => new DOMRect(0, 0, 1, 1);
    }
  };
  const hiddenFileStyle = { display: 'inline-block', visibility: 'visible', pointerEvents: 'auto' };
  /** Returns what a person sees of a hidden file field: its labels. */
  const describeHiddenFile = (field) => {
    const labels = [...field.labels].filter((label) => label.checkVisibility({ visibilityProperty: true }) && !seeNow().isUnseen(label));
    const label = labels.map(({ textContent }) => textContent.trim()).join(' ').slice(0, maxLetters);
    return { type: field.multiple ? 'files' : 'file', isHidden: true, label, look: 'input' };
  };
  /** Returns the elements that react to a pointer and have no other sign of it, without those that contain another. */
  const findReacting = (body, elements) => {
    const namedElements = 'canvas, [tabindex]:not([tabindex="-1"]), [draggable="true"], [contenteditable]:not([contenteditable="false"])';
    const named = elements.filter((element) => element.matches(namedElements));
    const found = new Set([...reported, ...named].filter((element) =>
      element.isConnected && !usedNames.has(element.localName) && !element.hasAttribute('role') && !element.hasAttribute('href')
      && element.getElementsByTagName('*').length <= maxContent && element.textContent.length <= maxLetters
      && element.closest('a[href], button, label, select') === null
      && element.querySelector(ownParts) === null && !isHolder(element)));
    for (const element of [...found])
      for (let at = element.parentElement; at !== null && at !== body; at = at.parentElement) found.delete(at);
    return found;
  };
  const prepareSight = () => {
    const { get, set } = Object.getOwnPropertyDescriptor(Node.prototype, 'nodeValue');
    Object.defineProperty(Node.prototype, 'nodeValue', {
      configurable: true,
      enumerable: true,
      get() {
        const value = get.call(this);
        return this.nodeType === Node.TEXT_NODE && /\\S/.test(value) && seeNow().isTextUnseen(this) ? '' : value;
      },
      set,
    });
    const native = globalThis.getComputedStyle;
    // The driver takes words in a line for plain text, whatever they react to.
    const shownDisplay = ({ display }) => display === 'inline' ? 'inline-block' : display;
    const isUsedWord = (element, style) => wordNames.has(element.localName) && style.cursor === 'pointer'
      && style.display === 'inline' && native.call(globalThis, element.parentElement).cursor !== 'pointer';
    globalThis.getComputedStyle = (element, part) => {
      const style = native.call(globalThis, element, part);
      if (!part && hiddenFiles.has(element))
        return new Proxy(style, {
          get(target, key) {
            const value = hiddenFileStyle[key] ?? Reflect.get(target, key, target);
            return typeof value === 'function' ? value.bind(target) : value;
          },
        });
      if (part || !(listening.has(element) || inherited.has(element) || isUsedWord(element, style))) return style;
      return new Proxy(style, {
        get(target, key) {
          const value = key === 'cursor' ? 'pointer' : key === 'display' && !inherited.has(element) ? shownDisplay(target) : Reflect.get(target, key, target);
          return typeof value === 'function' ? value.bind(target) : value;
        },
      });
    };
  };
  const hideableNames = 'a, button, textarea, [role], [tabindex], input:not([type=checkbox]):not([type=radio]):not([type=file]):not([type=range])';
  const hasPointer = (element) => element !== null && getComputedStyle(element).cursor === 'pointer';
  /** Notes an element at the elements around it with the same text: the driver may show its text in their place. */
  const noteInner = (facts, element, ref) => {
    const words = element.textContent.trim();
    // The text of what contains many others is long to read, and another one.
    const isAround = (at) => at !== null && at.childElementCount <= maxContent && at.textContent.trim() === words;
    for (let at = element.parentElement; words !== '' && isAround(at); at = at.parentElement) {
      const outer = at._ariaRef?.ref;
      if (outer !== undefined) facts[outer] = { ...facts[outer], inner: ref };
    }
  };
  const drawnLookOf = (element) => {
    const corners = element.localName === 'polygon' ? ' with ' + element.points.numberOfItems + ' corners' : '';
    return (lookOf(element) + corners + ' ' + element.textContent.trim()).slice(0, 100).trim();
  };
  /** Returns what a person sees of the shapes and icons in a document, each with the references around it, innermost first. */
  const readDrawings = (body) => {
    const drawings = [];
    for (const element of listElements(body)) {
      if (drawings.length === maxDrawings) break;
      // An element that is listed shows its words and not their color.
      const isLetters = element instanceof SVGTextElement;
      const isShape = isLetters || element instanceof SVGGeometryElement || element.localName === 'image';
      const isIcon = !isShape && !(element instanceof SVGElement) && element.childNodes.length === 0
        && !usedNames.has(element.localName) && seeNow().isPainted(element);
      if (!(isShape || isIcon) || seeNow().isUnseen(element)) continue;
      const refs = [];
      for (let at = element.parentElement; at; at = at.parentElement) if (at._ariaRef?.ref !== undefined) refs.push(at._ariaRef.ref);
      drawings.push({ look: drawnLookOf(element), place: placeOf(element), refs, own: isLetters ? null : element._ariaRef?.ref ?? null });
    }
    return drawings;
  };
  const createData = (value) => {
    const data = document.createElement('data');
    data.setAttribute('value', value);
    return data;
  };
  const readFacts = (document, hasDetails) => {
    const facts = {};
    const drawings = hasDetails ? readDrawings(document.body ?? document.documentElement) : [];
    for (const element of listElements(document.body ?? document.documentElement)) {
      const ref = element._ariaRef?.ref;
      if (ref === undefined) continue;
      if (hiddenFiles.has(element)) {
        facts[ref] = describeHiddenFile(element);
        continue;
      }
      const isPointed = hasPointer(element) && !hasPointer(element.parentElement);
      const told = describeElement(element, listening.has(element), isPointed);
      const own = hasDetails ? { ...told, box: placeOf(element) } : told;
      const isField = element.localName === 'input' || element.localName === 'textarea';
      const isUnseen = element.matches(hideableNames) && element !== document.activeElement && seeNow().isUnseen(element, isField);
      if (own !== null || isUnseen) facts[ref] = { ...own, ...(isUnseen && { isUnseen }) };
      if (isPointed) noteInner(facts, element, ref);
    }
    return createData(JSON.stringify({ facts, drawings }));
  };
  const findParts = (body, elements, limit) => {
    const sizes = new Map();
    for (let at = elements.length - 1; at >= 0; at -= 1) {
      const element = elements[at];
      const size = (sizes.get(element) ?? 0) + 1;
      sizes.set(element, size);
      sizes.set(element.parentElement, (sizes.get(element.parentElement) ?? 0) + size);
    }
    const parts = [];
    let left = limit;
    // A stack instead of recursion: scripts can nest elements deeper than the call stack.
    const stack = [body];
    while (stack.length > 0 && left > 0) {
      const node = stack.pop();
      if (node.nodeType === Node.TEXT_NODE) parts.push(node);
      if (node.nodeType !== Node.ELEMENT_NODE) continue;
      const { top, bottom, height } = node.getBoundingClientRect();
      if (height > 0 && bottom <= 0) continue;
      const size = sizes.get(node) ?? 1;
      const isWhole = size === 1 || node.shadowRoot !== null || (size <= left && top >= 0);
      if (isWhole) {
        parts.push(node);
        left -= size;
      } else for (let child = node.lastChild; child; child = child.previousSibling) stack.push(child);
    }
    return parts;
  };
  const findInnermost = (document, find) => {
    let element = find(document);
    while (element?.shadowRoot) {
      const inner = find(element.shadowRoot);
      if (!inner || inner === element) break;
      element = inner;
    }
    return element ?? null;
  };
  const findPlace = (document, text) => {
    if (text === 'focus') return findInnermost(document, (root) => root.activeElement);
    const [x, y] = text.slice(3).split(',').map(Number);
    return findInnermost(document, (root) => root.elementFromPoint(x, y));
  };
  const readRefs = (document, text) => {
    const refs = [];
    for (let at = findPlace(document, text); at; at = at.parentElement ?? at.getRootNode().host) {
      if (at._ariaRef?.ref !== undefined) refs.push(at._ariaRef.ref);
    }
    return createData(JSON.stringify(refs));
  };
  const readIdentity = (body) =>
    createData(JSON.stringify({ born: performance.timeOrigin, age: performance.now(), size: body.getElementsByTagName('*').length }));
  const readFields = (document, onlyFocused) => {
    const focused = onlyFocused ? findPlace(document, 'focus') : null;
    const elements = onlyFocused
      ? [focused].filter((element) => element?.matches(':focus'))
      : listElements(document.documentElement).filter((element) => element.matches(fieldSelector));
    return createData(JSON.stringify(describeFields(elements)));
  };
  const query = (document, text) => {
    if (!isPrepared) {
      prepare();
      prepareSight();
      takeReports();
    }
    const body = document.body ?? document.documentElement;
    if (text === 'document') return readIdentity(body);
    if (text === 'fields' || text === 'focused') return readFields(document, text === 'focused');
    if (text === 'facts' || text === 'details') return readFacts(document, text === 'details');
    if (text.startsWith('refs:')) return readRefs(document, text.slice(5));
    if (text === 'focus' || text.startsWith('at:')) return findPlace(document, text);
    if (text === 'prepare') {
      const elements = listElements(body);
      showFiles(elements);
      const reacting = findReacting(body, elements);
      listening = new WeakSet(reacting);
      inherited = new WeakSet([...reacting].flatMap((element) => [...element.getElementsByTagName('*')]));
      return body;
    }
    const elements = body.getElementsByTagName('*');
    if (elements.length < Number(text)) return body;
    const slot = document.createElement('slot');
    const parts = findParts(body, [...elements], Number(text));
    slot.assignedNodes = () => parts;
    return slot;
  };
  return {
    query: (root, text) => query(root.ownerDocument ?? root, text),
    queryAll: (root, text) => [query(root.ownerDocument ?? root, text)].filter(Boolean),
  };
})()`;

/** Adds the engine to the driver; documents that are opened afterwards have it. */
export function registerSnapshotEngine(selectors: Selectors): Promise<void> {
  return selectors.register(engineName, { content: engineSource }, { contentScript: true });
}

/** Returns the selector of the element whose tree has at most `maxElements` elements of the document. */
export function snapshotSelector(maxElements: number): string {
  return `${engineName}=${maxElements}`;
}

/** Selector of the element that tells which document it is in. Afterwards, the document takes reports of listeners. */
export const documentSelector = `${engineName}=document`;

/** Selector that makes a document ready to be shown. */
export const prepareSelector = `${engineName}=prepare`;

/** Returns the selector of the element that holds the fields of a document, or that with the focus. */
export function fieldsSelector(onlyFocused: boolean): string {
  return `${engineName}=${onlyFocused ? 'focused' : 'fields'}`;
}

/** Returns the selector of the element that holds the facts about the elements of the last snapshot, as {@link DocumentFacts}. */
export function factsSelector(hasDetails: boolean): string {
  return `${engineName}=${hasDetails ? 'details' : 'facts'}`;
}

/** A place in a document: a point in CSS pixels of its window, or where the focus is. */
export type Place = { x: number; y: number } | 'focus';

function placeText(place: Place): string {
  return place === 'focus' ? place : `at:${place.x},${place.y}`;
}

/** Returns the selector of the innermost element at a place. */
export function placeSelector(place: Place): string {
  return `${engineName}=${placeText(place)}`;
}

/** Returns the selector of the element that holds the references at a place, innermost first. */
export function referencesSelector(place: Place): string {
  return `${engineName}=refs:${placeText(place)}`;
}
