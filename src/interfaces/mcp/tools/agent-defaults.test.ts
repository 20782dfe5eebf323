import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { defineOperation, freeOutcome } from '../../../operations/declaration/operation.ts';
import { withAgentDefaults } from './tools.ts';

test('agents get a time limit, except for jobs; a continued call keeps the body of the first one', () => {
  const operation = defineOperation({
    name: 'example',
    title: 'Example',
    description: 'Example',
    price: 'free',
    method: 'POST',
    path: '/v1/example',
    scope: 'write',
    writesToDisk: false,
    annotations: { readOnly: true, destructive: false, idempotent: true, openWorld: true },
    agent: { defaults: { timeout_ms: 45_000, limit: 5 } },
    continues: true,
    limitsTime: true,
    input: { body: z.strictObject({ url: z.string(), limit: z.int().optional() }) },
    toCommand: ({ body }) => body,
    output: z.object({}),
    example: {},
    run: async () => freeOutcome({}),
  });
  const defaults = (fields: object) => withAgentDefaults(operation, fields as Record<string, unknown>);
  assert.deepEqual(defaults({ url: 'x' }), { timeout_ms: 45_000, limit: 5, url: 'x' });
  assert.deepEqual(defaults({ url: 'x', timeout_ms: 2_000 }), { timeout_ms: 2_000, limit: 5, url: 'x' });
  assert.deepEqual(defaults({ url: 'x', async: true }), { limit: 5, url: 'x', async: true });
  assert.deepEqual(defaults({ continue: 'cont_1' }), { timeout_ms: 45_000, continue: 'cont_1' });
});
