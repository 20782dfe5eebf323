import type { Log } from '../domain/system/log.ts';
import type { Database } from '../store/database.ts';
import { readServiceSettings, type ServiceSettingName } from '../store/service-settings.ts';
import { createThrottledErrorLog } from '../store/throttled-error-log.ts';

/** Processes that share a database use a change of another process after this time at most. */
const refreshMs = 10_000;

/** Uses a value; null: the setting was removed. */
type Follower = (value: unknown) => void | Promise<void>;

/** The settings that the database keeps, as this process last read them. */
export class StoredSettings {
  readonly #database: Database;
  readonly #log: Log;
  readonly #followers = new Map<ServiceSettingName, Follower>();
  /** The values that followers know, as JSON. */
  readonly #known = new Map<ServiceSettingName, string>();

  constructor(database: Database, log: Log) {
    this.#database = database;
    this.#log = log;
  }

  /** Calls `follower` at the next reading that finds another value than the last one, at first none. */
  follow(name: ServiceSettingName, follower: Follower): void {
    this.#followers.set(name, follower);
  }

  /** Reads the settings, and lets the followers use what changed. */
  async refresh(): Promise<void> {
    const stored = await readServiceSettings(this.#database);
    for (const [name, follower] of this.#followers) {
      const value = stored.get(name) ?? null;
      const text = JSON.stringify(value);
      if (text === (this.#known.get(name) ?? 'null')) continue;
      this.#known.set(name, text);
      await follower(value);
    }
  }

  /** Reads the settings from time to time, until the stack is disposed. */
  watch(stack: AsyncDisposableStack): void {
    const report = createThrottledErrorLog(this.#log);
    const refresh = () =>
      this.refresh().catch((error: unknown) => report(error, 'the stored settings could not be read'));
    refresh();
    const timer = setInterval(refresh, refreshMs).unref();
    stack.defer(() => clearInterval(timer));
  }
}
