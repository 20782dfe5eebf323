import type { Registry } from '../../operations/declaration/registry.ts';
import { commandTextOf } from './command-paths.ts';
import type { Flag } from './flags.ts';

/** A route of the HTTP interface in a description, with the parameters that it names: `GET /v1/jobs/{jid}?limit=`. */
const route = /\b(GET|POST|PUT|PATCH|DELETE) (\/v1\/[\w/{}-]+)((?:[?&][a-z_]+=?)*)/g;
/** A text in code marks. */
const code = /`([^`]+)`/g;
/** The name of a field, with or without a value: `limit` or `network=auto`. */
const field = /^([a-z][a-z0-9_]*)(?:(?:=|: )"?([a-z0-9_]+)"?)?$/;

/** Returns the values of a path by the parameters of a route, `{name}` for a parameter itself; null for another route. */
function matchRoute(template: string, path: string): Record<string, string> | null {
  const [names, values] = [template.split('/'), path.split('/')];
  if (names.length !== values.length) return null;
  const isParameter = (name: string) => name.startsWith('{');
  if (names.some((name, at) => !isParameter(name) && name !== values[at])) return null;
  return Object.fromEntries(
    names.flatMap((name, at) => (isParameter(name) ? [[name.slice(1, -1), values[at] ?? '']] : [])),
  );
}

/** Returns the command of a route, with the values that stand in the place of its parameters; null for an unknown route. */
function commandOfRoute(method: string, path: string, registry: Registry): string | null {
  for (const operation of registry) {
    const values = operation.method === method ? matchRoute(operation.path, path) : null;
    if (values === null) continue;
    const text = commandTextOf(operation, values);
    const operands = Object.values(values).filter(
      (value) => !value.startsWith('{') && !text.endsWith(` ${value}`),
    );
    return [text, ...operands].join(' ');
  }
  return null;
}

/** Returns a text with commands in place of routes, in quotation marks. */
function withCommands(text: string, registry: Registry, program: string): string {
  return text.replaceAll(route, (whole, method: string, path: string, query: string) => {
    const command = commandOfRoute(method, path, registry);
    if (command === null) return whole;
    const flags = [...query.matchAll(/[a-z_]+/g)].map(([name]) => ` --${name.replaceAll('_', '-')}`);
    return `"${program} ${command}${flags.join('')}"`;
  });
}

/** Returns a text without the status codes of HTTP: a command fails instead. */
function withoutStatusCodes(text: string): string {
  return text
    .replaceAll(/ \([45]\d\d\)/g, '')
    .replaceAll(/the response is [45]\d\d/g, 'the command fails')
    .replaceAll(/(?:gets|returns) [45]\d\d(?: with Retry-After)?/g, 'fails');
}

/** Removes what a description says about null, which no flag can be. */
function withoutNull(text: string): string {
  return text.replace(/; null [^.;]*/, '');
}

/** Values of a field before a colon at the start of its description, such as `type: the text to type`. */
const label = /^[a-z_]+(?:, [a-z_]+)*: /;

function capitalize(text: string): string {
  if (label.test(text)) return text;
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

/** Returns true for a text after "such as" in its sentence: a value that can have the name of a field. */
function isExampleAt(text: string, at: number): boolean {
  return text.slice(text.lastIndexOf('. ', at) + 1, at).includes('such as');
}

/** Returns a marked text as the flag that it names, or else in quotation marks. */
function nameFlag(marked: string, flags: readonly Flag[]): string {
  const [, name = '', value] = field.exec(marked) ?? [];
  const flag = flags.find((one) => one.field === name);
  // A choice of a flag can have the name of a field, such as the format "screenshot".
  const isChoice = value === undefined && flags.some(({ choices }) => choices.includes(name));
  if (flag === undefined || isChoice) return `"${marked}"`;
  const [shown = ''] = flag.names;
  if (flag.field === 'async') return '--no-wait';
  if (value === 'false') return `--no-${shown}`;
  return value === undefined || value === 'true' ? `--${shown}` : `--${shown} ${value}`;
}

/**
 * Returns a text of the service in the words of the command line: routes become commands, marked fields of the operation become flags,
 * and other code marks become quotation marks.
 */
export function toCommandLineWords(
  text: string,
  flags: readonly Flag[],
  registry: Registry,
  program = 'webdata',
): string {
  const worded = text.replaceAll(code, (_, marked: string, at: number) => {
    const command = withCommands(marked, registry, program);
    if (command !== marked) return command;
    if (marked.startsWith('webdata ')) return `"${program}${marked.slice('webdata'.length)}"`;
    return isExampleAt(text, at) ? `"${marked}"` : nameFlag(marked, flags);
  });
  return withCommands(worded, registry, program);
}

/** Returns a description of the interface in the words of the command line, without what it says about null and status codes. */
export function toCommandLineText(text: string, flags: readonly Flag[], registry: Registry): string {
  return capitalize(toCommandLineWords(withoutStatusCodes(withoutNull(text)), flags, registry));
}
