import { loadOnDemand } from '../../../domain/system/load-on-demand.ts';

/** Name of the selector engine that {@link registerSnapshotEngine} adds. */
const engineName = 'webdata-snapshot';

/**
 * The engine's source. It runs in the driver's own world, which shares the document with the page but no objects.
 *
 * `query` returns the element whose accessibility tree is a snapshot with at most N elements: the body, or else a slot that
 * is not in the document. The driver reads the nodes that are assigned to a slot, and the own method of this one returns the
 * first parts of the page from the top of the window on.
 *
 * The driver asks every button and field for its labels, and the browser then searches the whole document, again after each
 * change. In this world, one search finds the labels of all of them.
 */
const engineSource = `(() => {
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
  const query = (document, text) => {
    if (!isPrepared) prepare();
    const body = document.body ?? document.documentElement;
    const elements = body.getElementsByTagName('*');
    if (elements.length < Number(text)) return body;
    const slot = document.createElement('slot');
    const parts = findParts(body, [...elements], Number(text));
    slot.assignedNodes = () => parts;
    return slot;
  };
  return {
    query: (root, text) => query(root.ownerDocument ?? root, text),
    queryAll: (root, text) => [query(root.ownerDocument ?? root, text)],
  };
})()`;

let registration: Promise<void> | null = null;

/** Adds the engine to the driver; documents that are opened afterwards have it. */
export function registerSnapshotEngine(): Promise<void> {
  registration ??= loadOnDemand('playwright-core').selectors.register(
    engineName,
    { content: engineSource },
    { contentScript: true },
  );
  return registration;
}

/** Returns the selector of the element whose tree has at most `maxElements` elements of the document. */
export function snapshotSelector(maxElements: number): string {
  return `${engineName}=${maxElements}`;
}
