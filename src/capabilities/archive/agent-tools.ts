import type { ToolListing } from '../../operations/declaration/operation.ts';

/** The MCP tools of this capability. */
export const archiveTools: Readonly<Record<string, ToolListing>> = {
  archive: {
    toolset: 'keep',
    title: 'Web archives',
    description: 'Reads old copies of pages. For the live page use scrape. 1 credit for each copy.',
    fields: {
      action:
        'get: the copy `at` a date; snapshots: real changes; diff: `at` with `compare_to`; history: values over time; urls: all URLs that a site had',
      url: '',
      at: '2019, 2019-06 or 2019-06-30',
      compare_to: '`live` or a date',
      since: '',
      until: '',
      focus: '',
      schema: '',
      prompt: 'values in words',
      search: '',
      limit: '',
    },
  },
};
