import { setTimeout as delay } from 'node:timers/promises';
import type { CDPSession } from 'playwright-core';
import { messageOf } from '../../domain/failure.ts';

/** Hosts of open shadow trees that are laid into the document; more are left as they are. */
const mostShadowHosts = 5_000;

/**
 * Runs in a world of its own, where the page's scripts cannot change what is asked. Shadow trees are laid into their hosts
 * with what they have slotted, as a reader sees them. The document is not used afterwards.
 */
const expression = `(() => {
  const hosts = [];
  const collect = (root) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT);
    for (let node = walker.nextNode(); node && hosts.length < ${mostShadowHosts}; node = walker.nextNode()) {
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
  const kind = document.doctype ? '<!DOCTYPE ' + document.doctype.name + '>' : '';
  return kind + (document.documentElement ? document.documentElement.outerHTML : '');
})()`;

/** The same without touching the document, for a page that is used further: a copy is made of it as a reader sees it. */
const copying = `(() => {
  let copied = 0;
  const skipped = (node) => node.nodeName === 'STYLE';
  const partsOf = (node) => {
    if (node.shadowRoot && copied < ${mostShadowHosts}) {
      copied += 1;
      return [...node.shadowRoot.childNodes].filter((part) => !skipped(part));
    }
    const assigned = node.nodeName === 'SLOT' ? node.assignedNodes() : [];
    return assigned.length > 0 ? assigned : node.childNodes;
  };
  const copy = (node) => {
    const made = document.importNode(node, node.nodeName === 'TEMPLATE');
    if (node.nodeName !== 'TEMPLATE') for (const part of partsOf(node)) made.appendChild(copy(part));
    return made;
  };
  const kind = document.doctype ? '<!DOCTYPE ' + document.doctype.name + '>' : '';
  const root = document.documentElement;
  if (!root) return kind;
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT);
  let hasShadow = false;
  for (let node = walker.nextNode(); node && !hasShadow; node = walker.nextNode()) hasShadow = !!node.shadowRoot;
  try {
    return kind + (hasShadow ? copy(root) : root).outerHTML;
  } catch {
    return kind + root.outerHTML;
  }
})()`;

/** A page that leaves its document while it is read is read again, so often. */
const mostReadings = 8;
const readAgainAfterMs = 100;

/** The page never stayed for long enough to be read. */
export class RestlessPage extends Error {
  override readonly name = 'RestlessPage';
}

/**
 * The page's document as it stands now, in HTML; with `isKept` it can be used afterwards, which takes a little longer.
 * Throws {@link RestlessPage} for one that is left again and again.
 */
export async function documentHtml(session: CDPSession, isKept = false): Promise<string> {
  for (let readings = 1; ; readings += 1) {
    try {
      return await readDocument(session, isKept ? copying : expression);
    } catch (error) {
      // What the protocol says where the document went away in the middle; all else is no matter of the page.
      if (!/context|No frame|navigat/i.test(messageOf(error))) throw error;
      if (readings === mostReadings)
        throw new RestlessPage('the page was left again and again', { cause: error });
    }
    await delay(readAgainAfterMs);
  }
}

async function readDocument(session: CDPSession, script: string): Promise<string> {
  const { frameTree } = await session.send('Page.getFrameTree');
  const { executionContextId } = await session.send('Page.createIsolatedWorld', {
    frameId: frameTree.frame.id,
    worldName: 'reader',
  });
  const { result, exceptionDetails } = await session.send('Runtime.evaluate', {
    expression: script,
    contextId: executionContextId,
    returnByValue: true,
  });
  if (exceptionDetails !== undefined)
    throw new Error(`the document cannot be read: ${exceptionDetails.text}`);
  return String(result.value);
}
