import { z } from 'zod';

/** Last method that looked for a value which was not found. */
export type SearchedBy = Record<string, 'rules' | 'model'>;

/** Schema of {@link SearchedBy}. */
export const searchedBySchema = z
  .record(z.string(), z.enum(['rules', 'model']))
  .describe(
    'What looked for each field of `missing`, by JSON Pointer. `rules`: no rule found a value; the page may state it, and a model could look for it. `model`: a model read the page as well and did not find it.',
  );

/** Returns what looked for each missing field; `asked` are the fields for which a model answered. */
export function createSearchedBy(missing: readonly string[], asked: readonly string[]): SearchedBy {
  const isAsked = (pointer: string) =>
    asked.some((field) => field === '' || pointer === field || pointer.startsWith(`${field}/`));
  return Object.fromEntries(missing.map((pointer) => [pointer, isAsked(pointer) ? 'model' : 'rules']));
}
