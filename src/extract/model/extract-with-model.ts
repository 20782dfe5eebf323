import type { FoundValue, JsonSchema, PageBlock } from '../../domain/pages/extraction.ts';
import type { Warning } from '../../domain/pages/outcome.ts';
import {
  type ModelAnswer,
  type ModelCallStats,
  type ModelClient,
  type ModelError,
  type ModelUse,
  modelUseOf,
} from '../../domain/resources/model.ts';
import type { Field } from '../schema/field.ts';
import { createDataCheck } from '../schema/schema-check.ts';
import { buildData } from '../values/assemble.ts';
import { coerce, type ParseContext } from '../values/coerce.ts';
import { type ModelClaim, readClaims } from './model-claims.ts';
import { createGrounder, type Grounder, type Grounding, notFound } from './model-grounding.ts';
import { correctionQuestion, type ModelExtractionRequest, valuesQuestion } from './model-prompt.ts';

/** Dependencies of a model extraction: the model client and the caller's schema. */
export interface ModelPorts {
  client: ModelClient;
  /** Context for parsing the texts of the page. */
  parseContext: ParseContext;
  /** The caller's schema, including keywords that the model's answer schema omits. */
  schema: JsonSchema;
}

/** Result of a model extraction. */
export interface ModelFindings {
  /** Values in the order of the fields, grounded or not, without those that the page contradicts. */
  values: FoundValue[];
  /** Pointers of the fields for which the model read the page and answered. */
  asked: string[];
  /** Tokens spent; null if the model was not called. */
  use: ModelUse | null;
  warnings: Warning[];
}

/** Minimum remaining time for a correction request, in milliseconds. */
const minCorrectionMs = 1_500;
const maxErrors = 20;

/** A claim with its typed value, or with a description of the error. */
type CheckedClaim = { claim: ModelClaim; value: FoundValue['value'] } | { claim: ModelClaim; error: string };

/**
 * Asks a model for the fields without a value, with one more request for values that do not fit the schema.
 * Each value is accepted independently; it is grounded if the block that the model named, or another block with
 * the same evidence, confirms it. Without fields or blocks the model is not called. Rejects only if `signal`
 * aborts.
 */
export async function extractWithModel(
  request: ModelExtractionRequest,
  ports: ModelPorts,
  withinMs: number,
  signal: AbortSignal,
): Promise<ModelFindings> {
  if (request.fields.length === 0 || request.blocks.length === 0)
    return { values: [], asked: [], use: null, warnings: [] };
  const startedAt = performance.now();
  const question = valuesQuestion(request, withinMs);
  const first = await ports.client.generate(question, signal);
  if (first.kind === 'fault') return withoutAnswer(first);
  const efforts: ModelCallStats[] = [first];
  let checked = check(request, first.value, ports);
  const errors = errorsOf(checked);
  // Timers take whole milliseconds.
  const leftMs = Math.floor(withinMs - (performance.now() - startedAt));
  if ((errors.length > 0 || isUnusable(first, checked)) && leftMs > minCorrectionMs) {
    const correction = correctionQuestion(
      question,
      first.text,
      errors.length > 0 ? errors : [shapeError],
      leftMs,
    );
    const second = await ports.client.generate(correction, signal);
    efforts.push(second);
    if (second.kind === 'answer') {
      checked = mergeChecked(checked, check(request, second.value, ports));
    }
  }
  const grounder = createGrounder(request.fields, request.blocks);
  const values = groundClaims(checked, grounder);
  const asked = request.fields.map(({ pointer }) => pointer);
  return { values, asked, use: modelUseOf(efforts), warnings: warningsOf(errorsOf(checked)) };
}

function withoutAnswer(effort: ModelError): ModelFindings {
  const { code, message } = effort;
  const warnings = [
    code === 'token_limit'
      ? { code: 'model_token_limit', message: `The model was not used: ${message}` }
      : { code: 'model_failed', message: `The model returned no values: ${message}` },
  ];
  return { values: [], asked: [], use: effort.calls > 0 ? modelUseOf([effort]) : null, warnings };
}

const shapeError = 'the answer contains none of the requested fields';

/** Returns true if an answer has content, but no claim could be read from it. */
function isUnusable(answer: ModelAnswer, checked: readonly CheckedClaim[]): boolean {
  if (checked.length > 0) return false;
  return hasContent(answer.value) || !answer.isWhole;
}

/** Returns true if any member of an answer holds a value. */
function hasContent(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return value !== null && value !== '';
  return Object.values(value).some(hasContent);
}

function check(
  request: ModelExtractionRequest,
  answer: unknown,
  { parseContext, schema }: ModelPorts,
): CheckedClaim[] {
  const typed = readClaims(request.fields, answer).map((claim): CheckedClaim => {
    const value = coerce(
      claim.field,
      claim.raw,
      typeof claim.raw === 'number' ? 'machine' : 'person',
      parseContext,
    );
    return value === null ? { claim, error: describeMismatch(claim) } : { claim, value };
  });
  const errors = schemaErrorsOf(request.fields, typed, schema);
  return typed.map((one) => {
    const error = 'value' in one ? errors.get(one.claim.pointer) : undefined;
    return error === undefined ? one : { claim: one.claim, error };
  });
}

/** Validates typed values against the caller's schema and returns the error messages by pointer. */
function schemaErrorsOf(fields: readonly Field[], checked: readonly CheckedClaim[], schema: JsonSchema) {
  const values = checked.flatMap((one) =>
    'value' in one ? [foundValue(one.claim, one.value, notFound)] : [],
  );
  const errors = createDataCheck(schema)(buildData(fields, values));
  return new Map(errors.map(({ pointer, message }) => [pointer, message]));
}

function describeMismatch({ field, raw }: ModelClaim): string {
  const quoted = JSON.stringify(raw).slice(0, 100);
  if (field.choices !== null) return `${quoted} is not one of ${JSON.stringify(field.choices).slice(0, 300)}`;
  return `${quoted} is not a valid ${field.kind === 'text' ? field.types.join(' or ') : field.kind.replace('_', ' ')}`;
}

function errorsOf(checked: readonly CheckedClaim[]): string[] {
  return checked
    .flatMap((one) => (!('value' in one) ? [`${one.claim.pointer}: ${one.error}`] : []))
    .slice(0, maxErrors);
}

/** Keeps the valid values of the first answer and adds valid values of the second for the remaining fields. */
function mergeChecked(first: readonly CheckedClaim[], second: readonly CheckedClaim[]): CheckedClaim[] {
  const valid = (checked: readonly CheckedClaim[]) => checked.filter((one) => 'value' in one);
  const firstPointers = new Set(valid(first).map(({ claim }) => claim.pointer));
  const added = valid(second).filter(({ claim }) => !firstPointers.has(claim.pointer));
  const answered = new Set([...firstPointers, ...added.map(({ claim }) => claim.pointer)]);
  return [
    ...valid(first),
    ...added,
    ...first.filter((one) => !('value' in one) && !answered.has(one.claim.pointer)),
  ];
}

function warningsOf(errors: readonly string[]): Warning[] {
  if (errors.length === 0) return [];
  return [
    {
      code: 'model_values',
      message: `Values from the model that do not fit the schema were dropped: ${errors.join('; ')}`.slice(
        0,
        1_000,
      ),
    },
  ];
}

function groundClaims(checked: readonly CheckedClaim[], grounder: Grounder): FoundValue[] {
  const candidates = checked.flatMap((one) =>
    'value' in one ? [{ ...one, grounding: grounder.ground(one.claim, one.value) }] : [],
  );
  const groundedEntries = new Set<string>();
  for (const { claim, grounding } of candidates) {
    if (claim.entry !== null && grounding.verdict === 'grounded')
      groundedEntries.add(entryBlockKey(claim, grounding));
  }
  return candidates
    .filter(({ grounding }) => grounding.verdict !== 'contradicted')
    .map(({ claim, value, grounding }) => {
      // A short value of a record counts as grounded if another value of the same entry is grounded in the same
      // block.
      const isSupported =
        claim.entry !== null &&
        grounding.quote !== '' &&
        groundedEntries.has(entryBlockKey(claim, grounding));
      return foundValue(claim, value, isSupported ? { ...grounding, verdict: 'grounded' } : grounding);
    });
}

function entryBlockKey({ entry }: ModelClaim, { block }: Grounding): string {
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
