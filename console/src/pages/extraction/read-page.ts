import { client, messageOf } from '../../data/client.ts';

/** Response of the operation `extract`. */
export type ExtractAnswer = Extract<
  Awaited<ReturnType<typeof client.value.extract>>,
  { evidence: unknown; receipt: unknown }
>;

type Evidence = ExtractAnswer['evidence'][string];

/** The values of a page, and its text; null if the text could not be read. */
export interface ExtractedPage {
  answer: ExtractAnswer;
  text: string | null;
  textError: string | null;
}

/** One value with its source. */
export interface ExtractedValue {
  /** JSON Pointer into the data. */
  pointer: string;
  value: unknown;
  /** Null for a field without a value. */
  evidence: Evidence | null;
  isUnverified: boolean;
  /** What looked for a field without a value; null for a field with one. */
  searchedBy: 'rules' | 'model' | null;
}

/** Seconds for which the text may come from the cache instead of another request to the site. */
const textMaxAge = 600;

function valueAt(data: unknown, pointer: string): unknown {
  const names = pointer.split('/').slice(1);
  return names.reduce<unknown>((value, name) => {
    if (typeof value !== 'object' || value === null) return undefined;
    return (value as Record<string, unknown>)[name.replaceAll('~1', '/').replaceAll('~0', '~')];
  }, data);
}

/** Lists the values in the order of the evidence, then the fields without a value. */
export function listValues({
  data,
  evidence,
  missing,
  searched_by: searchedBy,
  unverified,
}: ExtractAnswer): ExtractedValue[] {
  const found = Object.entries(evidence).map(([pointer, source]) => ({
    pointer,
    value: valueAt(data, pointer),
    evidence: source,
    isUnverified: unverified.includes(pointer),
    searchedBy: null,
  }));
  const empty = missing.map((pointer) => ({
    pointer,
    value: null,
    evidence: null,
    isUnverified: false,
    searchedBy: searchedBy[pointer] ?? 'rules',
  }));
  return [...found, ...empty];
}

async function readText(url: string, country: string | null, signal: AbortSignal): Promise<string> {
  const fields = {
    url,
    formats: ['text'],
    only_main_content: false,
    max_age: textMaxAge,
    ...(country !== null && { country }),
  } as Parameters<typeof client.value.scrape>[0];
  const page = (await client.value.scrape(fields, { signal })) as {
    text?: string;
    error?: { message: string };
  };
  if (page.text === undefined) throw new Error(page.error?.message ?? 'The page has no text.');
  return page.text;
}

/** Extracts values, and reads the text of the same page, in which the console highlights the quotes. */
export async function readPage(
  fields: Parameters<typeof client.value.extract>[0],
  signal: AbortSignal,
): Promise<ExtractedPage> {
  const answer = (await client.value.extract(fields, { signal })) as ExtractAnswer;
  const { country } = answer.receipt.exit ?? { country: null };
  try {
    return { answer, text: await readText(answer.url, country, signal), textError: null };
  } catch (error) {
    // The values are shown without the page.
    return { answer, text: null, textError: messageOf(error) };
  }
}
