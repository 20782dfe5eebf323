/** What a new monitor starts with, besides an address: the steps before the page is read, and the login. */
export interface MonitorStart {
  url: string;
  name: string;
  steps: readonly object[];
  /** Id of a saved login; null for none. */
  login: string | null;
}

let kept: MonitorStart | null = null;

/** Keeps the start of a monitor for the form that is opened next. Steps can be too long for an address. */
export function keepMonitorStart(start: MonitorStart): void {
  kept = start;
}

/** Returns the start that was kept for the address `url`; null if there is none. */
export function monitorStartOf(url: string): MonitorStart | null {
  return kept?.url === url ? kept : null;
}
