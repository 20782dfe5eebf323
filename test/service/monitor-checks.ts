import assert from 'node:assert/strict';
import { until } from '../until.ts';
import type { TestService } from './running-service.ts';

// biome-ignore lint/suspicious/noExplicitAny: an answer is whatever the service sent
type Json = any;

/** Client of a service, in this process or in another one. */
export type MonitorClient = Pick<TestService, 'get' | 'post'>;

/** Waits until the monitor has `count` checks. */
export async function checked(service: MonitorClient, mid: string, count: number): Promise<Json> {
  return until(
    async () => (await service.get(`/v1/monitors/${mid}`)).json,
    ({ check_count: checks }) => checks >= count,
  );
}

/** Creates a monitor and waits for its first check. */
export async function watch(service: MonitorClient, body: object): Promise<string> {
  const { status, json } = await service.post('/v1/monitors', body);
  assert.equal(status, 200, JSON.stringify(json));
  await checked(service, json.mid, 1);
  return json.mid;
}

/** Starts a check and returns its result. */
export async function check(service: MonitorClient, mid: string): Promise<Json> {
  const { check_count: before } = (await service.get(`/v1/monitors/${mid}`)).json;
  const { status, json } = await service.post(`/v1/monitors/${mid}/run`, undefined);
  assert.equal(status, 200, JSON.stringify(json));
  return (await checked(service, mid, before + 1)).checks[0];
}
