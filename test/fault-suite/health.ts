import { setTimeout as pause } from 'node:timers/promises';

/** Health as reported by the service. */
export interface Health {
  isHealthy: boolean;
  /** Missing parts, for the report. */
  detail: string;
}

const answerWithinMs = 5_000;
const pollMs = 50;

async function statusOf(url: string): Promise<{ status: number; text: string } | null> {
  const answer = await fetch(url, { signal: AbortSignal.timeout(answerWithinMs) }).catch(() => null);
  const text = await answer?.text().catch(() => null);
  return answer === null || text === null || text === undefined ? null : { status: answer.status, text };
}

/** Requests `/readyz` and `/v1/health`. */
export async function askHealth(url: string): Promise<Health> {
  const ready = await statusOf(`${url}/readyz`);
  if (ready?.status !== 200) return { isHealthy: false, detail: `/readyz: ${ready?.status ?? 'no answer'}` };
  const health = await statusOf(`${url}/v1/health`);
  const isHealthy = health?.status === 200 && JSON.parse(health.text).status === 'ok';
  return { isHealthy, detail: `/v1/health: ${health?.text ?? 'no answer'}` };
}

/** Resolves with the milliseconds until the service is healthy, or with its health if it is not in time. */
export async function untilHealthy(
  url: string,
  withinMs: number,
): Promise<{ ms: number } | { detail: string }> {
  const since = performance.now();
  for (;;) {
    const { isHealthy, detail } = await askHealth(url);
    const ms = performance.now() - since;
    if (isHealthy) return { ms: Math.round(ms) };
    if (ms > withinMs) return { detail };
    await pause(pollMs);
  }
}
