import type { FoundValue, JsonSchema, PageBlock } from '../domain/extraction.ts';
import {
  type ModelAnswer,
  type ModelClient,
  type ModelEffort,
  type ModelUse,
  modelUseOf,
} from '../domain/model.ts';
import type { Warning } from '../domain/outcome.ts';
import { buildData } from './assemble.ts';
import { coerce, type Reading } from './coerce.ts';
import type { Field } from './field.ts';
import { claimsOf, type ModelClaim } from './model-answer.ts';
import { createGrounder, type Grounder, type Grounding, nowhere } from './model-ground.ts';
import { type ModelWish, mendingQuestion, valuesQuestion } from './model-question.ts';
import { createDataCheck } from './schema-check.ts';

/** What asking a model needs of the process and the caller's schema. */
export interface ModelPorts {
  client: ModelClient;
  /** How texts of this page are read. */
  reading: Reading;
  /** The check of data against the caller's schema, with everything that the wire left out. */
  schema: JsonSchema;
}

/** What a model brought. */
export interface ModelFindings {
  /** Grounded or not, in the order of the fields; those that the page contradicts are left out. */
  values: FoundValue[];
  /** What was spent; null when the model was not called. */
  use: ModelUse | null;
  warnings: Warning[];
}

/** A mending turn that has less time than this is not begun. */
const leastMendingMs = 1_500;
const mostFaults = 20;

/** A claim with its typed value, or with what is wrong with it. */
type Checked = { claim: ModelClaim; value: FoundValue['value'] } | { claim: ModelClaim; fault: string };

/**
 * Asks a model for the fields that nothing else found: once, and once more with what does not fit the schema. A value is
 * kept by itself, whatever the others are; it is grounded when the block that the model named, or another with the same
 * evidence, bears it out. Nothing is asked when there is nothing to read. Rejects only when `signal` aborts.
 */
export async function askModel(
  wish: ModelWish,
  ports: ModelPorts,
  withinMs: number,
  signal: AbortSignal,
): Promise<ModelFindings> {
  if (wish.fields.length === 0 || wish.blocks.length === 0) return { values: [], use: null, warnings: [] };
  const startedAt = performance.now();
  const question = valuesQuestion(wish, withinMs);
  const first = await ports.client.ask(question, signal);
  if (first.kind === 'fault') return withoutAnswer(first, first.message);
  const efforts: ModelEffort[] = [first];
  let checked = check(wish, first.value, ports);
  const faults = faultsIn(checked);
  const leftMs = withinMs - (performance.now() - startedAt);
  if ((faults.length > 0 || isMute(first, checked)) && leftMs > leastMendingMs) {
    const mending = mendingQuestion(question, first.text, faults.length > 0 ? faults : [shapeFault], leftMs);
    const second = await ports.client.ask(mending, signal);
    efforts.push(second);
    if (second.kind === 'answer') {
      checked = merged(checked, check(wish, second.value, ports));
    }
  }
  const grounder = createGrounder(wish.fields, wish.blocks);
  const values = groundAll(checked, grounder);
  return { values, use: modelUseOf(efforts), warnings: warningsOf(faultsIn(checked)) };
}

function withoutAnswer(effort: ModelEffort, message: string): ModelFindings {
  const warnings = [{ code: 'model_failed', message: `No value came from the model: ${message}` }];
  return { values: [], use: effort.calls > 0 ? modelUseOf([effort]) : null, warnings };
}

const shapeFault = 'the answer has none of the fields that were asked for';

/** Whether an answer says something, and nothing of it could be understood. */
function isMute(answer: ModelAnswer, checked: readonly Checked[]): boolean {
  if (checked.length > 0) return false;
  return /"value"\s*:\s*(?!null)/.test(answer.text) || !answer.isWhole;
}

function check(wish: ModelWish, answer: unknown, { reading, schema }: ModelPorts): Checked[] {
  const typed = claimsOf(wish.fields, answer).map((claim): Checked => {
    const value = coerce(
      claim.field,
      claim.raw,
      typeof claim.raw === 'number' ? 'machine' : 'person',
      reading,
    );
    return value === null ? { claim, fault: unfit(claim) } : { claim, value };
  });
  const faults = schemaFaultsOf(wish.fields, typed, schema);
  return typed.map((one) => {
    const fault = 'value' in one ? faults.get(one.claim.pointer) : undefined;
    return fault === undefined ? one : { claim: one.claim, fault };
  });
}

/** What the caller's own schema says against typed values, by pointer. */
function schemaFaultsOf(fields: readonly Field[], checked: readonly Checked[], schema: JsonSchema) {
  const values = checked.flatMap((one) =>
    'value' in one ? [foundValue(one.claim, one.value, nowhere)] : [],
  );
  const faults = createDataCheck(schema)(buildData(fields, values));
  return new Map(faults.map(({ pointer, message }) => [pointer, message]));
}

function unfit({ field, raw }: ModelClaim): string {
  const given = JSON.stringify(raw).slice(0, 100);
  if (field.choices !== null) return `${given} is none of ${JSON.stringify(field.choices).slice(0, 300)}`;
  return `${given} is no ${field.kind === 'text' ? field.types.join(' or ') : field.kind.replace('_', ' ')}`;
}

function faultsIn(checked: readonly Checked[]): string[] {
  return checked
    .flatMap((one) => ('fault' in one ? [`${one.claim.pointer}: ${one.fault}`] : []))
    .slice(0, mostFaults);
}

/** What was good stays; the second answer fills what was not, or was not there. */
function merged(first: readonly Checked[], second: readonly Checked[]): Checked[] {
  const good = (checked: readonly Checked[]) => checked.filter((one) => 'value' in one);
  const known = new Set(good(first).map(({ claim }) => claim.pointer));
  const added = good(second).filter(({ claim }) => !known.has(claim.pointer));
  const given = new Set([...known, ...added.map(({ claim }) => claim.pointer)]);
  return [
    ...good(first),
    ...added,
    ...first.filter((one) => 'fault' in one && !given.has(one.claim.pointer)),
  ];
}

function warningsOf(faults: readonly string[]): Warning[] {
  if (faults.length === 0) return [];
  return [
    {
      code: 'model_values',
      message: `Values of the model that do not fit were left out: ${faults.join('; ')}`.slice(0, 1_000),
    },
  ];
}

function groundAll(checked: readonly Checked[], grounder: Grounder): FoundValue[] {
  const judged = checked.flatMap((one) =>
    'value' in one ? [{ ...one, grounding: grounder.ground(one.claim, one.value) }] : [],
  );
  const borneOut = new Set<string>();
  for (const { claim, grounding } of judged) {
    if (claim.entry !== null && grounding.verdict === 'grounded') borneOut.add(besideKey(claim, grounding));
  }
  return judged
    .filter(({ grounding }) => grounding.verdict !== 'contradicted')
    .map(({ claim, value, grounding }) => {
      // A short value of a record is believed beside another of the same record that stands by itself.
      const isBeside =
        claim.entry !== null && grounding.quote !== '' && borneOut.has(besideKey(claim, grounding));
      return foundValue(claim, value, isBeside ? { ...grounding, verdict: 'grounded' } : grounding);
    });
}

function besideKey({ entry }: ModelClaim, { block }: Grounding): string {
  return `${entry} ${block?.id}`;
}

function foundValue(claim: ModelClaim, value: FoundValue['value'], grounding: Grounding): FoundValue {
  const { verdict, block, quote, confidence } = grounding;
  const isGrounded = verdict === 'grounded';
  return {
    pointer: claim.pointer,
    value,
    evidence: {
      method: 'model',
      source: 'visible',
      locator: isGrounded ? (block as PageBlock).locator : '',
      quote,
      ...(!isGrounded && { weak: true as const }),
    },
    isGrounded,
    confidence,
    node: -1,
  };
}
