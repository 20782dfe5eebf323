import { signal } from '@preact/signals';

/** Whether the service can be reached. */
export const isConnected = signal(true);

/** Number of times that the service was reachable again after it was lost. */
export const reconnections = signal(0);

const firstPauseMs = 500;
const maxPauseMs = 10_000;
let isProbing = false;

async function isLive(): Promise<boolean> {
  try {
    const response = await fetch('/readyz', { cache: 'no-store', signal: AbortSignal.timeout(5_000) });
    return response.ok;
  } catch {
    // The probe is repeated.
    return false;
  }
}

async function probe(): Promise<void> {
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 2, maxPauseMs)) {
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
    if (await isLive()) break;
  }
  isConnected.value = true;
  reconnections.value += 1;
}

/** Shows that the service cannot be reached, and asks it until it answers again. */
export function reportLostConnection(): void {
  isConnected.value = false;
  if (isProbing) return;
  isProbing = true;
  void probe().finally(() => {
    isProbing = false;
  });
}
