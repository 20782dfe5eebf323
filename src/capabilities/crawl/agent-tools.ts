import type { ToolListing } from '../../operations/declaration/operation.ts';

/** The MCP tools of this capability. */
export const crawlTools: Readonly<Record<string, ToolListing>> = {
  crawl: {
    toolset: 'read',
    title: 'Crawl a site',
    description:
      'Reads many pages of a site in the background and returns a job: wait with job (follow), then use job (results). For a few known URLs use scrape. 1 credit for each page.',
    fields: {
      url: '',
      limit: 'pages',
      max_depth: 'links from the start page',
      include_paths: 'RE2 on the path',
      exclude_paths: '',
      country: '',
    },
  },
};
