import { nouns } from './command-paths.ts';
import type { Flag, OperationCommand } from './flags.ts';
import type { Example } from './help-format.ts';

function quote(text: string): string {
  return /^[\w./:@=,+-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

/** Returns a value of a flag as words of a command line. */
function flagWords({ names: [name = ''], type, isList }: Flag, value: unknown): string[] {
  if (type === 'boolean') return [value === true ? `--${name}` : `--no-${name}`];
  if (type === 'schedule' && typeof Object(value).every === 'string')
    return [`--${name} ${Object(value).every}`];
  const values = isList && Array.isArray(value) ? value : [value];
  return values.map(
    (one) => `--${name} ${quote(typeof one === 'object' ? JSON.stringify(one) : String(one))}`,
  );
}

/** Returns the command line of the example of an operation. */
function exampleLine({ name, fixed, positionals, flags, operation }: OperationCommand): string {
  const { path, query, body } = operation.example;
  const values: Record<string, unknown> = { ...path, ...query, ...body };
  const operands = positionals.flatMap(({ field }) =>
    field in values ? [quote(String(values[field]))] : [],
  );
  const isOperand = (field: string) => positionals.some((one) => one.field === field);
  const words = flags.flatMap((flag) =>
    flag.field in values && !isOperand(flag.field) && !(flag.field in fixed)
      ? flagWords(flag, values[flag.field])
      : [],
  );
  return [name, ...operands, ...words].join(' ');
}

/** Returns how a command is found that a user needs before or after this one. */
function neighbourExample({ name, operation }: OperationCommand, line: string): Example {
  const [noun = ''] = name.split(' ');
  const hasList = (nouns[noun]?.plural ?? null) !== null && name !== `${noun} list`;
  if (operation.input.path !== undefined && hasList) return ['Find the identifier', `${noun} list`];
  return ['Write the response to a file', `${line} -o ${noun}.json`];
}

/** Returns three examples of a command, made from the example of its operation; `purpose` says what it does. */
export function createExamples(command: OperationCommand, purpose: string): Example[] {
  const { operation } = command;
  const line = exampleLine(command);
  if (operation.responseStream === 'bytes')
    return [
      ['Write the file', `${line} -o file`],
      ['Print it', `${line} -o -`],
      neighbourExample(command, line),
    ];
  return [[purpose, line], ['Print the response as JSON', `${line} --json`], neighbourExample(command, line)];
}
