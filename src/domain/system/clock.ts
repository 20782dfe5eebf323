/**
 * The only source of the current time for everything that is scheduled, expires or renews, so that tests can set it.
 */
export interface Clock {
  now(): Date;
}

/** Clock of the operating system. */
export const systemClock: Clock = { now: () => new Date() };

/** Returns the time `ms` milliseconds after `instant`. */
export function addMs(instant: Date, ms: number): Date {
  return new Date(instant.getTime() + ms);
}
