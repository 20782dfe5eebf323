import { isObject } from '../../domain/values/is-object.ts';
import type { Registry } from '../../operations/declaration/registry.ts';
import type { Caller } from '../caller.ts';
import { commandPathsOf } from './command-paths.ts';
import type { OperationCommand } from './flags.ts';
import { callByName, documentOf } from './follow-job.ts';
import { listFieldOf } from './render.ts';
import { UsageError } from './usage-error.ts';

/** The field of the identifier in lists of resources that have names, by noun. */
const idFields: Readonly<Record<string, string>> = {
  key: 'key_id',
  monitor: 'mid',
  dataset: 'did',
  recipe: 'rid',
  workflow: 'id',
  login: 'lid',
};

function nounOf({ name }: OperationCommand): string {
  return name.split(' ')[0] ?? '';
}

/** Returns the argument of a command that can be the name of a resource; null for none. */
export function nameField(command: OperationCommand): string | null {
  const [field = ''] = command.positionals.map((one) => one.field);
  const isPath = field in (command.operation.input.path?.shape ?? {});
  return isPath && Object.hasOwn(idFields, nounOf(command)) ? field : null;
}

/** Identifiers have a prefix and an underscore; names that look like one are taken as identifiers. */
const identifier = /^[a-z]+_[0-9a-z]+$/;

/** Number of resources of one call, which each list can return, and maximum number of calls. */
const listLimit = 100;
const maxCalls = 50;

interface NameLookup {
  command: OperationCommand;
  registry: Registry;
  caller: Caller;
  signal: AbortSignal;
}

/** Returns the identifiers of the resources with a name. */
async function findNamed(
  noun: string,
  name: string,
  { registry, caller, signal }: NameLookup,
): Promise<string[]> {
  const list = registry.find((one) => commandPathsOf(one)[0].words.join(' ') === `${noun} list`);
  const rowsField = list === undefined ? null : listFieldOf(list);
  if (list === undefined || rowsField === null) return [];
  const query = list.input.query?.shape ?? {};
  const found: string[] = [];
  let offset: number | null = 0;
  for (let calls = 0; offset !== null && calls < maxCalls; calls += 1) {
    const fields = {
      ...('limit' in query && { limit: listLimit }),
      ...('offset' in query && offset > 0 && { offset }),
    };
    const document = documentOf(await callByName(registry, caller, list.name, fields, signal));
    if (!isObject(document) || !Array.isArray(document[rowsField])) break;
    for (const row of document[rowsField])
      if (isObject(row) && row.name === name) found.push(String(row[idFields[noun] ?? 'id']));
    offset = typeof document.next_offset === 'number' ? document.next_offset : null;
  }
  return found;
}

/**
 * Returns the fields of a call with the identifier of a resource in place of its name. Throws UsageError if no resource, or more than
 * one, has the name.
 */
export async function resolveName(
  fields: Readonly<Record<string, unknown>>,
  lookup: NameLookup,
): Promise<Readonly<Record<string, unknown>>> {
  const field = nameField(lookup.command);
  const name = field === null ? null : fields[field];
  if (field === null || typeof name !== 'string' || identifier.test(name)) return fields;
  const noun = nounOf(lookup.command);
  const [id, ...others] = await findNamed(noun, name, lookup);
  if (id === undefined)
    throw new UsageError(`there is no ${noun} "${name}"; "webdata ${noun} list" shows identifiers and names`);
  if (others.length > 0)
    throw new UsageError(
      `several have the name "${name}": ${[id, ...others].join(', ')}; use the identifier`,
    );
  return { ...fields, [field]: id };
}
