import { nameWords } from '../../text/field-name.ts';

/** A field of a source, as `inspect` states it. */
export interface SourceField {
  name: string;
  type: string;
  example: unknown;
}

const maxFields = 12;
const maxUnitLength = 4;
/** Names of elements, attributes and wrappers say nothing about a value. */
const plainNames: ReadonlySet<string> = new Set(
  'a b div em i img p small span strong td time h1 h2 h3 h4 h5 h6 item node attributes value text type'.split(
    ' ',
  ),
);
/** Words that need the name of what they belong to. */
const dependentNames: ReadonlySet<string> = new Set(['id', 'name', 'label', 'url', 'title', 'value']);

/** Returns the name of a value of a repeated element: the last word of its class, or what its type says. */
function nameInPage(selector: string, type: string): string | null {
  if (type === 'url') return 'link';
  if (type === 'image') return 'image';
  if (selector.startsWith('=')) return nameWords(selector.slice(1));
  const last = selector.split('>').at(-1) ?? '';
  if (last.includes('@') || last === '.') return null;
  const name = nameWords(last.split('.').at(-1) ?? '')
    .split(' ')
    .at(-1);
  if (name !== undefined && name !== '' && !plainNames.has(name) && !/^\d+$/.test(name)) return name;
  if (type === 'money') return 'price';
  if (type === 'date') return 'date';
  return /^(?:a|h\d)\b/.test(last) ? 'name' : null;
}

/** Returns the name of a value of data: its key, with that of its object if it says nothing alone. */
function nameInData(path: string): string | null {
  const parts = path.split('/').filter((part) => part !== '' && !part.startsWith('@'));
  const last = parts.at(-1);
  if (last === undefined || last === 'position' || path.split('/').at(-1) !== last) return null;
  const owner = parts.at(-2);
  const name = nameWords(last);
  const isDependent = dependentNames.has(name) && owner !== undefined && !plainNames.has(owner);
  return isDependent ? `${nameWords(owner)} ${name}` : name;
}

/** Returns the name of a column of a table; of a link in its cells, `link`. */
function nameInTable(column: string): string {
  return column.endsWith('@href') ? 'link' : column;
}

/** Names come first, addresses last. */
function rankOf(name: string): number {
  if (/^(?:(?:product|item|article|display) )?(?:name|title|headline|caption)$/.test(name)) return 0;
  return name === 'link' || name === 'image' ? 2 : 1;
}

/** Returns the sign or name of the currency in a price such as `$77.82`; null if the text has none. */
export function unitOf(example: unknown): string | null {
  const unit = typeof example === 'string' ? example.replaceAll(/[\d.,'’\s\u00a0–-]/g, '') : '';
  return unit === '' || unit.length > maxUnitLength ? null : unit;
}

/**
 * Proposes names for the fields of a source, in words with which `collect` finds them. Values that repeat another one are left
 * out; a price comes with its currency.
 */
export function proposeFields(kind: string, fields: readonly SourceField[]): string[] {
  const names: string[] = [];
  const examples = new Set<string>();
  const isInPage = kind === 'listing' || kind === 'microdata';
  for (const { name: path, type, example } of fields) {
    const bare = path.replace(/^\//, '');
    const name = kind === 'table' ? nameInTable(bare) : isInPage ? nameInPage(bare, type) : nameInData(path);
    const value = JSON.stringify(example);
    if (name === null || names.includes(name) || examples.has(value)) continue;
    names.push(name);
    examples.add(value);
    if (type === 'money' && !names.includes('currency')) names.push('currency');
  }
  return names.toSorted((one, other) => rankOf(one) - rankOf(other)).slice(0, maxFields);
}
