import type { ToolListing } from '../../operations/declaration/operation.ts';

/** The MCP tools of this capability. */
export const parseTools: Readonly<Record<string, ToolListing>> = {
  parse: {
    toolset: 'read',
    title: 'Read a file',
    description:
      'Reads a file that you have (PDF, Word, Excel, HTML and others) as Markdown, or returns typed values of it. For a file on the web use scrape with its URL. 1 credit; 5 more if a model supplied a value.',
    fields: {
      file: 'the bytes in base64',
      filename: '',
      base_url: 'URL of the page, for the links of HTML',
      focus: 'return only the passages about these words',
      schema: 'JSON Schema of values to extract',
      prompt: 'the values in words, instead of a schema',
    },
  },
};
