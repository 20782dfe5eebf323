import { Option } from 'commander';
import type { Flag } from './flags.ts';
import { parseFlag } from './parse-flag.ts';
import type { Shortcut } from './shortcuts.ts';

/** An option of commander whose value is stored under the name of the field. */
class FieldOption extends Option {
  readonly #field: string;

  constructor(field: string, flags: string, description: string) {
    super(flags, description);
    this.#field = field;
  }

  override attributeName(): string {
    return this.#field;
  }
}

/** Returns the default of a flag as the help shows it; null if there is none worth showing. */
function defaultText({ type, defaultValue }: Flag): string | null {
  if (defaultValue === undefined || defaultValue === null || type === 'boolean') return null;
  if (Array.isArray(defaultValue)) return defaultValue.length === 0 ? null : defaultValue.join(', ');
  const text = typeof defaultValue === 'object' ? JSON.stringify(defaultValue) : String(defaultValue);
  return text === '' || text === '{}' ? null : text;
}

const defaultLabel = ' Default: ';

/** Removes the sentence `Default: …` at the end of a description: the help shows the default in its own form. */
function withoutDefault(description: string): string {
  const at = description.lastIndexOf(defaultLabel);
  const isLastSentence = at > 0 && description.indexOf('.', at) === description.length - 1;
  return isLastSentence ? description.slice(0, at) : description;
}

/** Hidden options that shell completion offers nevertheless. */
const completedOptions = new WeakSet<Option>();

/** Returns true for an option that shell completion offers. */
export function isCompleted(option: Option): boolean {
  return !option.hidden || completedOptions.has(option);
}

/** Both forms of a boolean flag work. The help shows one, and says how one that is on by default is turned off. */
function createBooleanOptions({ field, names: [name], description, defaultValue }: Flag): Option[] {
  const off = new FieldOption(field, `--no-${name}`, '').hideHelp();
  if (defaultValue === true) completedOptions.add(off);
  if (defaultValue !== true) return [new FieldOption(field, `--${name}`, withoutDefault(description)), off];
  const text = `${withoutDefault(description).replace(/\.$/, '')} (on by default; --no-${name} turns it off)`;
  return [new FieldOption(field, `--${name}`, text), off];
}

/** Names of values in the help; other types have their own name. */
const valueNames: Readonly<Partial<Record<Flag['type'], string>>> = {
  pairs: 'name:value',
  json: 'json|@file',
  json_or_text: 'text|json|@file',
  schedule: '6h|cron|paused',
};

function createValueOption(flag: Flag, name: string): Option {
  const type = flag.objectForm === null ? (valueNames[flag.type] ?? flag.type) : 'name=value|json|@file';
  const shownDefault = defaultText(flag);
  const option = new FieldOption(
    flag.field,
    `--${name} <${type}>${flag.isList || flag.objectForm !== null ? ' ...' : ''}`,
    shownDefault === null ? flag.description : withoutDefault(flag.description),
  );
  if (flag.choices.length > 0) option.choices(flag.choices);
  if (shownDefault !== null) option.default(flag.defaultValue, shownDefault);
  // The default is only for the help: values are added to those of the command line alone.
  return option.argParser((text: string, previous: unknown) =>
    parseFlag(flag, text, previous === flag.defaultValue ? undefined : previous),
  );
}

/** Creates the option of a shortcut, which sets a part of its field. */
export function createShortcutOption({
  name,
  field,
  valueName,
  isList,
  description,
  parse,
}: Shortcut): Option {
  const option = new FieldOption(field, `--${name} <${valueName}>${isList ? ' ...' : ''}`, description);
  return option.argParser(parse);
}

/** Creates the options of a flag; only the first one is shown in the help. */
export function createOptions(flag: Flag): Option[] {
  if (flag.type === 'boolean' && !flag.isList) return createBooleanOptions(flag);
  return flag.names.map((name, at) => createValueOption(flag, name).hideHelp(at > 0));
}
