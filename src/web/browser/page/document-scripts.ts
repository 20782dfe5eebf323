/** Maximum number of open shadow roots that are inlined; more are omitted. */
const maxShadowHosts = 5_000;

/**
 * Creates the element that stands for a frame in the serialised document: `key` is replaced by the frame's content. The
 * element has the name and classes of the frame. A set of frames becomes the body.
 */
const placeholders = `
  const elements = globalThis.listedFrames ?? [];
  const keyOf = new Map(keys.map(({ index, key, url }) => [elements[index], { key, url }]));
  const placeholderOf = (element) => {
    const { key, url } = keyOf.get(element);
    const holder = document.createElement('div');
    for (const name of ['id', 'class', 'title']) {
      const value = element.getAttribute(name);
      if (value !== null) holder.setAttribute(name, value);
    }
    holder.setAttribute('data-frame-url', url);
    holder.textContent = key;
    return holder;
  };
  const bodyOf = (frameset) => {
    const body = document.createElement('body');
    body.append(...[...keyOf.keys()].filter((element) => frameset.contains(element)).map(placeholderOf));
    return body;
  };
  const isRead = (frameset) => [...keyOf.keys()].some((element) => frameset.contains(element));
  const kind = document.doctype ? '<!DOCTYPE ' + document.doctype.name + '>' : '';`;

/**
 * Serialises the document. Open shadow roots and their slotted content are inlined, and read frames replaced by their
 * keys. Changes the document, which is not used afterwards.
 */
export const serializeDestructively = `((keys) => {
  ${placeholders}
  for (const element of keyOf.keys()) if (element.localName === 'iframe') element.replaceWith(placeholderOf(element));
  const frameset = document.querySelector('frameset');
  if (frameset && isRead(frameset)) frameset.replaceWith(bodyOf(frameset));
  const hosts = [];
  const collect = (root) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT);
    for (let node = walker.nextNode(); node && hosts.length < ${maxShadowHosts}; node = walker.nextNode()) {
      if (!node.shadowRoot) continue;
      hosts.push(node);
      collect(node.shadowRoot);
    }
  };
  collect(document);
  for (const host of hosts.reverse()) {
    const pieces = [...host.shadowRoot.childNodes].filter((node) => node.nodeName !== 'STYLE');
    for (const slot of host.shadowRoot.querySelectorAll('slot')) {
      const assigned = slot.assignedNodes();
      if (assigned.length === 0) continue;
      const holder = document.createElement('span');
      holder.append(...assigned);
      if (pieces.includes(slot)) pieces[pieces.indexOf(slot)] = holder;
      slot.replaceWith(holder);
    }
    host.replaceChildren(...pieces);
  }
  return kind + (document.documentElement ? document.documentElement.outerHTML : '');
})`;

/** Serialises a copy of the document in the same way, for a page that is used further. */
export const serializeCopy = `((keys) => {
  ${placeholders}
  let copied = 0;
  const skipped = (node) => node.nodeName === 'STYLE';
  const childrenOf = (node) => {
    if (node.shadowRoot && copied < ${maxShadowHosts}) {
      copied += 1;
      return [...node.shadowRoot.childNodes].filter((part) => !skipped(part));
    }
    const assigned = node.nodeName === 'SLOT' ? node.assignedNodes() : [];
    return assigned.length > 0 ? assigned : node.childNodes;
  };
  const copy = (node) => {
    if (keyOf.has(node)) return placeholderOf(node);
    if (node.localName === 'frameset' && isRead(node)) return bodyOf(node);
    const clone = document.importNode(node, node.nodeName === 'TEMPLATE');
    if (node.nodeName !== 'TEMPLATE') for (const child of childrenOf(node)) clone.appendChild(copy(child));
    return clone;
  };
  const root = document.documentElement;
  if (!root) return kind;
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT);
  let mustCopy = keyOf.size > 0;
  for (let node = walker.nextNode(); node && !mustCopy; node = walker.nextNode()) mustCopy = !!node.shadowRoot;
  try {
    return kind + (mustCopy ? copy(root) : root).outerHTML;
  } catch {
    return kind + root.outerHTML;
  }
})`;
