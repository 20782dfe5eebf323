import type { Failure, ValidationError } from '../../domain/system/failure.ts';
import { pointerTokens } from '../../domain/values/json-pointer.ts';
import type { Registry } from '../../operations/declaration/registry.ts';
import type { OperationCommand } from './flags.ts';
import { toCommandLineWords } from './help-text.ts';
import { shortcuts } from './shortcuts.ts';

/** What the messages of the service are worded for: a command of this program. */
export interface Wording {
  registry: Registry;
  /** The command that starts the program. */
  programName: string;
  /** The command whose flags messages name; null for none. */
  command: OperationCommand | null;
}

/** Returns a message of the service in the words of the command line: routes become commands, and marked fields become flags. */
export function wordMessage(text: string, { registry, programName, command }: Wording): string {
  return toCommandLineWords(text, command?.flags ?? [], registry, programName);
}

/** Returns the place in a value, such as `[0].price`; a value of a flag that can be repeated has no number of its own. */
function placeText(tokens: readonly string[]): string {
  return tokens.map((token) => (/^\d+$/.test(token) ? `[${token}]` : `.${token}`)).join('');
}

/** Returns the names below the part of the request that a pointer starts with; a field of the body can be called like a part. */
function namesOf(pointer: string, { input }: OperationCommand['operation']): string[] {
  const tokens = pointerTokens(pointer);
  const [part, name = ''] = tokens;
  const isPart = (part === 'query' || part === 'path') && Object.hasOwn(input[part]?.shape ?? {}, name);
  return isPart ? tokens.slice(1) : tokens;
}

/** Returns the argument or flag that a JSON Pointer of the service names; the words of the pointer if there is none. */
function nameOf(pointer: string, { operation, positionals, flags }: OperationCommand): string {
  const [field = '', ...rest] = namesOf(pointer, operation);
  const shortcut = shortcuts[operation.name]?.find((one) => one.field === field && one.name === rest[0]);
  if (shortcut !== undefined) return `--${shortcut.name}`;
  if (positionals.some((one) => one.field === field && one.isRequired)) return field.toUpperCase();
  const flag = flags.find((one) => one.field === field);
  if (flag === undefined) return placeText([field, ...rest]).replace(/^\./, '');
  const [first, ...inner] = rest;
  const isRepeated = flag.isList && first !== undefined && /^\d+$/.test(first);
  return `--${flag.names[0]}${placeText(isRepeated ? inner : rest)}`;
}

function wordError({ pointer, detail }: ValidationError, wording: Wording): string {
  const message = wordMessage(detail, wording);
  if (pointer === '') return message;
  return `${wording.command === null ? pointer : nameOf(pointer, wording.command)}: ${message}`;
}

/** Returns the messages of a failed call in the words of the command line, one for each validation error. */
export function wordFailure(failure: Failure, wording: Wording): string[] {
  if (failure.errors.length === 0) return [wordMessage(failure.message, wording)];
  return failure.errors.map((error) => wordError(error, wording));
}
