/** Words that Python does not accept as names. */
const keywords = new Set(
  'False None True and as assert async await break class continue def del elif else except finally for from global if import in is lambda nonlocal not or pass raise return try while with yield'.split(
    ' ',
  ),
);

/** Names that a field of a pydantic model cannot have, because the base class has them. */
const modelNames = new Set(
  'construct copy dict from_orm json parse_file parse_obj parse_raw schema schema_json to_dict update_forward_refs validate'.split(
    ' ',
  ),
);

/** True if the name is an identifier that Python accepts. */
export function isIdentifier(name: string): boolean {
  return /^[A-Za-z_]\w*$/.test(name) && !keywords.has(name);
}

/** Returns the name of an argument: a keyword gets an underscore at its end. */
export function argumentName(name: string): string {
  return keywords.has(name) ? `${name}_` : name;
}

/** Returns the name of a field of a model: a keyword or a name of the base class gets an underscore at its end. */
export function fieldName(name: string): string {
  return keywords.has(name) || modelNames.has(name) ? `${name}_` : name;
}

/** Converts a name such as `act_on_job` to ActOnJob. */
export function pascalCase(name: string): string {
  return name.replaceAll(/(?:^|_)([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

/** Returns a JSON value as a Python literal. */
export function literal(value: unknown): string {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  return JSON.stringify(value);
}

/** Maximum length of a generated line, where it can be broken. */
export const maxWidth = 100;

/** Breaks a paragraph into lines of at most `width` characters; a longer word has a line of its own. */
function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(/\s+/).filter((part) => part !== '')) {
    const line = lines.at(-1);
    if (line !== undefined && line.length + 1 + word.length <= width) lines[lines.length - 1] += ` ${word}`;
    else lines.push(word);
  }
  return lines;
}

/** Returns a docstring of paragraphs, indented; an empty list if there is no text. */
export function docstring(paragraphs: ReadonlyArray<string | undefined>, indent: string): string[] {
  const texts = paragraphs.flatMap((text) => (text === undefined || text === '' ? [] : text.split('\n\n')));
  if (texts.length === 0) return [];
  const escaped = texts.map((text) => text.replaceAll('\\', '\\\\').replaceAll('"""', '\\"\\"\\"'));
  const width = maxWidth - indent.length;
  const lines = escaped.flatMap((text, at) => [...(at === 0 ? [] : ['']), ...wrap(text, width - 6)]);
  const [first = ''] = lines;
  // A quotation mark at the end would belong to the closing marks.
  if (lines.length === 1 && !first.endsWith('"')) return [`${indent}"""${first}"""`];
  const body = lines.map((line, at) => (at === 0 ? `${indent}"""${line}` : `${indent}${line}`.trimEnd()));
  return [...body, `${indent}"""`];
}
