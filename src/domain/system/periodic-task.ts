/** Work that one of the processes on a database repeats, such as the deletion of expired rows by the owner of their table. */
export interface PeriodicTask {
  /** The key of its row in `periodic_tasks`. */
  name: string;
  intervalMs: number;
  /** Handles one batch and returns its size. It is called again until it returns 0. */
  run(now: Date, signal: AbortSignal): Promise<number>;
}
