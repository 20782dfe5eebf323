import { toWords } from './format.ts';

/** Returns the field of a JSON Pointer in words: the names of its path, with the position in a list beside the name of the list. */
export function fieldName(pointer: string): string {
  const names = pointer
    .split('/')
    .slice(1)
    .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'));
  const words: string[] = [];
  for (const name of names) {
    const list = words.at(-1);
    if (/^\d+$/.test(name) && list !== undefined) words[words.length - 1] = `${list} ${Number(name) + 1}`;
    else words.push(/^\d+$/.test(name) ? `Entry ${Number(name) + 1}` : toWords(name));
  }
  return words.length === 0 ? 'Value' : words.join(' › ');
}

/** Returns the words of the name of a field: `unit_cents` and `unitCents` are both `unit cents`. */
export function nameWords(name: string): string {
  return name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .split(/[\s_-]+/)
    .filter(Boolean)
    .join(' ')
    .toLowerCase();
}
