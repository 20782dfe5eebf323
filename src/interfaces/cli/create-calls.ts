import { text as readText } from 'node:stream/consumers';
import { fileFieldName } from '../../operations/declaration/file-field.ts';
import { isAddress } from './address-or-file.ts';
import type { OperationCommand } from './flags.ts';
import { UsageError } from './usage-error.ts';

/** Arguments of a command from which its calls are created. */
export interface CallArguments {
  /** Values of flags, by field. */
  fields: Record<string, unknown>;
  /** Positional arguments, in order. */
  operands: readonly string[];
}

async function readUrls(operands: readonly string[]): Promise<string[]> {
  const lists = operands.map(async (word) => {
    if (word !== '-') return [word];
    const text = await readText(process.stdin);
    return text
      .split(/\r?\n/)
      .map((line) => line.trim())
      .filter((line) => line !== '' && !line.startsWith('#'));
  });
  return (await Promise.all(lists)).flat();
}

/** Returns the calls of a command that takes files: one for each file, or one for all addresses if it takes those as well. */
function createFileCalls(
  { name, flags }: OperationCommand,
  { fields, operands }: CallArguments,
): Array<Record<string, unknown>> {
  const addresses = operands.filter(isAddress);
  if (addresses.length === 0) return operands.map((path) => ({ ...fields, [fileFieldName]: path }));
  if (!flags.some(({ field }) => field === 'urls'))
    throw new UsageError(`${name} takes a file, and ${addresses[0]} is an address; "scrape" reads addresses`);
  if (addresses.length < operands.length || fields.urls !== undefined)
    throw new UsageError(`${name} takes addresses or a file with addresses, not both`);
  return [{ ...fields, urls: addresses }];
}

/**
 * Returns the calls of a command line: one, one for each file, or several for a list of URLs that exceeds the limit per call.
 */
export async function createCalls(
  command: OperationCommand,
  input: CallArguments,
): Promise<Array<Record<string, unknown>>> {
  const { positionals, takesUrls, takesFiles, takesIds, flags } = command;
  const { fields, operands } = input;
  if (takesFiles && operands.length > 0) return createFileCalls(command, input);
  const [first] = positionals;
  if (takesIds && first !== undefined && operands.length > 1)
    return operands.map((id) => ({ ...fields, [first.field]: id }));
  if (takesUrls && (operands.length > 1 || operands.includes('-'))) {
    const addresses = await readUrls(operands);
    if (addresses.length === 0) throw new UsageError('no URL was given');
    const urlsPerCall = flags.find(({ field }) => field === 'urls')?.maxValues ?? addresses.length;
    const calls = Math.ceil(addresses.length / urlsPerCall);
    return Array.from({ length: calls }, (_, at) => ({
      ...fields,
      urls: addresses.slice(at * urlsPerCall, (at + 1) * urlsPerCall),
    }));
  }
  return [{ ...fields, ...Object.fromEntries(operands.map((word, at) => [positionals[at]?.field, word])) }];
}
