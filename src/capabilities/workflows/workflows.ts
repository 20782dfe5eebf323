import { z } from 'zod';
import type { Commit } from '../../account/idempotency.ts';
import type { Principal } from '../../domain/account.ts';
import type { Clock } from '../../domain/clock.ts';
import type { Json } from '../../domain/extraction.ts';
import { Failure } from '../../domain/failure.ts';
import type { Schedule } from '../../domain/schedule.ts';
import {
  defineOperation,
  freeOutcome,
  type Operation,
  type OperationContext,
} from '../../operations/operation.ts';
import { scheduleBody, toSchedule } from '../../operations/schemas/schedule.ts';
import type { RunDocument, RunSummary } from './run-view.ts';
import { type NewWorkflow, toNewWorkflow, workflowBody } from './workflow-request.ts';
import { runSchema, runSummarySchema, workflowSchema } from './workflow-schemas.ts';
import type { WorkflowDocument } from './workflow-table.ts';

/** Who asks, and how the request is completed. */
export interface Asker {
  principal: Principal;
  requestId: string;
  commit: Commit;
}

/** What workflows need of the other rooms. Another account's workflow is missing for all of them. */
export interface WorkflowPorts {
  /** Throws Failure `invalid` for a login that is not there and a schedule that runs too often. */
  judge(workflow: NewWorkflow, accountId: string, now: Date): Promise<void>;
  create(workflow: NewWorkflow, by: Asker, now: Date): Promise<WorkflowDocument>;
  replace(id: string, workflow: NewWorkflow, accountId: string, now: Date): Promise<WorkflowDocument | null>;
  list(
    accountId: string,
    page: { offset: number; limit: number },
    now: Date,
  ): Promise<{ workflows: WorkflowDocument[]; total: number }>;
  find(accountId: string, id: string, now: Date): Promise<WorkflowDocument | null>;
  remove(accountId: string, id: string): Promise<boolean>;
  /** Throws Failure `invalid` for one that runs too often or lacks inputs. */
  schedule(accountId: string, id: string, schedule: Schedule, now: Date): Promise<WorkflowDocument | null>;
  /** Throws Failure `not_found` and `invalid`. */
  start(id: string, inputs: Record<string, Json>, by: Asker, now: Date): Promise<RunDocument>;
  listRuns(
    accountId: string,
    id: string,
    page: { offset: number; limit: number },
  ): Promise<{ runs: RunSummary[]; total: number }>;
  clock: Clock;
}

const workflowPath = z.strictObject({ id: z.string().min(1).max(100) });
const listQuery = z.strictObject({
  offset: z.int().min(0).max(1_000_000).default(0),
  limit: z.int().min(1).max(1_000).default(100),
});
const reading = { readOnly: true, destructive: false, idempotent: true, openWorld: false };
const exampleId = 'wf_06f3p8k2v1s4m7q9w5x0y2z3a4';

const exampleBody = {
  name: 'New lamps',
  inputs: { type: 'object', properties: { words: { type: 'string', default: 'lamp' } } },
  steps: [
    { type: 'goto', url: 'https://shop.example/search?q={{words}}' },
    { type: 'collect_rows', fields: ['name', 'price'] },
  ],
};

function missing(): Failure {
  return new Failure('not_found', 'there is no such workflow');
}

/** Where the next stretch of a list begins, or null at its end. */
function nextOffset(offset: number, given: number, total: number): number | null {
  return given > 0 && offset + given < total ? offset + given : null;
}

function createOperation(ports: WorkflowPorts): Operation {
  return defineOperation({
    name: 'create_workflow',
    title: 'Save a workflow',
    description:
      'Saves browser work that is repeated: steps of a browser session (goto, click, type, ... with a `target` by selector or by the words that are shown), and extract, collect_rows (records), for_each, repeat_until, if, set (variables), ask (somebody answers while the run waits). Texts may hold `{{inputs}}` and variables. Everything is checked now: a 422 points at the step and field. Runs survive restarts; what a step does outside of the page is never done twice unasked.',
    price: 'free; runs cost 1 credit a started minute',
    method: 'POST',
    path: '/v1/workflows',
    scope: 'write',
    stores: true,
    annotations: { readOnly: false, destructive: false, idempotent: false, openWorld: false },
    agent: { tool: 'workflow', action: 'create', hidden: ['webhook', 'strict_country', 'network'] },
    input: { body: workflowBody },
    toCommand: ({ body }) => toNewWorkflow(body),
    output: workflowSchema,
    example: { body: exampleBody },
    run: async (workflow, { principal, requestId, commit }) => {
      const now = ports.clock.now();
      await ports.judge(workflow, principal.accountId, now);
      return freeOutcome(await ports.create(workflow, { principal, requestId, commit }, now));
    },
  });
}

function replaceOperation(ports: WorkflowPorts): Operation {
  return defineOperation({
    name: 'replace_workflow',
    title: 'Change a workflow',
    description:
      'Puts another workflow in the place of this one. Runs that have begun keep the one they began with.',
    price: 'free',
    method: 'PUT',
    path: '/v1/workflows/{id}',
    scope: 'write',
    stores: true,
    annotations: { readOnly: false, destructive: true, idempotent: true, openWorld: false },
    agent: { tool: 'workflow', action: 'replace' },
    input: { path: workflowPath, body: workflowBody },
    toCommand: ({ path, body }) => ({ id: path.id, workflow: toNewWorkflow(body) }),
    output: workflowSchema,
    example: { path: { id: exampleId }, body: exampleBody },
    run: async ({ id, workflow }, { principal }) => {
      const now = ports.clock.now();
      await ports.judge(workflow, principal.accountId, now);
      const replaced = await ports.replace(id, workflow, principal.accountId, now);
      if (replaced === null) throw missing();
      return freeOutcome(replaced);
    },
  });
}

function listOperation({ list, clock }: WorkflowPorts): Operation {
  return defineOperation({
    name: 'list_workflows',
    title: 'List workflows',
    description: 'The workflows of this account, newest first, with their next and last runs.',
    price: 'free',
    method: 'GET',
    path: '/v1/workflows',
    scope: 'read',
    stores: false,
    annotations: reading,
    agent: { tool: 'workflow', action: 'list' },
    input: { query: listQuery },
    toCommand: ({ query }) => query,
    output: z.object({ workflows: z.array(workflowSchema), total: z.int(), next_offset: z.int().nullable() }),
    example: { query: { limit: 100 } },
    run: async (page, { principal }) => {
      const { workflows, total } = await list(principal.accountId, page, clock.now());
      return freeOutcome({ workflows, total, next_offset: nextOffset(page.offset, workflows.length, total) });
    },
  });
}

function getOperation({ find, clock }: WorkflowPorts): Operation {
  return defineOperation({
    name: 'get_workflow',
    title: 'Look at a workflow',
    description: 'A workflow with its steps, its schedule and its last run.',
    price: 'free',
    method: 'GET',
    path: '/v1/workflows/{id}',
    scope: 'read',
    stores: false,
    annotations: reading,
    agent: { tool: 'workflow', action: 'get' },
    input: { path: workflowPath },
    toCommand: ({ path }) => path.id,
    output: workflowSchema,
    example: { path: { id: exampleId } },
    run: async (id, { principal }) => {
      const found = await find(principal.accountId, id, clock.now());
      if (found === null) throw missing();
      return freeOutcome(found);
    },
  });
}

function deleteOperation({ remove }: WorkflowPorts): Operation {
  return defineOperation({
    name: 'delete_workflow',
    title: 'Delete a workflow',
    description: 'Removes a workflow and its schedule. Its runs stay until they expire.',
    price: 'free',
    method: 'DELETE',
    path: '/v1/workflows/{id}',
    scope: 'write',
    stores: false,
    annotations: { readOnly: false, destructive: true, idempotent: true, openWorld: false },
    agent: { tool: 'workflow', action: 'delete' },
    input: { path: workflowPath },
    toCommand: ({ path }) => path.id,
    output: z.object({ id: z.string(), deleted: z.literal(true) }),
    example: { path: { id: exampleId } },
    run: async (id, { principal }) => {
      if (!(await remove(principal.accountId, id))) throw missing();
      return freeOutcome({ id, deleted: true as const });
    },
  });
}

function scheduleOperation({ schedule: setTo, clock }: WorkflowPorts): Operation {
  return defineOperation({
    name: 'schedule_workflow',
    title: 'Schedule a workflow',
    description:
      'Says when runs begin by themselves, one at a time, with the defaults of `inputs`. After downtime one run makes up for all that were missed.',
    price: 'free; runs cost 1 credit a started minute',
    method: 'PUT',
    path: '/v1/workflows/{id}/schedule',
    scope: 'write',
    stores: true,
    annotations: { readOnly: false, destructive: false, idempotent: true, openWorld: false },
    agent: { tool: 'workflow', action: 'schedule' },
    input: { path: workflowPath, body: scheduleBody },
    toCommand: ({ path, body }) => ({ id: path.id, schedule: toSchedule(body) as Schedule }),
    output: workflowSchema,
    example: { path: { id: exampleId }, body: { cron: '30 2 * * *', timezone: 'Europe/Berlin' } },
    run: async ({ id, schedule }, { principal }) => {
      const scheduled = await setTo(principal.accountId, id, schedule, clock.now());
      if (scheduled === null) throw missing();
      return freeOutcome(scheduled);
    },
  });
}

const runBody = z.strictObject({
  inputs: z
    .record(z.string(), z.unknown())
    .transform((inputs) => inputs as Record<string, Json>)
    .nullish()
    .describe('what the workflow asks for; defaults fill what is left out'),
});

function startOperation({ start, clock }: WorkflowPorts): Operation {
  return defineOperation({
    name: 'run_workflow',
    title: 'Run a workflow',
    description:
      'Begins a run and answers it as `queued`: look at it with GET /v1/runs/{run_id}, or wait for its job (`jid`). A run goes on after a restart from its last completed step.',
    price: '1 credit a started minute; 5 more for each value set that a model gave',
    method: 'POST',
    path: '/v1/workflows/{id}/runs',
    scope: 'write',
    stores: true,
    annotations: { readOnly: false, destructive: true, idempotent: false, openWorld: true },
    agent: { tool: 'workflow', action: 'run' },
    input: { path: workflowPath, body: runBody },
    toCommand: ({ path, body }) => ({ id: path.id, inputs: body?.inputs ?? {} }),
    output: runSchema,
    example: { path: { id: exampleId }, body: { inputs: { words: 'lamp' } } },
    run: async ({ id, inputs }, { principal, requestId, commit }: OperationContext) =>
      freeOutcome(await start(id, inputs, { principal, requestId, commit }, clock.now())),
  });
}

function listRunsOperation({ find, listRuns, clock }: WorkflowPorts): Operation {
  return defineOperation({
    name: 'list_workflow_runs',
    title: 'List the runs of a workflow',
    description: 'The runs of a workflow, newest first.',
    price: 'free',
    method: 'GET',
    path: '/v1/workflows/{id}/runs',
    scope: 'read',
    stores: false,
    annotations: reading,
    agent: { tool: 'workflow', action: 'runs' },
    input: { path: workflowPath, query: listQuery },
    toCommand: ({ path, query }) => ({ id: path.id, page: query }),
    output: z.object({ runs: z.array(runSummarySchema), total: z.int(), next_offset: z.int().nullable() }),
    example: { path: { id: exampleId }, query: { limit: 20 } },
    run: async ({ id, page }, { principal }) => {
      const { runs, total } = await listRuns(principal.accountId, id, page);
      if (total === 0 && (await find(principal.accountId, id, clock.now())) === null) throw missing();
      return freeOutcome({ runs, total, next_offset: nextOffset(page.offset, runs.length, total) });
    },
  });
}

/** The operations about workflows. */
export function workflowOperations(ports: WorkflowPorts): Operation[] {
  return [
    createOperation(ports),
    listOperation(ports),
    getOperation(ports),
    replaceOperation(ports),
    deleteOperation(ports),
    scheduleOperation(ports),
    startOperation(ports),
    listRunsOperation(ports),
  ];
}
