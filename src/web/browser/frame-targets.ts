import type { CDPSession } from 'playwright-core';

/** One target's side of the DevTools protocol: the page, or a frame of another site that runs in a process of its own. */
export interface TargetLink {
  send(method: string, params?: object): Promise<unknown>;
  on(method: string, listener: (params: never) => void): void;
}

interface Message {
  id?: number;
  method?: string;
  params?: object;
  result?: object;
  error?: { message: string };
}

interface Attached {
  sessionId: string;
}

interface Received {
  sessionId: string;
  message: string;
}

/** The page's own link. */
export function pageLink(session: CDPSession): TargetLink {
  return {
    send: (method, params) => session.send(method as 'Page.enable', params as undefined),
    on: (method, listener) => void session.on(method as 'Page.loadEventFired', listener as () => void),
  };
}

/**
 * Calls `prepare` for every frame that runs in a process of its own, frames of frames included, before it asks for
 * anything: such a frame takes no orders that the page was given.
 */
export async function prepareFrames(
  link: TargetLink,
  prepare: (frame: TargetLink) => Promise<void>,
): Promise<void> {
  const frames = new Map<string, ReturnType<typeof nestedLink>>();
  link.on('Target.attachedToTarget', ({ sessionId }: Attached) => {
    const frame = nestedLink(link, sessionId);
    frames.set(sessionId, frame);
    prepare(frame)
      .then(() => prepareFrames(frame, prepare))
      .catch(() => {})
      .finally(() => frame.send('Runtime.runIfWaitingForDebugger').catch(() => {}));
  });
  link.on('Target.receivedMessageFromTarget', ({ sessionId, message }: Received) => {
    frames.get(sessionId)?.take(JSON.parse(message) as Message);
  });
  link.on('Target.detachedFromTarget', ({ sessionId }: Attached) => {
    frames.delete(sessionId);
  });
  // The driver gives no way to speak to frames of a flattened session.
  const filter = [{ type: 'iframe' }];
  await link.send('Target.setAutoAttach', {
    autoAttach: true,
    waitForDebuggerOnStart: true,
    flatten: false,
    filter,
  });
}

/** A frame's link through that of its parent; `take` is given what the frame says. */
function nestedLink(parent: TargetLink, sessionId: string): TargetLink & { take(message: Message): void } {
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  const listeners: { method: string; listener: (params: never) => void }[] = [];
  let lastId = 0;
  return {
    async send(method, params = {}) {
      lastId += 1;
      const id = lastId;
      const answer = Promise.withResolvers<unknown>();
      waiting.set(id, answer);
      const message = JSON.stringify({ id, method, params });
      await parent.send('Target.sendMessageToTarget', { sessionId, message });
      return answer.promise;
    },
    on: (method, listener) => void listeners.push({ method, listener }),
    take({ id, method, params, result, error }) {
      if (id !== undefined) {
        const answer = waiting.get(id);
        waiting.delete(id);
        // Nobody waits for what a frame that is gone was told.
        answer?.promise.catch(() => {});
        if (error === undefined) answer?.resolve(result);
        else answer?.reject(new Error(error.message));
        return;
      }
      for (const one of listeners) if (one.method === method) one.listener(params as never);
    },
  };
}
