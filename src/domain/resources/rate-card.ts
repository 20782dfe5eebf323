/** Route of a page in receipts (docs/api/pages.md#receipts). */
export type Route =
  | 'http'
  | 'browser'
  | 'residential'
  | 'residential_browser'
  | 'unblock'
  | 'cache'
  | 'archive'
  | 'upload'
  | 'none';

/** Route that contacts the site. */
export type FetchingRoute = Exclude<Route, 'cache' | 'archive' | 'upload' | 'none'>;

/** Credits charged for the route that returned the result. `upload` reads a file that the caller sent. */
export const routePrices: Readonly<Record<Route, number>> = {
  http: 1,
  browser: 1,
  residential: 5,
  residential_browser: 10,
  unblock: 25,
  cache: 0,
  archive: 1,
  upload: 1,
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
    'unblock is charged only if it succeeds, and upload only if the file was read.',
    'ai_extraction is charged only if a model was called and returned at least one value.',
  ],
} as const;

/** One line of a charge. */
export interface Charge {
  item: Route | keyof typeof itemPrices;
  credits: number;
}
