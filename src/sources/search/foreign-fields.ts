/** An object from elsewhere, whose fields may hold anything. */
export type Fields = Record<string, unknown>;

/** The value if it is an object, else one without fields. */
export function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};
}

const mostRows = 1_000;

/** The objects of a list, at most a thousand; none when it is no list. */
export function rowsOf(value: unknown): Fields[] {
  return Array.isArray(value)
    ? value.slice(0, mostRows).filter((row) => typeof row === 'object' && row !== null)
    : [];
}

/** The value if it is a text, else an empty one. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** The texts of a list. */
export function textsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.slice(0, mostRows).filter((one) => typeof one === 'string') : [];
}

/** The value if it is a whole number of pixels, or a text of one. */
export function pixelsOf(value: unknown): number | null {
  const number = typeof value === 'string' && /^\d{1,6}$/.test(value) ? Number(value) : value;
  return Number.isSafeInteger(number) && (number as number) > 0 ? (number as number) : null;
}
