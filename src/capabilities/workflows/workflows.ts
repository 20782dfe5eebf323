import { z } from 'zod';
import type { Commit } from '../../account/requests/idempotency.ts';
import type { Json } from '../../domain/pages/extraction.ts';
import type { Principal } from '../../domain/resources/account.ts';
import { missingResource } from '../../domain/resources/missing-resource.ts';
import type { Schedule } from '../../domain/resources/schedule.ts';
import type { Clock } from '../../domain/system/clock.ts';
import { defineListOperation, offsetQuery } from '../../operations/declaration/list-operation.ts';
import {
  defineOperation,
  freeOutcome,
  type Operation,
  type OperationContext,
} from '../../operations/declaration/operation.ts';
import {
  defineDeleteOperation,
  defineGetOperation,
  type Resource,
} from '../../operations/declaration/resource-operations.ts';
import { secretField } from '../../operations/declaration/secret-fields.ts';
import { scheduleBody, toSchedule } from '../../operations/schemas/schedule.ts';
import type { RunDocument, RunSummary } from './read-runs.ts';
import { createRunJob } from './run-job.ts';
import { runView } from './run-text.ts';
import { workflowKind } from './workflow-kinds.ts';
import { type NewWorkflow, toNewWorkflow, workflowBody } from './workflow-request.ts';
import { runSchema, runSummarySchema, workflowSchema } from './workflow-schemas.ts';
import type { WorkflowDocument } from './workflow-table.ts';
import { savedWorkflowView, workflowView } from './workflow-text.ts';

/** The caller, and the commit of its request. */
export interface Caller {
  principal: Principal;
  requestId: string;
  commit: Commit;
}

/** Dependencies of the operations on workflows. They treat a workflow of another account as missing. */
export interface WorkflowPorts {
  /**
   * Rejects with Failure `invalid` for URLs that may not be contacted, a login that cannot be used, and a schedule that
   * runs too often.
   */
  validate(workflow: NewWorkflow, accountId: string, now: Date): Promise<void>;
  create(workflow: NewWorkflow, caller: Caller, now: Date): Promise<WorkflowDocument>;
  replace(id: string, workflow: NewWorkflow, accountId: string, now: Date): Promise<WorkflowDocument | null>;
  list(
    accountId: string,
    page: { offset: number; limit: number },
    now: Date,
  ): Promise<{ workflows: WorkflowDocument[]; total: number }>;
  find(accountId: string, id: string, now: Date): Promise<WorkflowDocument | null>;
  remove(accountId: string, id: string): Promise<boolean>;
  /** Rejects with Failure `invalid` for a schedule that runs too often or lacks inputs. */
  schedule(accountId: string, id: string, schedule: Schedule, now: Date): Promise<WorkflowDocument | null>;
  /** Rejects with Failure `not_found` and `invalid`. */
  start(id: string, inputs: Record<string, Json>, caller: Caller, now: Date): Promise<RunDocument>;
  listRuns(
    accountId: string,
    id: string,
    page: { offset: number; limit: number },
  ): Promise<{ runs: RunSummary[]; total: number }>;
  clock: Clock;
}

const workflowPath = z.strictObject({
  id: z.string().min(1).max(100).describe('Identifier of the workflow.'),
});
const listQuery = z.strictObject(offsetQuery({ defaultLimit: 100, maxLimit: 1_000 }));
const exampleId = 'wf_06f3p8k2v1s4m7q9w5x0y2z3a4';
const workflowResource: Resource = {
  kind: workflowKind,
  path: '/v1/workflows/{id}',
  idName: 'id',
  id: workflowPath.shape.id,
  exampleId,
};

const exampleBody = {
  name: 'New lamps',
  inputs: { type: 'object', properties: { words: { type: 'string', default: 'lamp' } } },
  steps: [
    { type: 'goto', url: 'https://shop.example/search?q={{words}}' },
    { type: 'collect_rows', fields: ['name', 'price'] },
  ],
};

function createOperation(ports: WorkflowPorts): Operation {
  return defineOperation({
    name: 'create_workflow',
    title: 'Save a workflow',
    description:
      'Saves a repeatable browser task. Steps are those of a browser session (goto, click, type, ... with a `target` by selector or by the text that it shows) and extract, collect_rows (records), for_each, repeat_until, if, set (variables) and ask (a person answers while the run waits). Texts may contain `{{inputs}}` and variables. Validation errors (422) point to the step and field. Runs survive restarts; a step with an outside effect is never repeated without confirmation.',
    price: 'free; runs cost 1 credit per started minute',
    method: 'POST',
    path: '/v1/workflows',
    scope: 'write',
    writesToDisk: true,
    annotations: { readOnly: false, destructive: false, idempotent: false, openWorld: false },
    agent: { tool: 'workflow', action: 'create', hidden: ['webhook', 'strict_country', 'network'] },
    input: { body: workflowBody },
    toCommand: ({ body }) => toNewWorkflow(body),
    output: workflowSchema,
    view: savedWorkflowView,
    example: { body: exampleBody },
    run: async (workflow, { principal, requestId, commit }) => {
      const now = ports.clock.now();
      await ports.validate(workflow, principal.accountId, now);
      return freeOutcome(await ports.create(workflow, { principal, requestId, commit }, now));
    },
  });
}

function replaceOperation(ports: WorkflowPorts): Operation {
  return defineOperation({
    name: 'replace_workflow',
    title: 'Replace a workflow',
    description: 'Replaces a workflow. Runs that have started keep the old one.',
    price: 'free',
    method: 'PUT',
    path: '/v1/workflows/{id}',
    scope: 'write',
    writesToDisk: true,
    annotations: { readOnly: false, destructive: true, idempotent: true, openWorld: false },
    agent: { tool: 'workflow', action: 'replace' },
    input: { path: workflowPath, body: workflowBody },
    toCommand: ({ path, body }) => ({ id: path.id, workflow: toNewWorkflow(body) }),
    output: workflowSchema,
    view: savedWorkflowView,
    example: { path: { id: exampleId }, body: exampleBody },
    run: async ({ id, workflow }, { principal }) => {
      const now = ports.clock.now();
      await ports.validate(workflow, principal.accountId, now);
      const replaced = await ports.replace(id, workflow, principal.accountId, now);
      if (replaced === null) throw missingResource(workflowKind);
      return freeOutcome(replaced);
    },
  });
}

function listWorkflowsOperation({ list, clock }: WorkflowPorts): Operation {
  return defineListOperation({
    name: 'list_workflows',
    title: 'List workflows',
    description: 'Returns the workflows of the account, newest first, with their next and last runs.',
    path: '/v1/workflows',
    agent: { tool: 'workflow', action: 'list' },
    input: { query: listQuery },
    toCommand: ({ query }) => query,
    items: 'workflows',
    item: workflowSchema,
    example: { query: { limit: 100 } },
    list: (accountId, page) => list(accountId, page, clock.now()),
  });
}

function getWorkflowOperation({ find, clock }: WorkflowPorts): Operation {
  return defineGetOperation(workflowResource, {
    name: 'get_workflow',
    title: 'Get a workflow',
    description: 'Returns a workflow with its steps, its schedule and its last run.',
    agent: { tool: 'workflow', action: 'get' },
    output: workflowSchema,
    view: workflowView,
    find: (accountId, id) => find(accountId, id, clock.now()),
  });
}

function deleteWorkflowOperation({ remove }: WorkflowPorts): Operation {
  return defineDeleteOperation(workflowResource, {
    name: 'delete_workflow',
    title: 'Delete a workflow',
    description: 'Deletes a workflow and its schedule. Its runs remain until they expire.',
    agent: { tool: 'workflow', action: 'delete' },
    remove,
  });
}

function scheduleOperation({ schedule: setTo, clock }: WorkflowPorts): Operation {
  return defineOperation({
    name: 'schedule_workflow',
    title: 'Schedule a workflow',
    description:
      'Sets the schedule of a workflow. Scheduled runs start one at a time with the defaults of `inputs`. After downtime, one run replaces all missed runs.',
    price: 'free; runs cost 1 credit per started minute',
    method: 'PUT',
    path: '/v1/workflows/{id}/schedule',
    scope: 'write',
    writesToDisk: true,
    annotations: { readOnly: false, destructive: false, idempotent: true, openWorld: false },
    agent: { tool: 'workflow', action: 'schedule' },
    input: { path: workflowPath, body: scheduleBody },
    toCommand: ({ path, body }) => ({ id: path.id, schedule: toSchedule(body) as Schedule }),
    output: workflowSchema,
    view: savedWorkflowView,
    example: { path: { id: exampleId }, body: { cron: '30 2 * * *', timezone: 'Europe/Berlin' } },
    run: async ({ id, schedule }, { principal }) => {
      const scheduled = await setTo(principal.accountId, id, schedule, clock.now());
      if (scheduled === null) throw missingResource(workflowKind);
      return freeOutcome(scheduled);
    },
  });
}

const runBody = z.strictObject({
  inputs: secretField(z.record(z.string(), z.unknown()))
    .transform((inputs) => inputs as Record<string, Json>)
    .nullish()
    .describe('Inputs of the workflow. Missing ones get their defaults.'),
});

function startOperation({ start, clock }: WorkflowPorts): Operation {
  return defineOperation({
    name: 'run_workflow',
    title: 'Run a workflow',
    description:
      'Starts a run and returns it with the status `queued`. Poll GET /v1/runs/{run_id}, or wait for its job (`jid`). After a restart, a run resumes after its last completed step.',
    price: '1 credit per started minute; 5 more for each extraction in which a model supplies values',
    method: 'POST',
    path: '/v1/workflows/{id}/runs',
    scope: 'write',
    writesToDisk: true,
    annotations: { readOnly: false, destructive: true, idempotent: false, openWorld: true },
    agent: { tool: 'workflow', action: 'run' },
    input: { path: workflowPath, body: runBody },
    toCommand: ({ path, body }) => ({ id: path.id, inputs: body?.inputs ?? {} }),
    output: runSchema,
    view: runView,
    startedJob: createRunJob,
    example: { path: { id: exampleId }, body: { inputs: { words: 'lamp' } } },
    run: async ({ id, inputs }, { principal, requestId, commit }: OperationContext) =>
      freeOutcome(await start(id, inputs, { principal, requestId, commit }, clock.now())),
  });
}

function listRunsOperation({ find, listRuns, clock }: WorkflowPorts): Operation {
  return defineListOperation({
    name: 'list_workflow_runs',
    title: 'List the runs of a workflow',
    description: 'Returns the runs of a workflow, newest first.',
    path: '/v1/workflows/{id}/runs',
    agent: { tool: 'workflow', action: 'runs' },
    input: { path: workflowPath, query: listQuery },
    toCommand: ({ path, query }) => ({ id: path.id, ...query }),
    items: 'runs',
    item: runSummarySchema,
    example: { path: { id: exampleId }, query: { limit: 20 } },
    list: async (accountId, { id, ...page }) => {
      const listed = await listRuns(accountId, id, page);
      if (listed.total === 0 && (await find(accountId, id, clock.now())) === null)
        throw missingResource(workflowKind);
      return listed;
    },
  });
}

/** Returns the operations on workflows. */
export function workflowOperations(ports: WorkflowPorts): Operation[] {
  return [
    createOperation(ports),
    listWorkflowsOperation(ports),
    getWorkflowOperation(ports),
    replaceOperation(ports),
    deleteWorkflowOperation(ports),
    scheduleOperation(ports),
    startOperation(ports),
    listRunsOperation(ports),
  ];
}
