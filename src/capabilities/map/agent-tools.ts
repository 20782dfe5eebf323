import type { ToolListing } from '../../operations/declaration/operation.ts';

/** The MCP tools of this capability. */
export const mapTools: Readonly<Record<string, ToolListing>> = {
  map: {
    toolset: 'read',
    title: 'List URLs',
    description:
      'Lists the URLs of a site without reading them, to find the right page of a known site. 1 credit.',
    fields: {
      url: '',
      search: 'only URLs about these words',
      limit: '',
      include_subdomains: '',
    },
  },
};
