import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import type { ScrapeLoad } from './scrape-load.ts';

/** Checks that clients received only temporary rejections: no other error, no cut connection, no timeout. */
export function checkOnlyPauses(load: ScrapeLoad): void {
  assert.deepEqual(load.garbled, []);
  assert.equal(load.hung, 0, 'every request is answered');
  assert.equal(load.cut, 0, 'no connection is cut');
  for (const { status, mediaType, json } of load.answers) {
    if (status === 200) continue;
    assert.equal(status, 503, JSON.stringify(json));
    assert.equal(mediaType, 'application/problem+json');
    assert.equal(json.code, 'unavailable');
    assert.match(json.request_id, /^req_/);
  }
}

/** Polls `/readyz`. */
export function watchReadiness(url: string): { stop(): Promise<number[]> } {
  const seen: number[] = [];
  let isStopped = false;
  async function ask(): Promise<number> {
    const answer = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(120_000) });
    await answer.text();
    return answer.status;
  }
  async function watch(): Promise<void> {
    for (; !isStopped; await delay(50)) seen.push(await ask());
  }
  const watching = watch();
  return {
    async stop() {
      isStopped = true;
      await watching;
      return [...seen, await ask()];
    },
  };
}
