/**
 * State reported to the launcher (bin/launcher.mjs), which distinguishes crashes, failed starts and graceful stops by it.
 * `unsupervised`: the settings file says that the launcher does not restart the service.
 */
export type ServiceState = 'unsupervised' | 'serving' | 'stopping';

/** Reports a state to the launcher over the IPC channel, if there is one. */
export function reportToLauncher(state: ServiceState): void {
  // A write error means that the launcher has ended, and its closed channel stops the service.
  process.send?.({ webdata: state }, undefined, undefined, () => {});
}

/** Calls `onEnded` when the launcher has ended, at once if it already has. Does not keep the process alive. */
export function watchLauncher(onEnded: () => void): void {
  if (process.send === undefined) return;
  if (!process.connected) {
    onEnded();
    return;
  }
  process.once('disconnect', onEnded);
  // A listener of `disconnect` would keep the process alive as long as its launcher runs.
  process.channel?.unref();
}
