import type { ToolListing } from '../../operations/declaration/operation.ts';

/** The MCP tools of this capability. */
export const readTools: Readonly<Record<string, ToolListing>> = {
  read: {
    toolset: 'read',
    title: 'Read on',
    description:
      'Reads on in a long page by its `ref`, reads a stored file (ref `blob_…`, 1 credit) or help (ref `webdata://help/scrape`, or `…/monitor#create` for one action). Free.',
    fields: {
      ref: '',
      offset: '',
      section: 'id or heading',
      focus: 'return only the passages about these words',
    },
  },
};
