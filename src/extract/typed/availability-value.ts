import type { Json } from '../../domain/pages/extraction.ts';
import type { Availability } from '../../domain/pages/offer.ts';
import { findChoice } from '../words/phrases.ts';
import { parseAvailability } from './availability.ts';

/** Words of fields about availability. */
const availabilityWords =
  /^(?:stock|available|availability|instock|verfugbarkeit|disponibilite|disponible|lieferbar)$/;

/** Names of each availability in schemas, most exact first. */
const names: Readonly<Record<Availability, readonly string[]>> = {
  in_stock: ['in_stock', 'available', 'in stock'],
  limited: ['limited', 'LimitedAvailability', 'low_stock', 'low stock', 'in_stock', 'available', 'in stock'],
  preorder: ['preorder', 'pre-order', 'presale'],
  backorder: ['backorder', 'back-order', 'back order'],
  out_of_stock: ['out_of_stock', 'sold_out', 'unavailable', 'out of stock'],
  discontinued: ['discontinued', 'out_of_stock', 'sold_out', 'unavailable'],
};

/** Returns true if a field with these words is about availability. */
export function isAvailabilityField(words: readonly string[]): boolean {
  return words.some((word) => availabilityWords.test(word));
}

/** Returns the choice that a phrase of a shop means, such as "Only 3 left"; null if there is none. */
export function findAvailabilityChoice(text: string, choices: readonly Json[]) {
  const availability = parseAvailability(text);
  if (availability === null) return null;
  for (const name of names[availability]) {
    const choice = findChoice(name, choices);
    if (choice !== null) return choice;
  }
  return null;
}

/**
 * Returns true if a phrase of a shop means that the product can be bought now; null if it does not tell a field with these
 * words. What can only be ordered in advance is not in stock, although a shop may call it available.
 */
export function parseInStock(text: string, words: readonly string[]): boolean | null {
  const availability = parseAvailability(text);
  if (availability === null) return null;
  if (availability === 'in_stock' || availability === 'limited') return true;
  const isOrdered = availability === 'preorder' || availability === 'backorder';
  return isOrdered && !words.some((word) => /stock/.test(word)) ? null : false;
}
