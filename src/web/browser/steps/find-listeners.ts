import type { CDPSession } from 'playwright-core';

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
/** Maximum number of elements that are looked up. */
const maxElements = 500;
const group = 'webdata-listeners';
const worldName = 'webdata-listeners';

interface FoundListener {
  type: string;
  backendNodeId?: number;
}

/** Source of a function that returns the elements below a root: those of its document, then those of each open shadow root. */
export const listElementsSource = `(root) => {
  const roots = [root];
  const elements = [];
  for (const one of roots)
    for (const element of one.querySelectorAll('*')) {
      elements.push(element);
      if (element.shadowRoot) roots.push(element.shadowRoot);
    }
  return elements;
}`;

/** Runs in an isolated world: the position of each element among all of the body. */
const findPositions = `function (...elements) {
  const places = new Map((${listElementsSource})(document.body ?? document.documentElement).map((one, at) => [one, at]));
  return elements.flatMap((element) => places.get(element) ?? []);
}`;

/**
 * Returns the elements of the main document and its open shadow roots that listen to a pointer, as positions in the order of
 * {@link listElementsSource} below its body, at most 500. The browser tells them; the page cannot notice it.
 */
export async function findListeners(session: CDPSession): Promise<number[]> {
  const { frameTree } = await session.send('Page.getFrameTree');
  const { executionContextId } = await session.send('Page.createIsolatedWorld', {
    frameId: frameTree.frame.id,
    worldName,
  });
  try {
    // The browser tells only the listeners of the world in which the document is named. Pages cannot replace `document`.
    const { result } = await session.send('Runtime.evaluate', {
      expression: 'document',
      objectGroup: group,
    });
    if (result.objectId === undefined) return [];
    const { listeners } = await session.send('DOMDebugger.getEventListeners', {
      objectId: result.objectId,
      depth: -1,
      // Into shadow roots; the elements of frames cannot be resolved below.
      pierce: true,
    });
    const nodeIds = new Set(
      (listeners as FoundListener[]).flatMap(({ type, backendNodeId }) =>
        pointerEvents.has(type) && backendNodeId !== undefined ? backendNodeId : [],
      ),
    );
    const resolved = await Promise.all(
      [...nodeIds].slice(0, maxElements).map(async (backendNodeId) => {
        const node = { backendNodeId, executionContextId, objectGroup: group };
        // A node can disappear meanwhile.
        return session.send('DOM.resolveNode', node).catch(() => null);
      }),
    );
    const positions = await session.send('Runtime.callFunctionOn', {
      functionDeclaration: findPositions,
      executionContextId,
      arguments: resolved.flatMap((one) =>
        one?.object.objectId === undefined ? [] : { objectId: one.object.objectId },
      ),
      returnByValue: true,
    });
    return Array.isArray(positions.result.value) ? (positions.result.value as number[]) : [];
  } finally {
    // A document that is gone has released its objects.
    await session.send('Runtime.releaseObjectGroup', { objectGroup: group }).catch(() => undefined);
  }
}
