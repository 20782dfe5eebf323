/** Fields of an event that a template can contain as `{{name}}`. */
export const templateFields = [
  'title',
  'event',
  'name',
  'url',
  'summary',
  'details',
  'state',
  'check',
  'monitor',
  'link',
  'error',
  'at',
] as const;

/** One of {@link templateFields}. */
export type TemplateField = (typeof templateFields)[number];

/** Values of the fields; an empty text for a field that the event does not have. */
export type TemplateValues = Readonly<Record<TemplateField, string>>;

const open = '{{';
const close = '}}';
const known: ReadonlySet<string> = new Set(templateFields);

/** A text, or the name of a field. */
type Part = { text: string } | { field: string };

/** Splits a template in one pass; an opening without an end is text. */
function split(template: string): Part[] {
  const parts: Part[] = [];
  let from = 0;
  for (;;) {
    const start = template.indexOf(open, from);
    const end = start === -1 ? -1 : template.indexOf(close, start + open.length);
    if (end === -1) return [...parts, { text: template.slice(from) }];
    parts.push({ text: template.slice(from, start) });
    parts.push({ field: template.slice(start + open.length, end).trim() });
    from = end + close.length;
  }
}

/** Returns what is wrong with a template; null if all its fields exist. */
export function templateError(template: string): string | null {
  for (const part of split(template)) {
    if ('field' in part && !known.has(part.field))
      return `has no field {{${part.field.slice(0, 40)}}}. Use ${templateFields.join(', ')}`;
  }
  return null;
}

/** Fills the fields into a template. Values are not read as templates. */
export function fillTemplate(template: string, values: TemplateValues): string {
  return split(template)
    .map((part) => ('text' in part ? part.text : (values[part.field as TemplateField] ?? '')))
    .join('');
}
