import assert from 'node:assert/strict';
import { pagedFields } from '../world/listings/paged-listings.ts';
import type { TestService } from './running-service.ts';

const limits = { limit: 1_000, max_pages: 50 };

/** Collects a paged listing of the test world. */
export async function collect(service: TestService, url: string) {
  const { status, json } = await service.post('/v1/collect', { url, fields: pagedFields, ...limits });
  assert.equal(status, 200, JSON.stringify(json));
  return json;
}

/** Collects a paged listing of the test world, and once more by its recipe. */
export async function collectTwice(service: TestService, url: string) {
  const json = await collect(service, url);
  const run = (await service.post(`/v1/recipes/${json.rid}/run`, limits)).json;
  return [json, run];
}
