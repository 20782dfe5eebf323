import type { ResourceKind } from '../../domain/resources/missing-resource.ts';

/** Runs of a workflow, in errors. */
export const runKind: ResourceKind = {
  name: 'run',
  advice: 'List the runs of a workflow with GET /v1/workflows/{id}/runs.',
};

/** Files of a run, in errors. */
export const runFileKind: ResourceKind = {
  name: 'file',
  advice: 'List the files of a run with GET /v1/runs/{run_id}.',
};

/** Workflows, in errors. */
export const workflowKind: ResourceKind = {
  name: 'workflow',
  advice: 'List the workflows with GET /v1/workflows.',
};
