/** The only source of "now" for whatever decides that something is due, expired or renewed (invariant 10). */
export interface Clock {
  /** The current instant. */
  now(): Date;
}

/** The machine's own clock. */
export const systemClock: Clock = { now: () => new Date() };

/** The instant `ms` milliseconds after `instant`. */
export function addMs(instant: Date, ms: number): Date {
  return new Date(instant.getTime() + ms);
}
