import type { PageMetadata } from '../../domain/pages/page.ts';
import { removeInvisibleCharacters } from './invisible-characters.ts';

/** Removes the characters that a person cannot see from the texts of metadata. */
export function cleanMetadata(metadata: PageMetadata): PageMetadata {
  const clean = (value: unknown): unknown => {
    if (typeof value === 'string') return removeInvisibleCharacters(value);
    return Array.isArray(value) ? value.map(clean) : value;
  };
  return Object.fromEntries(Object.entries(metadata).map(([name, value]) => [name, clean(value)]));
}
