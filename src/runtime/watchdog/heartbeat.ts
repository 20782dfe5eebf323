/** State of the main thread's heartbeat at a tick of the watchdog. */
export interface Heartbeat {
  /** Number of beats so far. */
  beats: number;
  /** Time of the tick, in milliseconds of a monotonic clock. */
  tickedAt: number;
  /** Milliseconds since the last beat, counted only while the watchdog itself was on time. */
  missedMs: number;
}

/**
 * Updates the heartbeat at a tick; ticks come every `tickMs`. A late tick is not counted, because the whole process was
 * stopped, the machine slept or had no processor time.
 */
export function nextHeartbeat(previous: Heartbeat, beats: number, now: number, tickMs: number): Heartbeat {
  if (beats !== previous.beats) return { beats, tickedAt: now, missedMs: 0 };
  const gapMs = now - previous.tickedAt;
  const isOnTime = gapMs <= 2 * tickMs;
  return { beats, tickedAt: now, missedMs: previous.missedMs + (isOnTime ? gapMs : 0) };
}
