import type { CDPSession } from 'playwright-core';

/** DevTools connection of one target: the page, or a frame of another site in its own process. */
export interface TargetConnection {
  send(method: string, params?: object): Promise<unknown>;
  on(method: string, listener: (params: never) => void): void;
  off(method: string, listener: (params: never) => void): void;
}

interface Message {
  id?: number;
  method?: string;
  params?: object;
  result?: object;
  error?: { message: string };
}

interface AttachedEvent {
  sessionId: string;
  /** True if the target waits for its preparation; false if this process attached to a running one. */
  waitingForDebugger: boolean;
}

interface ReceivedMessageEvent {
  sessionId: string;
  message: string;
}

/** Returns the link of the page itself. */
export function createPageConnection(session: CDPSession): TargetConnection {
  return {
    send: (method, params) => session.send(method as 'Page.enable', params as undefined),
    on: (method, listener) => void session.on(method as 'Page.loadEventFired', listener as () => void),
    off: (method, listener) => void session.off(method as 'Page.loadEventFired', listener as () => void),
  };
}

/**
 * Calls `prepare` for every frame in its own process, nested frames included, before it sends requests: commands to the
 * page do not apply to such frames.
 */
export async function prepareFrames(
  link: TargetConnection,
  prepare: (frame: TargetConnection) => Promise<void>,
): Promise<void> {
  const frames = new Map<string, ReturnType<typeof createNestedConnection>>();
  link.on('Target.attachedToTarget', ({ sessionId, waitingForDebugger }: AttachedEvent) => {
    if (!waitingForDebugger) return;
    const frame = createNestedConnection(link, sessionId);
    frames.set(sessionId, frame);
    prepare(frame)
      .then(() => prepareFrames(frame, prepare))
      // A detached frame cannot be prepared.
      .catch(() => {})
      // Nor can it be resumed.
      .finally(() => frame.send('Runtime.runIfWaitingForDebugger').catch(() => {}));
  });
  link.on('Target.receivedMessageFromTarget', ({ sessionId, message }: ReceivedMessageEvent) => {
    frames.get(sessionId)?.receive(JSON.parse(message) as Message);
  });
  link.on('Target.detachedFromTarget', ({ sessionId }: AttachedEvent) => {
    frames.delete(sessionId);
  });
  // The driver cannot address frames of a flattened session.
  const filter = [{ type: 'iframe' }];
  await link.send('Target.setAutoAttach', {
    autoAttach: true,
    waitForDebuggerOnStart: true,
    flatten: false,
    filter,
  });
}

/** Attaches to a frame in its own process, through the connection of its page. */
export async function attachToTarget(
  page: TargetConnection,
  targetId: string,
): Promise<{ connection: TargetConnection; detach(): void }> {
  const attached = await page.send('Target.attachToTarget', { targetId, flatten: false });
  const { sessionId } = attached as AttachedEvent;
  const connection = createNestedConnection(page, sessionId);
  const receive = (event: ReceivedMessageEvent) => {
    if (event.sessionId === sessionId) connection.receive(JSON.parse(event.message) as Message);
  };
  page.on('Target.receivedMessageFromTarget', receive);
  return {
    connection,
    detach() {
      page.off('Target.receivedMessageFromTarget', receive);
      // A detached frame is not attached any more.
      page.send('Target.detachFromTarget', { sessionId }).catch(() => {});
    },
  };
}

/** Returns the link of a frame through its parent's; `take` receives the frame's messages. */
function createNestedConnection(
  parent: TargetConnection,
  sessionId: string,
): TargetConnection & { receive(message: Message): void } {
  const pendingCalls = new Map<number, PromiseWithResolvers<unknown>>();
  const listeners: { method: string; listener: (params: never) => void }[] = [];
  let lastId = 0;
  return {
    async send(method, params = {}) {
      lastId += 1;
      const id = lastId;
      const pendingCall = Promise.withResolvers<unknown>();
      pendingCalls.set(id, pendingCall);
      const message = JSON.stringify({ id, method, params });
      await parent.send('Target.sendMessageToTarget', { sessionId, message });
      return pendingCall.promise;
    },
    on: (method, listener) => void listeners.push({ method, listener }),
    off(method, listener) {
      const at = listeners.findIndex((one) => one.method === method && one.listener === listener);
      if (at !== -1) listeners.splice(at, 1);
    },
    receive({ id, method, params, result, error }) {
      if (id !== undefined) {
        const pendingCall = pendingCalls.get(id);
        pendingCalls.delete(id);
        // The result of a command to a detached frame is not awaited.
        pendingCall?.promise.catch(() => {});
        if (error === undefined) pendingCall?.resolve(result);
        else pendingCall?.reject(new Error(error.message));
        return;
      }
      for (const one of listeners) if (one.method === method) one.listener(params as never);
    },
  };
}
