import type { Warning } from './outcome.ts';

/** Availability of a product as stated by a page. */
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

/** Price of a product as stated by a page. Crosses threads: plain data only. */
export interface OfferPrice {
  /** Text of the price, as on the page. */
  raw: string;
  /** Decimal string. */
  amount: string;
  /** ISO 4217; null if several currencies use the symbol and the page does not tell which. */
  currency: string | null;
  /** `from` is a lower bound, `range` one of several prices. */
  kind: 'exact' | 'range' | 'from';
  /** The upper end of a range, decimal string, or null. */
  upTo: string | null;
  /** Unit of the price if it is not for the whole product: `kg`, `month`. */
  unit: string | null;
  /** Previous or list price: decimal string, or null. */
  listAmount: string | null;
  /** Null if the page does not say. */
  taxIncluded: boolean | null;
  /** True if the page shows the price, instead of only carrying it as metadata. */
  isShown: boolean;
  /** Location of the price: a CSS-like path, or `json_ld[0].offers.price`. */
  locator: string;
  /** Reasons not to compare the price; empty if amount and currency are certain. */
  doubts: Warning[];
}

/** Identifiers of a product, as written on the page, or null. */
export interface ProductIdentity {
  /** Digits only: EAN, UPC or ISBN-13. */
  gtin: string | null;
  mpn: string | null;
  sku: string | null;
  brand: string | null;
  model: string | null;
  color: string | null;
  size: string | null;
}

/** Offer of a page. */
export interface PageOffer {
  name: string | null;
  price: OfferPrice | null;
  availability: Availability | null;
  identity: ProductIdentity;
  warnings: Warning[];
}

/** Options for reading offers: the exit country resolves currency symbols that several countries share. */
export interface OfferOptions {
  /** ISO 3166-1 alpha-2 of the exit, or null. */
  country: string | null;
}
