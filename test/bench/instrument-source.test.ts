import assert from 'node:assert/strict';
import { stripTypeScriptTypes } from 'node:module';
import { test } from 'node:test';
import { instrumentSource } from '../../bench/ablation/instrument-source.ts';
import { createSwitches } from '../../bench/ablation/switches.ts';

const source = `
const separator = /[,;]/g;
const stops: ReadonlySet<string> = new Set(['of', 'the']);
export function isStop(word: string): boolean { return stops.has(word); }
export function firstPart(text: string): string | null { return text.split(separator)[0] ?? null; }
export function trimmed(text: string): string { return text.trim(); }
export const partsOf = (text: string): string[] => text.split(separator);
export function count(text: string): number { return partsOf(text).length; }
`;

interface Instrumented {
  isStop(word: string): boolean;
  firstPart(text: string): string | null;
  trimmed(text: string): string;
  partsOf(text: string): string[];
  count(text: string): number;
}

test('each heuristic of a module can be switched off and tells whether it answered something', async () => {
  const switches = createSwitches();
  Object.assign(globalThis, { webdataSwitches: switches });
  const code = instrumentSource('words.ts', source, (heuristic) => {
    switches.heuristics.push({ ...heuristic, id: switches.heuristics.length });
    return switches.heuristics.length - 1;
  });
  const url = `data:text/javascript,${encodeURIComponent(stripTypeScriptTypes(code))}`;
  const module = (await import(url)) as Instrumented;
  const idOf = (name: string): number => switches.heuristics.find((one) => one.name === name)?.id ?? -1;
  const without = <Result>(name: string, use: () => Result): Result => {
    switches.off = idOf(name);
    const result = use();
    switches.off = -2;
    return result;
  };
  const firedBy = (use: () => void): string[] => {
    switches.fired.fill(0);
    use();
    return switches.heuristics.filter(({ id }) => switches.fired[id] === 1).map(({ name }) => name);
  };

  assert.deepEqual(switches.heuristics.map(({ name, kind }) => `${name} ${kind}`).sort(), [
    'firstPart function',
    'isStop function',
    'partsOf function',
    'separator pattern',
    'stops words',
    'trimmed function',
  ]);
  assert.deepEqual([module.isStop('the'), module.isStop('quay')], [true, false]);
  assert.equal(
    without('stops', () => module.isStop('the')),
    false,
  );
  assert.equal(
    without('isStop', () => module.isStop('the')),
    false,
  );
  assert.equal(module.firstPart('a,b'), 'a');
  assert.equal(
    without('separator', () => module.firstPart('a,b')),
    'a,b',
  );
  assert.equal(
    without('firstPart', () => module.firstPart('a,b')),
    null,
  );
  assert.equal(
    without('trimmed', () => module.trimmed(' a ')),
    ' a ',
  );
  assert.equal(
    without('partsOf', () => module.count('a,b')),
    0,
  );
  assert.deepEqual(
    firedBy(() => module.trimmed('a')),
    [],
  );
  assert.deepEqual(
    firedBy(() => module.isStop('of')),
    ['stops', 'isStop'],
  );
});
