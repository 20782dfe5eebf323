import type { ToolListing } from '../../operations/declaration/operation.ts';

/** The MCP tools of this capability. */
export const compareTools: Readonly<Record<string, ToolListing>> = {
  compare: {
    toolset: 'extract',
    title: 'Compare countries',
    description:
      'Reads one product or page from several countries and compares the prices in one currency. For one country use scrape with `country`. 1 credit for each country.',
    fields: {
      countries: '',
      url: '',
      urls: 'URL by country, instead of `url`',
      base_currency: '',
      schema: 'values to compare, instead of the price',
    },
    advice: {
      not_configured:
        'The operator of this instance has not set up exits in these countries, so a repeated call fails again. Use scrape without `country` for the page as this service sees it.',
    },
  },
};
