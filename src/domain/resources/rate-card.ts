/** Route of a page in receipts (docs/api/pages.md#receipts). */
export type Route =
  | 'http'
  | 'browser'
  | 'residential'
  | 'residential_browser'
  | 'unblock'
  | 'cache'
  | 'archive'
  | 'none';

/** Route that contacts the site. */
export type FetchingRoute = Exclude<Route, 'cache' | 'archive' | 'none'>;

/** Credits charged for the route that returned the result. Only routes that fetch a page have a price. */
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

/** Credits charged for work other than a page's route. */
export const itemPrices = {
  map: 1,
  search: 1,
  ai_extraction: 5,
  browser_minute: 1,
  read: 0,
} as const;

/** Rate card as returned by `GET /v1/catalog`. */
export const rateCard = {
  unit: 'credit',
  routes: routePrices,
  items: itemPrices,
  rules: [
    'Only the route that returned the result is charged.',
    'A page that loads with an error status (404, 500) costs its route, one that could not be loaded or stood behind a wall costs nothing.',
    'unblock is charged only if it succeeds.',
    'ai_extraction is charged only if a model was called and returned at least one value.',
  ],
} as const;

/** One line of a charge. */
export interface Charge {
  item: Route | keyof typeof itemPrices;
  credits: number;
}
