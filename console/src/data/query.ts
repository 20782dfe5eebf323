import { type Signal, signal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import { messageOf } from './client.ts';
import { reconnections } from './connection.ts';

/** State of a cached read. */
export interface Query<Value> {
  data: Signal<Value | null>;
  /** Message of the last failed read; null after a successful one. */
  error: Signal<string | null>;
  isLoading: Signal<boolean>;
  /** Reads again. */
  refresh(): void;
}

interface Entry extends Query<unknown> {
  users: number;
  abort: AbortController | null;
  load: (signal: AbortSignal) => Promise<unknown>;
}

/** Options of {@link useQuery}. */
export interface QueryOptions {
  /** Reads again after this time while the page is visible. Default: never. */
  refreshMs?: number;
}

const maxEntries = 200;
const entries = new Map<string, Entry>();
/** Keeps the windows of this browser in step. */
const channel = new BroadcastChannel('webdata-console');

async function read(entry: Entry): Promise<void> {
  entry.abort?.abort();
  const abort = new AbortController();
  entry.abort = abort;
  entry.isLoading.value = true;
  try {
    const value = await entry.load(abort.signal);
    if (abort.signal.aborted) return;
    entry.data.value = value;
    entry.error.value = null;
  } catch (error) {
    if (!abort.signal.aborted) entry.error.value = messageOf(error);
  } finally {
    if (entry.abort === abort) entry.isLoading.value = false;
  }
}

function createEntry(key: string): Entry {
  for (const [oldKey, { users }] of entries) {
    if (entries.size < maxEntries) break;
    if (users === 0) entries.delete(oldKey);
  }
  const entry: Entry = {
    data: signal(null),
    error: signal(null),
    isLoading: signal(false),
    users: 0,
    abort: null,
    load: async () => null,
    refresh: () => void read(entry),
  };
  entries.set(key, entry);
  return entry;
}

function refreshMatching(prefix: string): void {
  for (const [key, entry] of entries) {
    if (!key.startsWith(prefix)) continue;
    if (entry.users > 0) entry.refresh();
    else entries.delete(key);
  }
}

/** Reads all queries whose key starts with `prefix` again, in every window of this browser. */
export function invalidate(prefix: string): void {
  refreshMatching(prefix);
  channel.postMessage(prefix);
}

/** Deletes all cached data, for example after another user signed in. */
export function clearQueries(): void {
  for (const entry of entries.values()) entry.abort?.abort();
  entries.clear();
}

channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
  if (typeof data === 'string') refreshMatching(data);
});
reconnections.subscribe((count) => {
  if (count > 0) refreshMatching('');
});

/**
 * Reads through the cache: shows the last value of `key` and reads it again. The read is cancelled when no component
 * shows it any more.
 */
export function useQuery<Value>(
  key: string,
  load: (signal: AbortSignal) => Promise<Value>,
  { refreshMs }: QueryOptions = {},
): Query<Value> {
  // The entry belongs to the key; `load` may change
  const entry = useMemo(() => entries.get(key) ?? createEntry(key), [key]);
  entry.load = load;
  useEffect(() => {
    entry.users += 1;
    entry.refresh();
    const timer =
      refreshMs === undefined
        ? undefined
        : setInterval(() => {
            if (!document.hidden && !entry.isLoading.value) entry.refresh();
          }, refreshMs);
    return () => {
      clearInterval(timer);
      entry.users -= 1;
      if (entry.users === 0) entry.abort?.abort();
    };
  }, [entry, refreshMs]);
  return entry as Query<Value>;
}
