import { beginWait, type QueuedResource } from './activity.ts';
import { FairQueue } from './fair-queue.ts';

/** Limits concurrent work; accounts are served in turn, and waiters of one account in order of arrival. */
export interface Semaphore {
  /** Waits for a free slot; call the returned function to release it. Rejects with the signal's reason. */
  acquire(signal: AbortSignal): Promise<() => void>;
}

/** Creates a semaphore with `count` slots. `resource` names them for pages that time out while they wait. */
export function createSemaphore(count: number, resource: QueuedResource = 'slot'): Semaphore {
  const queue = new FairQueue<() => void>();
  let running = 0;

  function advance(): void {
    while (running < count) {
      const enter = queue.next(count);
      if (enter === null) return;
      enter();
    }
  }

  return {
    acquire(signal) {
      if (signal.aborted) return Promise.reject(signal.reason);
      return new Promise((resolve, reject) => {
        const endWait = beginWait(resource);
        const enter = () => {
          signal.removeEventListener('abort', leave);
          const leaveAccount = queue.take(enter);
          running += 1;
          endWait();
          let isReleased = false;
          resolve(() => {
            if (isReleased) return;
            isReleased = true;
            running -= 1;
            leaveAccount();
            advance();
          });
        };
        const leave = () => {
          queue.delete(enter);
          advance();
          reject(signal.reason);
        };
        signal.addEventListener('abort', leave, { once: true });
        queue.add(enter);
        advance();
      });
    },
  };
}
