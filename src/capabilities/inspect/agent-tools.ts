import type { ToolListing } from '../../operations/declaration/operation.ts';

/** The MCP tools of this capability. */
export const inspectTools: Readonly<Record<string, ToolListing>> = {
  inspect: {
    toolset: 'extract',
    title: 'Inspect data sources',
    description:
      'Lists the data sources behind a page (JSON calls, embedded data, tables) with fields and pagination. To get the records use collect. 1 credit.',
    fields: {
      url: '',
      country: '',
    },
  },
};
