import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { defineListOperation, offsetQuery } from './list-operation.ts';
import type { Operation, OperationContext } from './operation.ts';
import { defineDeleteOperation, defineGetOperation, type Resource } from './resource-operations.ts';

const context = { principal: { accountId: 'acct_1' } } as unknown as OperationContext;
const texts = { name: 'x', title: 'X', description: 'X.' };
const dataset: Resource = {
  kind: { name: 'dataset', advice: 'List the datasets with GET /v1/datasets.' },
  path: '/v1/datasets/{did}',
  idName: 'did',
  id: z.string(),
  exampleId: 'ds_1',
};

async function answerOf(operation: Operation, input: Record<string, unknown>): Promise<unknown> {
  const { answer } = await operation.perform(input, context);
  return answer.kind === 'json' ? answer.value : answer.kind;
}

test('a list states the offset of the next part until its end, also if it ends early', async () => {
  const all = ['a', 'b', 'c'];
  const operation = defineListOperation({
    ...texts,
    path: '/v1/datasets',
    input: { query: z.strictObject(offsetQuery({ defaultLimit: 2, maxLimit: 10 })) },
    toCommand: ({ query }) => query,
    items: 'datasets',
    item: z.string(),
    example: {},
    list: async (_accountId, { offset, limit }) => ({
      datasets: all.slice(offset, offset + limit),
      total: offset > 5 ? 99 : all.length,
    }),
  });
  const parts = [0, 2, 9].map((offset) => answerOf(operation, { query: { offset, limit: 2 } }));
  assert.deepEqual(await Promise.all(parts), [
    { datasets: ['a', 'b'], total: 3, next_offset: 2 },
    { datasets: ['c'], total: 3, next_offset: null },
    { datasets: [], total: 99, next_offset: null },
  ]);
});

test('a missing resource has one sentence that names the list of its identifiers', async () => {
  const expected = {
    kind: 'not_found',
    message: 'There is no dataset with this identifier. List the datasets with GET /v1/datasets.',
  };
  const get = defineGetOperation(dataset, { ...texts, output: z.object({}), find: async () => null });
  const remove = defineDeleteOperation(dataset, { ...texts, remove: async () => false });
  for (const operation of [get, remove])
    await assert.rejects(answerOf(operation, { path: { did: 'ds_2' } }), expected);
});

test('a deletion returns the identifier of the deleted resource', async () => {
  const removed: string[] = [];
  const operation = defineDeleteOperation(dataset, {
    ...texts,
    remove: async (accountId, id) => void removed.push(`${accountId} ${id}`),
  });
  assert.deepEqual(await answerOf(operation, { path: { did: 'ds_2' } }), { did: 'ds_2', deleted: true });
  assert.deepEqual(removed, ['acct_1 ds_2']);
});
