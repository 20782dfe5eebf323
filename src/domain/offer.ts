import type { Warning } from './outcome.ts';

/** Whether a product can be had, as a page says. */
export const availabilities = [
  'in_stock',
  'limited',
  'preorder',
  'backorder',
  'out_of_stock',
  'discontinued',
] as const;

/** One of {@link availabilities}. */
export type Availability = (typeof availabilities)[number];

/** What a page asks for a product. Plain data: crosses threads. */
export interface OfferPrice {
  /** As the page writes it. */
  raw: string;
  /** Decimal string. */
  amount: string;
  /** ISO 4217; null when the sign is of several currencies and nothing on the page tells whose. */
  currency: string | null;
  /** `from` is a lower bound, `range` one of several prices. */
  kind: 'exact' | 'range' | 'from';
  /** The upper end of a range, decimal string, or null. */
  upTo: string | null;
  /** What the price is for when not for the thing itself: `kg`, `month`. */
  unit: string | null;
  /** What it cost before, or is said to be worth: decimal string, or null. */
  listAmount: string | null;
  /** Null when the page does not say. */
  taxIncluded: boolean | null;
  /** Whether the page shows it, rather than only carrying it for machines. */
  isShown: boolean;
  /** Where it stands: a CSS-like path, or `json_ld[0].offers.price`. */
  locator: string;
  /** Why the price must not be compared: empty when amount and currency are beyond doubt. */
  doubts: Warning[];
}

/** What tells one product from another. All as the page writes it, or null. */
export interface ProductIdentity {
  /** Digits alone: EAN, UPC, ISBN-13. */
  gtin: string | null;
  mpn: string | null;
  sku: string | null;
  brand: string | null;
  model: string | null;
  color: string | null;
  size: string | null;
}

/** What a page offers. */
export interface PageOffer {
  name: string | null;
  price: OfferPrice | null;
  availability: Availability | null;
  identity: ProductIdentity;
  warnings: Warning[];
}

/** From where a page is looked at, for signs that several countries share. */
export interface OfferWish {
  /** ISO 3166-1 alpha-2 of the exit, or null. */
  country: string | null;
}
