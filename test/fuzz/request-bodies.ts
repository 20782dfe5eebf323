import type { ApiOperation } from './api-operations.ts';
import { boundCosts } from './bound-costs.ts';
import { damageText, plainBody, type SentBody } from './damage-text.ts';
import { damageValue } from './damage-value.ts';
import type { Dice } from './dice.ts';
import { writeJson } from './json-text.ts';
import { examplesOf } from './own-examples.ts';
import type { MakeValue } from './schema-values.ts';
import { hookAddress, targetAddress } from './targets.ts';
import type { Surroundings } from './value-hints.ts';

/** Builds request bodies; null if there is none. */
export interface BodyBuilder {
  /** Returns a body that is valid or has one fault. */
  body(operation: ApiOperation, dice: Dice, around: Surroundings): SentBody | null;
  /** Returns a known example with readable pages. */
  carefulBody(operation: ApiOperation, dice: Dice, around: Surroundings): SentBody | null;
}

/** Operations that follow links; without a limit they would read a whole site. */
const crawls = new Set(['POST /v1/crawl', 'POST /v2/crawl']);
const pagesOfCrawl = 4;
const damages = [
  [52, 'none'],
  [38, 'value'],
  [9, 'text'],
  [1, 'absent'],
] as const;

function timeoutField({ body }: ApiOperation): string | null {
  const { properties = {} } = (body ?? {}) as { properties?: object };
  return 'timeout_ms' in properties ? 'timeout_ms' : 'timeout' in properties ? 'timeout' : null;
}

/** Replaces the URLs of an example by URLs of the fuzzer's sites. */
function withOwnAddresses(value: unknown, dice: Dice, around: Surroundings, name = ''): unknown {
  if (Array.isArray(value)) return value.map((one) => withOwnAddresses(one, dice, around, name));
  if (typeof value === 'string' && /^https?:/.test(value))
    return name === 'webhook' ? hookAddress(around.targets, dice) : targetAddress(around.targets, dice);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, entry]) => [key, withOwnAddresses(entry, dice, around, key)]),
  );
}

/** Creates the builder from a generator of values; `browser` allows values that require one. */
export function createBodyBuilder(makeValue: MakeValue, browser: boolean): BodyBuilder {
  function bounded(
    operation: ApiOperation,
    body: unknown,
    mayBeSlow: boolean,
    dice: Dice,
    { targets: { slow, good } }: Surroundings,
  ): unknown {
    const bounds = {
      browser,
      keepsSteps: operation.path.startsWith('/v1/workflows'),
      slow: new Set(slow),
      insteadOfSlow: dice.pick(good),
    };
    const cheap = boundCosts(body, bounds, mayBeSlow ? timeoutField(operation) : null, dice);
    if (!crawls.has(operation.name) || typeof cheap !== 'object' || cheap === null) return cheap;
    const { limit } = cheap as { limit?: unknown };
    return { ...cheap, limit: typeof limit === 'number' ? Math.min(limit, pagesOfCrawl) : pagesOfCrawl };
  }

  function validBody(operation: ApiOperation, dice: Dice, around: Surroundings): unknown {
    const made = makeValue(operation.body ?? {}, dice, around);
    const examples = examplesOf(operation, browser);
    if (examples.length === 0 || dice.chance(0.35)) return made;
    const example = withOwnAddresses(dice.pick(examples), dice, around);
    // Adds one more field of the schema.
    const more = Object.entries(typeof made === 'object' && made !== null ? made : {});
    if (more.length === 0 || dice.chance(0.5)) return example;
    return { ...(example as object), ...Object.fromEntries([dice.pick(more)]) };
  }

  return {
    body(operation, dice, around) {
      if (operation.body === null) return dice.chance(0.02) ? damageText('{"a":1}', dice) : null;
      const damage = dice.weigh(damages);
      if (damage === 'absent') return null;
      const valid = bounded(operation, validBody(operation, dice, around), damage === 'none', dice, around);
      if (damage === 'value') return plainBody(writeJson(damageValue(valid, dice)));
      const text = writeJson(valid);
      return damage === 'text' ? damageText(text, dice) : plainBody(text);
    },

    carefulBody(operation, dice, around) {
      const [example] = examplesOf(operation, browser);
      if (operation.body === null || example === undefined) return null;
      const { good, hooks } = around.targets;
      const only = { ...around, targets: { good, odd: good, slow: [], refused: hooks, hooks } };
      const own = withOwnAddresses(example, dice, { ...only, targets: { ...only.targets, slow: good } });
      return plainBody(writeJson(bounded(operation, own, false, dice, only)));
    },
  };
}
