/** The running calls of one client, by the ids of its requests. */
export interface ClientCalls {
  /** Returns a signal that also aborts when the client cancels the call, until `end` is called. */
  start(requestId: string | number, signal: AbortSignal): { signal: AbortSignal; end(): void };
  /** Aborts a call; ignores an unknown one, as the protocol requires. */
  cancel(requestId: string | number | undefined): void;
}

/**
 * Creates the calls that run in this process, by client. Clients of 2025 cancel a call with a request of its own, which
 * only this connects with the call. Nothing is kept after a call.
 */
export function createRunningCalls(): (client: readonly string[]) => ClientCalls {
  const running = new Map<string, AbortController>();
  return (client) => {
    // Ids are numbers or texts, and the two differ.
    const keyOf = (requestId: string | number) => JSON.stringify([...client, requestId]);
    return {
      start(requestId, signal) {
        const controller = new AbortController();
        const key = keyOf(requestId);
        running.set(key, controller);
        return {
          signal: AbortSignal.any([signal, controller.signal]),
          end() {
            if (running.get(key) === controller) running.delete(key);
          },
        };
      },
      cancel(requestId) {
        if (requestId !== undefined) running.get(keyOf(requestId))?.abort();
      },
    };
  };
}
