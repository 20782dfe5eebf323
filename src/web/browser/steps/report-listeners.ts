import type { CDPSession, Page } from 'playwright-core';
import { listElementsSource, reportEvent } from './list-elements.ts';

/** Events by which elements react to a pointer. */
const pointerEvents: ReadonlySet<string> = new Set([
  'click',
  'dblclick',
  'mousedown',
  'mouseup',
  'pointerdown',
  'pointerup',
  'touchstart',
  'dragstart',
]);
/** Maximum number of elements of a document that are looked up. */
const maxElements = 500;
/** Maximum number of elements of a document that are asked for a closed shadow root. */
const maxHosts = 200;
const maxFrames = 20;
const group = 'webdata-listeners';
const worldName = 'webdata-listeners';

interface FoundListener {
  type: string;
  backendNodeId?: number;
}

/** The used part of a node as the browser describes it. */
interface DescribedNode {
  backendNodeId: number;
  shadowRootType?: string;
  children?: DescribedNode[];
  shadowRoots?: DescribedNode[];
}

interface FrameTree {
  frame: { id: string };
  childFrames?: FrameTree[];
}

/**
 * Runs in an isolated world: elements that may have a closed shadow root: first those that take up room without any content of their own,
 * then other elements of components (HTML, 4.13; DOM, 4.2.14).
 */
const findHosts = `function () {
  const isComponent = (element) => element.localName.includes('-');
  const canHost = (element) => element.shadowRoot === null
    && (isComponent(element) || /^(?:article|aside|blockquote|div|footer|h[1-6]|header|main|nav|p|section|span)$/.test(element.localName));
  const isFilled = (element) => element.childNodes.length === 0 && element.getClientRects().length > 0 && element.scrollHeight > 0;
  const elements = (${listElementsSource})(document.body ?? document.documentElement).filter(canHost);
  const filled = new Set(elements.filter(isFilled));
  return [...filled, ...elements.filter((element) => isComponent(element) && !filled.has(element))].slice(0, ${maxHosts});
}`;

/** Runs in an isolated world: hands nodes over to the snapshot engine. */
const report = `function (...nodes) {
  const touches = nodes.map((target, identifier) => new Touch({ identifier, target }));
  document.dispatchEvent(new TouchEvent(${JSON.stringify(reportEvent)}, { touches }));
}`;

/** Returns the frames of a tree, innermost first. */
function listFrames({ frame, childFrames = [] }: FrameTree): string[] {
  return [...childFrames.flatMap(listFrames), frame.id];
}

function listClosedRoots({ children = [], shadowRoots = [] }: DescribedNode): number[] {
  const closed = shadowRoots.flatMap(({ shadowRootType, backendNodeId }) =>
    shadowRootType === 'closed' ? backendNodeId : [],
  );
  return [...closed, ...[...children, ...shadowRoots].flatMap(listClosedRoots)];
}

/** Returns the ids of the elements in a document and its frames that listen to a pointer. */
async function findListening(session: CDPSession, backendNodeId: number): Promise<number[]> {
  // The browser tells only the listeners of the world in which the document is named: by default, that of the page.
  const { object } = await session.send('DOM.resolveNode', { backendNodeId, objectGroup: group });
  if (object.objectId === undefined) return [];
  const { listeners } = await session.send('DOMDebugger.getEventListeners', {
    objectId: object.objectId,
    depth: -1,
    // Into shadow roots, and into frames of the same process.
    pierce: true,
  });
  return (listeners as FoundListener[]).flatMap((listener) =>
    pointerEvents.has(listener.type) ? (listener.backendNodeId ?? []) : [],
  );
}

/** Returns the ids of the closed shadow roots of a document. */
async function findClosedRoots(session: CDPSession, executionContextId: number): Promise<number[]> {
  const found = await session.send('Runtime.callFunctionOn', {
    functionDeclaration: findHosts,
    executionContextId,
    objectGroup: group,
  });
  if (found.result.objectId === undefined || found.result.description === 'Array(0)') return [];
  const { result } = await session.send('Runtime.getProperties', {
    objectId: found.result.objectId,
    ownProperties: true,
  });
  const describe = async (node: Parameters<typeof session.send<'DOM.describeNode'>>[1]) => {
    // A node can disappear meanwhile.
    const answer = await session.send('DOM.describeNode', node).catch(() => null);
    return answer === null ? null : (answer.node as DescribedNode);
  };
  const described = await Promise.all(
    result.map(async ({ name, value }) => {
      if (!/^\d+$/.test(name) || value?.objectId === undefined) return [];
      // Without `pierce`, the answer has the root of the host and none of its content.
      const host = await describe({ objectId: value.objectId });
      const roots = host === null ? [] : listClosedRoots(host);
      const inner = await Promise.all(
        roots.map((backendNodeId) => describe({ backendNodeId, depth: -1, pierce: true })),
      );
      return [...roots, ...inner.flatMap((root) => (root === null ? [] : listClosedRoots(root)))];
    }),
  );
  return described.flat();
}

/** Reports the nodes of one document; `known` are ids of elements in other documents, to which it adds. */
async function reportDocument(session: CDPSession, frameId: string, known: Set<number>): Promise<void> {
  const { executionContextId } = await session.send('Page.createIsolatedWorld', { frameId, worldName });
  const { result } = await session.send('Runtime.evaluate', {
    expression: 'document',
    contextId: executionContextId,
    objectGroup: group,
  });
  if (result.objectId === undefined) return;
  const { node } = await session.send('DOM.describeNode', { objectId: result.objectId });
  const listening = new Set(await findListening(session, node.backendNodeId)).difference(known);
  for (const id of listening) known.add(id);
  const roots = await findClosedRoots(session, executionContextId);
  const resolved = await Promise.all(
    [...roots, ...[...listening].slice(0, maxElements)].map(async (backendNodeId) => {
      const options = { backendNodeId, executionContextId, objectGroup: group };
      // A node can disappear meanwhile.
      return session.send('DOM.resolveNode', options).catch(() => null);
    }),
  );
  await session.send('Runtime.callFunctionOn', {
    functionDeclaration: report,
    executionContextId,
    arguments: resolved.flatMap((one) =>
      one?.object.objectId === undefined ? [] : { objectId: one.object.objectId },
    ),
  });
}

/** Reports the nodes of the documents in the process of a session. */
async function reportProcess(session: CDPSession): Promise<void> {
  try {
    const { frameTree } = await session.send('Page.getFrameTree');
    const known = new Set<number>();
    // The elements of a frame are among those of the document around it.
    // A frame can disappear meanwhile.
    for (const frameId of listFrames(frameTree).slice(-maxFrames))
      await reportDocument(session, frameId, known).catch(() => undefined);
  } finally {
    // A document that is gone has released its objects.
    await session.send('Runtime.releaseObjectGroup', { objectGroup: group }).catch(() => undefined);
  }
}

/**
 * Tells the snapshot engine of each document of a page which elements listen to a pointer, at most 500, and which closed shadow
 * roots there are. The browser tells them; the page cannot notice it.
 */
export async function reportListeners(page: Page, session: CDPSession): Promise<void> {
  const inOtherProcesses = page
    .frames()
    .slice(1, maxFrames)
    .map(async (frame) => {
      // A frame in the process of the page has no session of its own.
      const own = await page
        .context()
        .newCDPSession(frame)
        .catch(() => null);
      if (own === null) return;
      await reportProcess(own);
      await own.detach();
    });
  await Promise.allSettled([reportProcess(session), ...inOtherProcesses]);
}
