import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { z } from 'zod';
import { declareV2Calls } from '../../src/app/composition/v2.ts';
import { declareOperations } from '../../src/app/operations/operations.ts';
import { requiredFieldsOf, type StepField } from '../../src/capabilities/workflows/steps/step-types.ts';
import { browserActionTypes } from '../../src/domain/pages/browser-action.ts';
import { stepTypes } from '../../src/domain/resources/workflow.ts';
import { createNamedSchemas } from '../../src/interfaces/openapi/named-schemas.ts';
import { createOpenApiDocument } from '../../src/interfaces/openapi/openapi-document.ts';
import { createV2Document } from '../../src/interfaces/v2/openapi/v2-document.ts';
import {
  aliasOf,
  atLeastOne,
  exactlyOne,
  needsField,
  notBoth,
  requiredByType,
  withFieldRules,
} from '../../src/operations/declaration/field-rules.ts';
import { withSentFile } from '../../src/operations/declaration/file-field.ts';
import type { JsonObject } from '../../src/operations/json-schema.ts';
import { createDice } from '../fuzz/dice.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Returns objects in which each field is absent, null or set; few of them set many fields. */
function* listObjects(values: Fields, count: number): Generator<Record<string, unknown>> {
  const dice = createDice(7);
  const names = Object.keys(values);
  for (let at = 0; at < count; at += 1) {
    const isPresent = () => dice.below(at % 4 === 0 ? 2 : names.length) === 0;
    const present = names.filter(isPresent);
    yield Object.fromEntries(present.map((name) => [name, dice.below(5) === 0 ? null : values[name]]));
  }
}

/** Asserts that both accept the same values, and that there are values of both kinds. */
function assertSame(
  name: string,
  values: Iterable<unknown>,
  { isValid, isDescribed }: Record<'isValid' | 'isDescribed', (value: unknown) => boolean>,
): void {
  const counts = { accepted: 0, rejected: 0 };
  for (const value of values) {
    const expected = isValid(value);
    assert.equal(isDescribed(value), expected, `${name}: ${JSON.stringify(value)}`);
    counts[expected ? 'accepted' : 'rejected'] += 1;
  }
  assert.ok(counts.accepted > 5 && counts.rejected > 5, `${name}: ${JSON.stringify(counts)}`);
}

const ajv = new Ajv2020({ strict: false, validateFormats: false });
const registry = declareOperations();
const { components, paths } = createOpenApiDocument(registry, '1.0.0') as {
  components: JsonObject;
  paths: Record<string, Record<string, { requestBody: { content: Record<string, { schema: JsonObject }> } }>>;
};

/** Returns the validation of an operation, and that by its schema in the document. */
function validatorsOf(name: string) {
  const operation = registry.find((one) => one.name === name);
  const schema = operation?.input.body;
  assert.ok(operation !== undefined && schema !== undefined, name);
  const described = paths[operation.path]?.[operation.method.toLowerCase()]?.requestBody.content;
  const validate = ajv.compile({ components, ...described?.['application/json']?.schema });
  return {
    isValid: (value: unknown) =>
      schema.safeParse(withSentFile(operation.takesFile === true, { path: {}, query: {}, body: value }).body)
        .success,
    isDescribed: (value: unknown) => validate(value),
  };
}

const url = 'https://shop.example/';
const stepValues: Fields = {
  target: '#next',
  selector: '#next',
  text: 'Anna',
  to: '#end',
  x: 1,
  y: 2,
  url,
  key: 'Enter',
  form: { name: 'Anna' },
  values: ['a'],
  tab: 1,
  files: ['blob_1'],
  name: 'shop',
};

/** Returns objects with a type and some of the fields. */
function* listSteps(types: readonly string[], fields: (type: string) => Fields): Generator<Fields> {
  for (const type of types) for (const step of listObjects(fields(type), 60)) yield { type, ...step };
}

function pick(names: readonly string[]): Fields {
  return Object.fromEntries(names.map((name) => [name, stepValues[name]]));
}

const scheduleValues = { every: '1h', cron: '0 8 * * *', timezone: 'UTC', paused: true };
const conditionValues = {
  exists: '#a',
  text: 'a',
  url: 'a',
  var: 'word',
  op: 'eq',
  value: 3,
  not: { exists: '#b' },
  all: [{ exists: '#b' }],
  any: [{ text: 'b' }, { var: 'word', op: 'empty' }],
};
const workflowValues: Readonly<Record<StepField, unknown>> = {
  target: '#next',
  text: '{{word}}',
  to: '#end',
  x: 1,
  y: 2,
  from_x: 3,
  from_y: 4,
  url,
  key: 'Enter',
  form: { name: 'Anna' },
  values: ['a'],
  tab: 1,
  files: ['blob_1'],
  name: 'shop',
  direction: 'up',
  amount: 9,
  submit: true,
  secret: true,
  append: true,
  double: true,
  dialog: { accept: true },
  full_page: true,
  quality: 80,
  max_length: 500,
  record: false,
  limit: 7,
  as: 'row',
  wait_seconds: 5,
  timeout_ms: 900,
  optional: true,
  effect: 'none',
  save_as: 'found',
  ms: 5,
  schema: { type: 'object', properties: { price: { type: 'number' } } },
  prompt: 'the price',
  fields: ['price'],
  items: [1],
  steps: [{ type: 'back' }],
  then: [{ type: 'back' }],
  else: [{ type: 'forward' }],
  until: { exists: '#a' },
  condition: { exists: '#a' },
  value: 'a',
  question: 'Which?',
};

/** Returns each type of step with what it needs, alone, with each other field, and with some of what it needs. */
function* listWorkflowSteps(): Generator<Fields> {
  const steps = Object.entries(workflowValues);
  for (const type of stepTypes) {
    const groups = requiredFieldsOf(type);
    const needed = Object.fromEntries(
      groups.flatMap(([field]) => (field === undefined ? [] : [[field, workflowValues[field]]])),
    );
    yield { type, ...needed };
    for (const [field, value] of steps) yield { type, ...needed, [field]: value };
    const mentioned = groups.flat().map((field) => [field, workflowValues[field]]);
    yield* listSteps([type], () => Object.fromEntries(mentioned));
  }
}

function workflowOf(steps: readonly Fields[]): Fields {
  return { name: 'w', steps, inputs: { type: 'object', properties: { word: { type: 'string' } } } };
}

/** Places of a step in a workflow. */
const places: ((step: Fields) => Fields)[] = [
  (step) => step,
  (step) => ({ type: 'repeat_until', until: { exists: '#a' }, steps: [step] }),
  (step) => ({ type: 'if', condition: { exists: '#a' }, then: [{ type: 'back' }], else: [step] }),
  (step) => ({
    type: 'for_each',
    items: [1],
    steps: [{ type: 'if', condition: { text: 'a' }, then: [step] }],
  }),
];

/** Conditions, alone and in others. */
function* listConditions(): Generator<Fields> {
  for (const op of ['eq', 'lt', 'contains', 'exists', 'empty'])
    for (const condition of listObjects({ ...conditionValues, op }, 120)) {
      yield condition;
      yield { not: condition };
      yield { all: [{ exists: '#a' }, { any: [condition] }] };
    }
}

/** Bodies of operations with rules. */
const bodies: Record<string, [operation: string, values: Iterable<unknown>]> = {
  'a schedule': ['schedule_dataset', listObjects(scheduleValues, 200)],
  scrape: ['scrape', listObjects({ url, urls: [url], steps: [], actions: [] }, 200)],
  search: [
    'search',
    listObjects({ freshness: 'day', since: '2026-01-01', until: '2026-01-02' }, 200).map((one) => ({
      query: 'lamp',
      ...one,
    })),
  ],
  compare: [
    'compare',
    listObjects({ url, urls: { AT: url } }, 100).map((one) => ({ countries: ['AT'], ...one })),
  ],
  'a list of URLs': ['batch', listObjects({ file: 'YQ==', urls: [url] }, 100)],
  'a test of a webhook': [
    'test_webhook',
    listObjects({ url, form: 'slack', email: 'anna@shop.example' }, 100),
  ],
  'the method of a request': [
    'scrape',
    [undefined, null, 'GET', 'POST', 'DELETE'].flatMap((method) =>
      listObjects({ body: 'a=1', allow_unsafe: true }, 60)
        .map((one) => ({ url, ...(method !== undefined && { method }), ...one }))
        .toArray(),
    ),
  ],
  'the method of a watched page': [
    'create_monitor',
    ['GET', 'PUT'].flatMap((method) =>
      listObjects({ body: 'a=1', allow_unsafe: true, method }, 60)
        .map((request) => ({ name: 'm', url, schedule: { every: '1h' }, request }))
        .toArray(),
    ),
  ],
  'a step of a session': ['browser_step', listSteps(browserActionTypes, () => stepValues)],
  'a step of a page': [
    'scrape',
    listSteps(['click', 'type', 'press', 'wait_for', 'script', 'wait', 'scroll'], () =>
      pick(['target', 'selector', 'text', 'key']),
    ).map((step) => ({ url, steps: [step] })),
  ],
  'a step of a workflow': [
    'create_workflow',
    listWorkflowSteps().map((step, at) => workflowOf([places[at % places.length]?.(step) ?? step])),
  ],
  'a condition of a workflow': [
    'create_workflow',
    listConditions().map((condition) => workflowOf([{ type: 'if', condition, then: [{ type: 'back' }] }])),
  ],
  'a monitor of a section': [
    'create_monitor',
    listObjects({ focus: 'Prices', selector: '#a' }, 100).map((watch) => ({
      name: 'm',
      url,
      schedule: { every: '1h' },
      watch: { kind: 'section', ...watch },
    })),
  ],
  'a monitor of values': [
    'create_monitor',
    listObjects({ schema: workflowValues.schema, prompt: 'the price' }, 100).map((watch) => ({
      name: 'm',
      url,
      schedule: { every: '1h' },
      watch: { kind: 'fields', ...watch },
    })),
  ],
};

for (const [name, [operation, values]] of Object.entries(bodies)) {
  test(`OpenAPI accepts ${name} exactly if the service does`, () => {
    assertSame(name, values, validatorsOf(operation));
  });
}

const v2Calls = declareV2Calls();
const v2Document = createV2Document(v2Calls, '1.0.0') as {
  components: JsonObject;
  paths: typeof paths;
};

for (const [path, name, fields, required] of [
  [
    '/v2/search',
    'domains',
    { includeDomains: ['a.example'], excludeDomains: ['b.example'] },
    { query: 'lamp' },
  ],
  [
    '/v2/search',
    'empty lists of domains',
    { includeDomains: [], excludeDomains: ['b.example'] },
    { query: 'lamp' },
  ],
  [
    '/v2/extract',
    'a prompt or a schema',
    { urls: [url], prompt: 'the price', schema: workflowValues.schema },
    {},
  ],
  [
    '/v2/extract',
    'an empty prompt or a schema',
    { prompt: '', schema: workflowValues.schema },
    { urls: [url] },
  ],
] as const)
  test(`OpenAPI of /v2 accepts ${name} exactly if the service does`, () => {
    const body = v2Calls.find((one) => one.path === path)?.input.body ?? assert.fail(path);
    const described = v2Document.paths[path]?.post?.requestBody.content['application/json']?.schema;
    const validate = ajv.compile({ components: v2Document.components, ...described });
    for (const one of listObjects(fields, 120)) {
      const value = { ...required, ...one };
      assert.equal(validate(value), body.safeParse(value).success, JSON.stringify(value));
    }
  });

test('each rule is validated as it is described, alone and together with others', () => {
  const tide = z.string().nullish().describe('Tide.');
  const harbor = z.strictObject({
    type: z.enum(['pier', 'quay', 'buoy']),
    high: tide.default('noon'),
    low: tide,
    berth: z.number().nullish(),
    mooring: z.strictObject({ rope: z.string() }).nullish(),
    crane: z.boolean().optional(),
    load: z.array(z.string()).optional(),
  });
  const rules = [
    exactlyOne(['low', 'berth'], 'one place'),
    atLeastOne(['mooring', 'load'], 'something'),
    notBoth('mooring', 'berth', 'not both'),
    needsField('crane', 'load', 'a load'),
    aliasOf('high', 'low'),
    requiredByType({ pier: [['low', 'load'], ['mooring']], quay: [['berth']] }, { low: 'high' }),
  ];
  const values = {
    high: 'noon',
    low: 'six',
    berth: 3,
    mooring: { rope: 'hemp' },
    crane: true,
    load: ['salt'],
  };
  const sets = [...rules.map((rule) => [rule]), rules, [rules[0], rules[1], rules[5]]];
  for (const set of sets) {
    const schema = withFieldRules(
      harbor.extend({ high: tide }),
      set.flatMap((rule) => rule ?? []),
    );
    const validate = ajv.compile(createNamedSchemas().refer(schema, 'input'));
    const objects = ['pier', 'quay', 'buoy'].flatMap((type) =>
      listObjects(values, 150)
        .map((one) => ({ type, ...one }))
        .toArray(),
    );
    assertSame('a harbor', objects, {
      isValid: (value) => schema.safeParse(value).success,
      isDescribed: (value) => validate(value),
    });
  }
});
