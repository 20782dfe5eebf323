import { Failure } from '../system/failure.ts';

/** Where a caller finds the identifiers of each kind of resource. */
const advice = {
  browser_session: ['browser session', 'List the sessions with GET /v1/browser.'],
  check: ['check', 'List the checks with GET /v1/monitors/{mid}/checks.'],
  dataset: ['dataset', 'List the datasets with GET /v1/datasets.'],
  delivery: ['delivery', 'List the deliveries with GET /v1/webhooks/deliveries.'],
  export: ['export', 'Create one with POST /v1/datasets/{did}/export.'],
  file: ['file', 'Use a link from a response of this service.'],
  job: ['job', 'List the jobs with GET /v1/jobs.'],
  key: ['active key', 'List the keys with GET /v1/keys.'],
  layout: ['layout', 'List the layouts with GET /v1/extract/layouts.'],
  login: ['saved login', 'List the logins with GET /v1/logins.'],
  monitor: ['monitor', 'List the monitors with GET /v1/monitors.'],
  receipt: ['receipt', 'Use the id of a receipt in a response of this service.'],
  recipe: ['recipe', 'List the recipes with GET /v1/recipes.'],
  request: ['request', 'List the identifiers with GET /v1/requests.'],
  run: ['run', 'List the runs of a workflow with GET /v1/workflows/{id}/runs.'],
  run_file: ['file', 'List the files of a run with GET /v1/runs/{run_id}.'],
  workflow: ['workflow', 'List the workflows with GET /v1/workflows.'],
} as const;

/** A kind of resource that belongs to an account and has an identifier. */
export type ResourceKind = keyof typeof advice;

/** Creates Failure `not_found` for a resource that the account does not have, or that belongs to another account. */
export function missingResource(kind: ResourceKind): Failure {
  const [name, whereToLook] = advice[kind];
  return new Failure('not_found', `There is no ${name} with this identifier. ${whereToLook}`);
}
