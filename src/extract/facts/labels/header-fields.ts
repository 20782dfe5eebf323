import type { JoinedLabel } from './joined-labels.ts';

const maxFields = 40;
const field = /^([A-Za-z][A-Za-z-]{1,40}|\p{Lu}[\p{L}\p{M} -]{1,40}):\s+(\S.*)$/u;

/**
 * Returns the fields at the start of preformatted text, such as the header of a message (RFC 5322, 2.2): a name, a colon and a
 * value on each line, which lines that start with a blank continue. Fewer than two fields are none.
 */
export function readHeaderFields(text: string): JoinedLabel[] {
  const fields: JoinedLabel[] = [];
  for (const line of text.replace(/^\s*\n/, '').split(/\r?\n/)) {
    const [, label, value] = field.exec(line) ?? [];
    const last = fields.at(-1);
    if (label !== undefined && value !== undefined) fields.push({ label, value: value.trim() });
    else if (last !== undefined && /^[ \t]+\S/.test(line)) last.value += ` ${line.trim()}`;
    else break;
    if (fields.length >= maxFields) break;
  }
  return fields.length < 2 ? [] : fields;
}
