import type { ToolListing } from '../../operations/declaration/operation.ts';

/** The MCP tools of this capability. */
export const workflowsTools: Readonly<Record<string, ToolListing>> = {
  workflow: {
    toolset: 'act',
    title: 'Workflows',
    description:
      'Saves browser tasks and runs them again with other inputs or on a schedule. For a task that is done once use browser. A run costs 1 credit for each started minute.',
    fields: {
      id: '',
      run_id: '',
      name: '',
      steps: '[{"type": "goto", "url"}, {"type": "click", "target"}, …]: see help',
      inputs: '',
      login: '',
      every: '',
      answer: '',
      offset: '',
      limit: '',
    },
    actions: {
      create: '',
      list: '',
      get: '',
      replace: '',
      delete: '',
      schedule: '',
      run: '',
      runs: '',
      get_run: '',
      records: '',
      cancel: '',
      retry: 'at the failed step',
      answer: 'answers the question of a run',
    },
    advice: {
      not_found:
        'Check the id; the tool workflow (action list) shows the workflows, and action runs the runs of one.',
    },
  },
};
