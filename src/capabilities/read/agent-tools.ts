import type { ToolListing } from '../../operations/declaration/operation.ts';

/** The MCP tools of this capability. */
export const readTools: Readonly<Record<string, ToolListing>> = {
  read: {
    toolset: 'read',
    title: 'Read a long page',
    description: 'Reads on in a long page by its `ref`, or reads help (ref `webdata://help/scrape`). Free.',
    fields: {
      ref: '',
      offset: '',
      section: 'id or heading',
      focus: 'return only the passages about these words',
    },
  },
};
