import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRenderMemory } from './render-memory.ts';

const page = new URL('https://shop.example.com/a');
const other = new URL('https://news.example.com/a');

function createMemory() {
  let now = new Date('2026-01-01T00:00:00Z');
  const memory = createRenderMemory({ now: () => now });
  return { ...memory, pass: (hours: number) => (now = new Date(now.getTime() + hours * 3_600_000)) };
}

test('a host that needs a browser is remembered for a week, and checked again now and then', () => {
  const memory = createMemory();
  assert.equal(memory.recall(page), null);
  memory.learn(page, 'needed');
  assert.equal(memory.recall(other), null);
  const answers = Array.from({ length: 20 }, () => memory.recall(page));
  assert.equal(answers.filter((answer) => answer === null).length, 2);
  memory.pass(24 * 7 + 1);
  assert.equal(memory.recall(page), null);
});

test('a page that needs no browser resets its host', () => {
  const memory = createMemory();
  memory.learn(page, 'needed');
  memory.learn(page, 'needless');
  assert.equal(memory.recall(page), null);
});

test('a host is hopeless for a day after three consecutive pages without more content', () => {
  const memory = createMemory();
  memory.learn(page, 'hopeless');
  memory.learn(page, 'hopeless');
  assert.equal(memory.recall(page), null);
  memory.learn(page, 'needed');
  memory.learn(page, 'hopeless');
  memory.learn(page, 'hopeless');
  assert.equal(memory.recall(page), null);
  memory.learn(page, 'hopeless');
  assert.equal(memory.recall(page), 'hopeless');
  memory.learn(page, 'needless');
  assert.equal(memory.recall(page), 'hopeless');
  memory.pass(25);
  assert.equal(memory.recall(page), null);
});
