import type { ToolListing } from '../../operations/declaration/operation.ts';

/** The MCP tools of this capability. */
export const jobsTools: Readonly<Record<string, ToolListing>> = {
  job: {
    toolset: 'read',
    title: 'Background jobs',
    description: 'Background jobs of crawl, collect and others. Free but for start.',
    fields: {
      jid: '',
      focus: 'words to find in the pages',
      last_event_id: 'of the last follow',
      offset: '',
      limit: '',
      status: '',
      urls: 'to read (start)',
      schema: 'JSON Schema of values to extract (start)',
      prompt: '',
    },
    actions: {
      start: 'reads up to 100,000 URLs; 1 credit each',
      list: '',
      get: '',
      results: 'the delivered pages',
      find: '',
      follow: 'waits up to 50 seconds for the end',
      cancel: '',
      pause: '',
      resume: '',
      retry: 'reads failed pages again',
    },
    advice: {
      not_found: 'Check the id; the tool job (action list) shows the jobs of this account.',
    },
  },
};
