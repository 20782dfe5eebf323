import { type Answer, decodeText, type Operation } from '../../operations/declaration/operation.ts';
import type { Registry } from '../../operations/declaration/registry.ts';
import { splitInput } from '../../operations/split-input.ts';
import type { Caller } from '../caller.ts';

/** A kind of resource that one operation returns as JSON. */
interface JsonResource {
  operation: string;
  /** The operation that lists the documents, and the field with the list; absent if none lists them. */
  list?: { operation: string; field: string };
  /** Name of the identifier in the operation and in the URI template. */
  idName: string;
  title: string;
  description: string;
  /** The next step after an unknown identifier. */
  advice: string;
}

/** Jobs, datasets and receipts by the first part of their URI. */
const jsonResources: Readonly<Record<string, JsonResource>> = {
  job: {
    operation: 'get_job',
    list: { operation: 'list_jobs', field: 'jobs' },
    idName: 'jid',
    title: 'Job',
    description: 'State of a background job as JSON: pages by outcome and credits.',
    advice: 'Check the id; the tool job (action list) shows the jobs of this account.',
  },
  dataset: {
    operation: 'get_dataset',
    list: { operation: 'list_datasets', field: 'datasets' },
    idName: 'did',
    title: 'Dataset',
    description: 'A dataset as JSON: source, columns, schedule and last refresh, without its records.',
    advice: 'Check the id; the tool dataset (action list) shows the datasets of this account.',
  },
  receipt: {
    operation: 'get_receipt',
    idName: 'receipt_id',
    title: 'Receipt',
    description: 'Signed receipt of a call or of one page as JSON, by its id.',
    advice: 'Use the id of a receipt (rct_…) in a tool result.',
  },
};

/** Maximum number of documents that are proposed. */
const maxListed = 100;

function findResource(kind: string): JsonResource | null {
  return Object.hasOwn(jsonResources, kind) ? (jsonResources[kind] ?? null) : null;
}

function templateOf(name: string, idName: string): string {
  return `webdata://${name}/{${idName}}`;
}

/** URI templates of the resources that are JSON. */
export const jsonResourceTemplates = Object.entries(jsonResources).map(
  ([name, { idName, title, description }]) => ({
    uriTemplate: templateOf(name, idName),
    name,
    title,
    description,
    mimeType: 'application/json',
  }),
);

/** Reads resources that are JSON. */
export interface JsonResourceReader {
  /** Returns the JSON text of a resource; null for another kind. Throws Failure. */
  read(caller: Caller, kind: string, id: string, signal: AbortSignal): Promise<string | null>;
  /** Returns the identifiers of the newest documents with a URI template, at most a hundred; none for another template. Throws Failure. */
  list(caller: Caller, uriTemplate: string, signal: AbortSignal): Promise<string[]>;
  /** Returns the next step after a resource of this kind was not found, or null. */
  advice(kind: string): string | null;
}

/** Returns the value of a JSON response, and null for a file or stream. */
export function readJson(answer: Answer): unknown {
  if (answer.kind === 'json') return answer.value;
  return answer.kind === 'json_text' ? JSON.parse(decodeText(answer.text)) : null;
}

/** Creates the reader, which calls the same operations as HTTP. */
export function createJsonResourceReader(registry: Registry): JsonResourceReader {
  const findOperation = (name: string) => registry.find((operation) => operation.name === name) as Operation;
  async function readValue(
    caller: Caller,
    name: string,
    fields: Record<string, unknown>,
    signal: AbortSignal,
  ) {
    const operation = findOperation(name);
    const { answer } = await caller.call({ operation, input: splitInput(operation, fields), signal });
    return readJson(answer);
  }
  return {
    async read(caller, kind, id, signal) {
      const resource = findResource(kind);
      if (resource === null) return null;
      return JSON.stringify(await readValue(caller, resource.operation, { [resource.idName]: id }, signal));
    },
    async list(caller, uriTemplate, signal) {
      const found = Object.entries(jsonResources).find(
        ([name, { idName }]) => templateOf(name, idName) === uriTemplate,
      );
      const [, { list, idName } = { list: undefined, idName: '' }] = found ?? [];
      if (list === undefined) return [];
      const value = (await readValue(caller, list.operation, { limit: maxListed }, signal)) as Record<
        string,
        Record<string, string>[]
      >;
      return (value[list.field] ?? []).flatMap((document) => document[idName] ?? []);
    },
    advice: (kind) => findResource(kind)?.advice ?? null,
  };
}
