import type { Json } from '../../../domain/pages/extraction.ts';
import { attribute } from '../../../page/parse/attributes.ts';

/** Values of one record by key. Keys are single tokens, so `/` and the key is a JSON Pointer. */
export type Row = Record<string, Json>;

/** Records of one structure, with the names of their keys. */
export interface Rows {
  rows: Row[];
  /** Element of each row; empty for rows that are not in the page. */
  nodes: number[];
  /** Last elements of the rows, if these are runs of siblings; `nodes` has the first ones. */
  lasts?: number[];
  /** Row of the table that names the group of each record; -1 for none. */
  groups?: number[];
  /** Alternative names of the keys: classes, labels and column headings. */
  names: Map<string, string[]>;
}

/** Maximum number of values of a record. */
export const maxCells = 120;
/** Maximum number of characters of a value. */
export const maxTextLength = 2_000;
const maxKeyLength = 120;
/** Maximum number of values of `data-` attributes of a record, which often serve only the scripts of a page. */
const maxDataCells = 24;
/** Maximum number of values at one place of a record: a row of colours must not displace what follows it. */
const maxRepeats = 8;

/** Attributes that contain values or URLs. */
export const machineAttributes = [
  attribute.href,
  attribute.src,
  attribute.dataSrc,
  attribute.datetime,
  attribute.content,
  attribute.value,
  attribute.title,
  attribute.alt,
  attribute.ariaLabel,
] as const;

/** Collects the values of one record. */
export class RowCollector {
  readonly row: Row = {};
  readonly #names: Map<string, string[]>;
  readonly #counts = new Map<string, number>();
  #size = 0;
  #dataSize = 0;

  constructor(names: Map<string, string[]>) {
    this.#names = names;
  }

  /** Adds the value of a `data-` attribute. */
  addData(place: string, value: string, names: readonly string[]): void {
    if (this.#dataSize >= maxDataCells) return;
    this.#dataSize++;
    this.add(place, value, names);
  }

  add(place: string, value: string, names: readonly string[]): void {
    const text = value.slice(0, maxTextLength);
    if (text === '' || this.#size >= maxCells) return;
    const count = (this.#counts.get(place) ?? 0) + 1;
    this.#counts.set(place, count);
    if (count > maxRepeats) return;
    const key = (count === 1 ? place : `${place} ${count}`).slice(-maxKeyLength);
    if (key === '__proto__' || Object.hasOwn(this.row, key)) return;
    this.row[key] = text;
    this.#size++;
    if (!this.#names.has(key)) this.#names.set(key, [...new Set(names)].slice(0, 8));
  }
}
