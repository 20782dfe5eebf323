import assert from 'node:assert/strict';
import { test } from 'node:test';
import { declareOperations } from '../../src/app/operations/operations.ts';
import { scopes } from '../../src/domain/resources/account.ts';
import type { Operation } from '../../src/operations/declaration/operation.ts';
import { startWorld } from '../world/world.ts';
import { type Possessions, possess, possessionNamed } from './possessions.ts';
import { startTestService, type TestService } from './running-service.ts';

// Derived from the registry: new operations are tested without changes here.
const operations = declareOperations();
const keyed = operations.filter((operation) => operation.scope !== null);

/** Returns a request that fails validation, so that it has no effect if the key is authorized. */
function nonsense({ path, method, input }: Operation, service: TestService, key: string | null) {
  const filled = path.replaceAll(/\{[a-z_]+\}/g, 'none');
  const body = input.body === undefined ? {} : { body: { no_such_field: 1 } };
  return service.request(method, `${filled}?no_such_parameter=1`, { ...body, key });
}

test('every operation requires exactly its scope', async (t) => {
  const service = await startTestService(t);
  for (const operation of keyed) {
    const { status } = await nonsense(operation, service, null);
    assert.equal(status, 401, `${operation.name} without a key`);
  }
  for (const scope of scopes) {
    const { key } = (await service.post('/v1/keys', { name: scope, scopes: [scope] })).json;
    for (const operation of keyed) {
      const { status, json } = await nonsense(operation, service, key);
      const wanted = operation.scope === scope ? [422, 'invalid'] : [403, 'forbidden'];
      assert.deepEqual([status, json.code], wanted, `${operation.name} with a key of scope ${scope}`);
    }
  }
});

/** Replaces the parameters by names of resources; parameters without a known resource remain. */
function naming(operation: Operation, possessions: Possessions) {
  const { path, input, example } = operation;
  const own = (name: string) => possessionNamed(operation, name, possessions);
  const given = (example.path ?? {}) as Record<string, string>;
  const named: string[] = [];
  const filled = path.replaceAll(/\{([a-z_]+)\}/g, (_whole, name: string) => {
    const value = own(name);
    if (value !== undefined) named.push(value);
    return value ?? given[name] ?? '';
  });
  const asked = (example.query ?? {}) as Record<string, string>;
  const query = Object.entries(input.query?.shape ?? {}).flatMap(([name, field]) => {
    const value = own(name);
    if (value !== undefined) named.push(value);
    const isRequired = !field.safeParse(undefined).success;
    const sent = value ?? (isRequired ? encodeURIComponent(asked[name] ?? '') : undefined);
    return sent === undefined ? [] : [`${name}=${sent}`];
  });
  return { address: query.length === 0 ? filled : `${filled}?${query.join('&')}`, named };
}

test('no operation shows or changes resources of another account', async (t) => {
  const world = await startWorld();
  t.after(() => world.close());
  const service = await startTestService(t);
  const mine = await possess(service, world.site.url('/long/200k'));
  const stranger = (await service.post('/v1/admin/accounts', { name: 'stranger', plan_credits: 100 })).json;
  const before = await service.pool.query('select job_id, status, paused from jobs');

  for (const operation of keyed.filter(({ scope }) => scope !== 'operator')) {
    const { address, named } = naming(operation, mine);
    const hasPlaces = operation.input.path !== undefined;
    if (hasPlaces)
      assert.notEqual(named.length, 0, `${operation.name}: say in this test what one can have of it`);
    const { key } = stranger;
    if (named.length > 0) {
      const body = operation.input.body === undefined ? {} : { body: operation.example.body ?? {} };
      const { status, json } = await service.request(operation.method, address, { ...body, key });
      assert.deepEqual([status, json.code], [404, 'not_found'], `${operation.name} of another account`);
    } else if (operation.method === 'GET') {
      const { status, json } = await service.get(address, { key });
      assert.equal(status, 200, operation.name);
      for (const [, , value] of mine) {
        assert.equal(
          JSON.stringify(json).includes(value),
          false,
          `${operation.name} shows what is not the caller's`,
        );
      }
    }
  }
  const after = await service.pool.query('select job_id, paused from jobs');
  assert.deepEqual(
    after.rows.map((row) => row.paused),
    before.rows.map((row) => row.paused),
  );
  // The owner can read all of these resources.
  for (const operation of keyed.filter(({ method, scope }) => method === 'GET' && scope === 'read')) {
    const { address, named } = naming(operation, mine);
    if (named.length === 0) continue;
    assert.equal((await service.get(address)).status, 200, operation.name);
  }
});
