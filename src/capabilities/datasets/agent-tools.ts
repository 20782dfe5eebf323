import type { ToolListing } from '../../operations/declaration/operation.ts';

/** The MCP tools of this capability. */
export const datasetsTools: Readonly<Record<string, ToolListing>> = {
  dataset: {
    toolset: 'keep',
    title: 'Datasets',
    description:
      'Keeps records of a listing or of pages up to date and numbers every change. For records needed once use collect. Free; a refresh costs its pages.',
    fields: {
      did: '',
      name: '',
      source:
        '{"kind": "collect", "url", "fields"}, {"kind": "recipe", "rid"}, {"kind": "extract", "urls", "schema"} or {"kind": "records", "records"}',
      schedule: '',
      every: 'such as 6h',
      since: 'number of the last change you have',
      status: '',
      offset: '',
      limit: '',
    },
    actions: {
      create: '',
      list: '',
      get: '',
      records: '',
      changes: '',
      refresh: '',
      schedule: '',
      export: 'writes a file',
      delete: '',
    },
    advice: {
      not_found: 'Check the id; the tool dataset (action list) shows the datasets of this account.',
    },
  },
};
