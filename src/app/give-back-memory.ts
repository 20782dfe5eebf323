import { listenForActivities } from '../domain/system/activity.ts';
import { IdleCollector } from '../domain/system/idle-collector.ts';

/** Gives the memory of the main thread back when no activity has run for a while, until the stack is disposed. */
export function giveBackMemory(stack: AsyncDisposableStack): void {
  const memory = new IdleCollector();
  stack.defer(() => memory.close());
  stack.defer(listenForActivities({ started: () => memory.begin(), ended: () => memory.end() }));
}
