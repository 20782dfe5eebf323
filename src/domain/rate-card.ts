/** A way a page can come, and what a receipt may name as its route (api.md section 3). */
export type Route =
  | 'http'
  | 'browser'
  | 'residential'
  | 'residential_browser'
  | 'unblock'
  | 'cache'
  | 'archive'
  | 'none';

/** Credits charged for the route that gave the result. Only routes that fetch cost anything. */
export const routePrices: Readonly<Record<Route, number>> = {
  http: 1,
  browser: 1,
  residential: 5,
  residential_browser: 10,
  unblock: 25,
  cache: 0,
  archive: 1,
  none: 0,
};

/** Credits charged for work that is not a page's route. */
export const itemPrices = {
  map: 1,
  search: 1,
  ai_extraction: 5,
  browser_minute: 1,
  read: 0,
} as const;

/** The rate card as `GET /v1/catalog` shows it. */
export const rateCard = {
  unit: 'credit',
  routes: routePrices,
  items: itemPrices,
  rules: [
    'Only the route that gave the result is charged.',
    'A page that arrived with any HTTP status is charged its route, except a blocked one.',
    'A page that could not be loaded or passed costs 0.',
    'unblock is charged only when it succeeds.',
    'ai_extraction is added only when a model was called and gave at least one value.',
  ],
} as const;

/** One line of a bill. */
export interface Charge {
  item: Route | keyof typeof itemPrices;
  credits: number;
}
