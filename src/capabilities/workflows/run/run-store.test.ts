import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { type TestContext, test } from 'node:test';
import { createTestDatabase } from '../../../../test/database.ts';
import { ensureDefaultAccount } from '../../../account/accounts/accounts.ts';
import type { Principal } from '../../../domain/resources/account.ts';
import type { RunQuestion } from '../../../domain/resources/workflow.ts';
import { systemClock } from '../../../domain/system/clock.ts';
import type { ClaimedRun } from './claimed-run.ts';
import { createRunStore, type StepResult } from './run-store.ts';
import { createRun } from './start-run.ts';

const now = new Date('2026-11-21T08:00:00Z');

async function claimTestRun(t: TestContext) {
  const { database } = await createTestDatabase(t);
  const account = { planCredits: 100, unlimited: true, presetKey: null };
  const { accountId } = await ensureDefaultAccount(database, account, systemClock);
  const principal: Principal = { accountId, keyId: 'key_test', scopes: ['read', 'write'] };
  const key = randomBytes(32);
  const plan = { steps: [], country: null, strictCountry: false, network: 'auto' as const, login: null };
  const request = { workflowId: 'wf_test', name: 'Test', plan, webhook: null, inputNames: [], inputs: {} };
  const { runId, jobId } = await database
    .transaction()
    .execute((transaction) =>
      createRun(transaction, key, { ...request, principal, requestId: 'req_test', origin: 'job' }, now),
    );
  const store = createRunStore(database, key, 1_000);
  const run = (await store.claim(runId, jobId, now)) as ClaimedRun;
  const row = () =>
    database
      .selectFrom('workflow_runs')
      .select(['status', 'answer', 'records', 'log_entries'])
      .where('run_id', '=', runId)
      .executeTakeFirstOrThrow();
  return { database, store, run, row };
}

function stepDone(run: ClaimedRun, step: string): StepResult {
  const entry = { step, type: 'click', status: 'ok' as const, ms: 1, detail: null, url: null };
  return {
    state: run.state,
    step,
    log: [{ ...entry, screenshot: null, error: null }],
    records: [{ step }],
    files: [],
    usedMs: 1,
    at: now,
  };
}

test('a step that is committed twice is written once', async (t) => {
  const { store, run, row } = await claimTestRun(t);
  // The response is lost: this process does not learn that the step was committed.
  await store.commit({ ...run }, stepDone(run, '/steps/0'));
  await store.commit(run, stepDone(run, '/steps/0'));
  await store.commit(run, stepDone(run, '/steps/1'));
  const { records, log_entries: lines } = await row();
  assert.deepEqual([records, lines], [2, 2]);
});

test('writing a question again keeps the answer', async (t) => {
  const { database, store, run, row } = await claimTestRun(t);
  const question: RunQuestion = {
    kind: 'ask',
    step: '/steps/0',
    question: 'Code?',
    name: 'code',
    schema: null,
  };
  await store.writeQuestion(run, question, new Date());
  await database
    .updateTable('workflow_runs')
    .set({ answer: Buffer.from('sealed') })
    .execute();
  await store.writeQuestion(run, question, new Date());
  const { status, answer } = await row();
  assert.deepEqual([status, Buffer.from(answer ?? []).toString()], ['needs_input', 'sealed']);
});
