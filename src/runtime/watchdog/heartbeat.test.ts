import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Heartbeat, nextHeartbeat } from './heartbeat.ts';

const tickMs = 500;

/** Returns the heartbeat after ticks with these gaps, each with or without a beat. */
function heartbeatAfter(ticks: Array<[gapMs: number, hasBeaten: boolean]>): Heartbeat {
  let heartbeat: Heartbeat = { beats: 0, tickedAt: 0, missedMs: 0 };
  for (const [gapMs, hasBeaten] of ticks) {
    const beats = heartbeat.beats + (hasBeaten ? 1 : 0);
    heartbeat = nextHeartbeat(heartbeat, beats, heartbeat.tickedAt + gapMs, tickMs);
  }
  return heartbeat;
}

const blockedTicks = (count: number) =>
  Array.from({ length: count }, (): [number, boolean] => [tickMs, false]);

test('a main thread that does not beat is blocked for as long as the watchdog ticks', () => {
  assert.equal(heartbeatAfter(blockedTicks(60)).missedMs, 30_000);
});

test('a beat ends the block', () => {
  assert.equal(heartbeatAfter([...blockedTicks(59), [tickMs, true]]).missedMs, 0);
  assert.equal(heartbeatAfter([...blockedTicks(59), [tickMs, true], ...blockedTicks(2)]).missedMs, 1_000);
});

test('an hour of a stopped process or a sleeping machine does not count as blocked', () => {
  assert.equal(heartbeatAfter([[3_600_000, false]]).missedMs, 0);
  assert.equal(heartbeatAfter([...blockedTicks(1), [3_600_000, false], [tickMs, true]]).missedMs, 0);
});

test('late ticks, as on an overloaded machine, are not counted', () => {
  assert.equal(heartbeatAfter(Array.from({ length: 100 }, () => [1_200, false])).missedMs, 0);
});

test('a stop in the middle of a block does not end the block', () => {
  assert.equal(heartbeatAfter([...blockedTicks(4), [3_600_000, false], ...blockedTicks(4)]).missedMs, 4_000);
});
