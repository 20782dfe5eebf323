import type { DatasetRecord } from '../../../../clients/typescript/src/index.ts';
import { fieldText } from './dataset-facts.ts';

type Data = DatasetRecord['data'];

/** Texts of records in lower case, which every search looks at. */
const texts = new WeakMap<Data, string>();

function textOf(data: Data): string {
  const known = texts.get(data);
  if (known !== undefined) return known;
  const text = Object.values(data).map(fieldText).join('\n').toLowerCase();
  texts.set(data, text);
  return text;
}

/** Records whose texts are made at a time, so that no task blocks the page. */
const sliceSize = 500;

/** Makes the texts of the records before the first search; returns a function that stops it. */
export function prepareSearch(records: readonly DatasetRecord[]): () => void {
  let timer = 0;
  const work = (from: number) => {
    for (const { data } of records.slice(from, from + sliceSize)) textOf(data);
    if (from + sliceSize < records.length) timer = window.setTimeout(() => work(from + sliceSize));
  };
  timer = window.setTimeout(() => work(0));
  return () => clearTimeout(timer);
}

/** Returns the records that have every word of a text, in a field or, for an empty name, in any. */
export function searchRecords(
  records: readonly DatasetRecord[],
  query: string,
  field: string,
): readonly DatasetRecord[] {
  const words = query.toLowerCase().split(' ').filter(Boolean);
  if (words.length === 0) return records;
  return records.filter(({ data }) => {
    const text = field === '' ? textOf(data) : fieldText(data[field]).toLowerCase();
    return words.every((word) => text.includes(word));
  });
}
