import { setTimeout as delay } from 'node:timers/promises';
import type { CDPSession } from 'playwright-core';
import { errorMessage } from '../../../domain/system/failure.ts';

/** Maximum number of open shadow roots that are inlined; more are omitted. */
const maxShadowHosts = 5_000;

/**
 * Serialises the document in an isolated world, where the page's scripts cannot interfere. Open shadow roots and their
 * slotted content are inlined. Changes the document, which is not used afterwards.
 */
const serializeDestructively = `(() => {
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
  const kind = document.doctype ? '<!DOCTYPE ' + document.doctype.name + '>' : '';
  return kind + (document.documentElement ? document.documentElement.outerHTML : '');
})()`;

/** Serialises a copy of the document with inlined shadow roots, for a page that is used further. */
const serializeCopy = `(() => {
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
    const clone = document.importNode(node, node.nodeName === 'TEMPLATE');
    if (node.nodeName !== 'TEMPLATE') for (const child of childrenOf(node)) clone.appendChild(copy(child));
    return clone;
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

/** Maximum number of attempts to read a page that navigates meanwhile. */
const maxAttempts = 8;
const retryIntervalMs = 100;

/** Thrown if a page navigates too often to be read. */
export class KeepsNavigatingError extends Error {
  override readonly name = 'RestlessPage';
}

/**
 * Returns the current HTML of the page. With `isKept` the page stays usable, which takes slightly longer. Throws {@link
 * RestlessPage} if the page keeps navigating.
 */
export async function readDocumentHtml(session: CDPSession, keepsPage = false): Promise<string> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await readDocument(session, keepsPage ? serializeCopy : serializeDestructively);
    } catch (error) {
      // These protocol errors mean that the document was replaced during the read.
      if (!/context|No frame|navigat/i.test(errorMessage(error))) throw error;
      if (attempt === maxAttempts)
        throw new KeepsNavigatingError(`the page navigated during ${maxAttempts} attempts to read it`, {
          cause: error,
        });
    }
    await delay(retryIntervalMs);
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
