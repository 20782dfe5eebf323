/** Memory shared by the main thread and its watchdog: the heartbeat and the last started activity. */
export interface WatchdogMemory {
  buffer: SharedArrayBuffer;
  /** Signals that the main thread runs, and whether a debugger is attached. */
  beat(isDebugged: boolean): void;
  beats(): number;
  isDebugged(): boolean;
  /** Counts a block of the main thread. */
  countBlock(): void;
  /** Returns the number of blocks so far. */
  blocks(): number;
  /** Stores the last started activity; a long text is truncated. */
  setLastActivity(text: string): void;
  /** Returns the last started activity, which may have ended. */
  lastActivity(): string;
}

const wordIndex = { beats: 0, isDebugged: 1, blocks: 2, activityBytes: 3 } as const;
const headerBytes = 4 * Int32Array.BYTES_PER_ELEMENT;
const maxActivityBytes = 256;

/** Maps the memory onto a buffer, or onto a new one. */
export function createWatchdogMemory(
  buffer: SharedArrayBuffer = new SharedArrayBuffer(headerBytes + maxActivityBytes),
): WatchdogMemory {
  const words = new Int32Array(buffer, 0, headerBytes / Int32Array.BYTES_PER_ELEMENT);
  const text = Buffer.from(buffer, headerBytes, maxActivityBytes);
  return {
    buffer,
    beat(isDebugged) {
      Atomics.store(words, wordIndex.isDebugged, isDebugged ? 1 : 0);
      Atomics.add(words, wordIndex.beats, 1);
    },
    beats: () => Atomics.load(words, wordIndex.beats),
    isDebugged: () => Atomics.load(words, wordIndex.isDebugged) === 1,
    countBlock: () => void Atomics.add(words, wordIndex.blocks, 1),
    blocks: () => Atomics.load(words, wordIndex.blocks),
    setLastActivity(activity) {
      Atomics.store(words, wordIndex.activityBytes, text.write(activity, 'latin1'));
    },
    lastActivity: () => text.toString('latin1', 0, Atomics.load(words, wordIndex.activityBytes)),
  };
}
