import type { z } from 'zod';
import { jsonRows } from './json-rows.ts';
import { pageTexts } from './page-texts.ts';

/** The fields of a response as rows. */
interface OriginRows {
  /** Fields with the words of the service only. */
  own: string[];
  /** Fields that contain text from a page. */
  page: string[];
}

/** Writes the fields of a response as rows, those of the service apart from those in which its schema declares text from a page. */
export function originRows(schema: z.core.$ZodType, value: Readonly<Record<string, unknown>>): OriginRows {
  const rows: OriginRows = { own: [], page: [] };
  const names = Object.keys(value);
  for (const name of names) {
    // The other fields are null, so that the shape of the value stays the same.
    const alone = Object.fromEntries(names.map((one) => [one, one === name ? value[one] : null]));
    const isFromPage = pageTexts(schema, alone).length > 0;
    rows[isFromPage ? 'page' : 'own'].push(...jsonRows({ [name]: value[name] }));
  }
  return rows;
}
