import { useState } from 'preact/hooks';
import { client } from '../../data/client.ts';
import { useCall } from '../../data/use-call.ts';
import { proposeFields, unitOf } from './propose-fields.ts';

/** A field that a dataset can have. */
export interface ProposedField {
  name: string;
  /** Name under which its values were read; another one than `name` until the records are read again. */
  readAs: string;
  isTicked: boolean;
  /** Sign of the currency on the page; null for other values. */
  unit: string | null;
  /** False if nothing on the page belongs to the name. */
  isFound: boolean;
}

/** The fields of a listing with some of its records. */
export interface Proposal {
  fields: readonly ProposedField[];
  records: readonly Record<string, unknown>[];
  /** Credits of the readings so far. */
  credits: number;
}

/** Returns true if a chosen field has another name than the one under which its values were read. */
export function hasNewNames({ fields }: Proposal): boolean {
  return fields.some(({ name, readAs, isTicked }) => isTicked && name !== readAs);
}

type Collected = Extract<Awaited<ReturnType<typeof client.value.collect>>, { records: unknown }>;

/** Records of the preview. */
const previewLimit = 10;

async function readRecords(url: string, names: readonly string[], signal: AbortSignal): Promise<Collected> {
  const fields = { url, fields: [...names], limit: previewLimit, max_pages: 1 };
  const answer = (await client.value.collect(fields, { signal })) as Collected;
  if (answer.error !== undefined) throw new Error(answer.error.message);
  return answer;
}

/** Finds the fields of a listing, and reads some of its records. A field whose value another one has is not ticked. */
async function propose(url: string, signal: AbortSignal): Promise<Proposal> {
  const inspected = await client.value.inspect({ url }, { signal });
  if (!('sources' in inspected)) throw new Error('The page was not read.');
  if (inspected.error !== undefined) throw new Error(inspected.error.message);
  const [source] = inspected.sources;
  const names = source === undefined ? [] : proposeFields(source.kind, source.fields);
  if (names.length === 0)
    throw new Error(
      'No list of records was found on this page. Name the fields yourself, or choose “Pages”.',
    );
  const { records, fields, receipt } = await readRecords(url, names, signal);
  const prices = new Map(
    (source?.fields ?? []).flatMap(({ name, type, example }) =>
      type === 'money' ? [[name, unitOf(example)] as const] : [],
    ),
  );
  const paths = new Set<string>();
  const found = names.flatMap((name): ProposedField[] => {
    const path = fields[name]?.path ?? null;
    if (path === null || fields[name]?.filled === 0) return [];
    const isNew = name === 'currency' || !paths.has(path);
    if (name !== 'currency') paths.add(path);
    return [{ name, readAs: name, isTicked: isNew, unit: prices.get(path) ?? null, isFound: true }];
  });
  return { fields: found, records, credits: inspected.receipt.credits + receipt.credits };
}

/** Reads the records again with other names. */
async function reread(url: string, before: Proposal, names: readonly string[], signal: AbortSignal) {
  const { records, fields, receipt } = await readRecords(url, names, signal);
  const known = new Map(before.fields.map((field) => [field.name, field]));
  const named = names.map((name) => ({
    name,
    readAs: name,
    isTicked: known.get(name)?.isTicked ?? true,
    unit: known.get(name)?.unit ?? null,
    isFound: (fields[name]?.path ?? null) !== null,
  }));
  return { fields: named, records, credits: before.credits + receipt.credits };
}

/** The proposal for an address: found, changed, and read again after a field has another name. */
export function useProposal() {
  const call = useCall<Proposal>();
  const [edited, setEdited] = useState<Proposal | null>(null);
  const proposal = edited ?? call.value;
  const start = (work: (signal: AbortSignal) => Promise<Proposal>) => {
    call.start(async (signal) => {
      const value = await work(signal);
      if (!signal.aborted) setEdited(value);
      return value;
    });
  };
  return {
    proposal,
    error: call.error,
    isRunning: call.isRunning,
    find(url: string) {
      setEdited(null);
      start((signal) => propose(url, signal));
    },
    tick(name: string, isTicked: boolean) {
      if (proposal === null) return;
      const fields = proposal.fields.map((field) => (field.name === name ? { ...field, isTicked } : field));
      setEdited({ ...proposal, fields });
    },
    /** Renames a field without another reading. */
    rename(before: string, after: string) {
      if (proposal === null) return;
      const fields = proposal.fields.map((field) =>
        field.name === before ? { ...field, name: after } : field,
      );
      setEdited({ ...proposal, fields });
    },
    /** Reads the records under the present names, to see what they find. */
    check(url: string) {
      if (proposal === null) return;
      const names = proposal.fields.map(({ name }) => name);
      start((signal) => reread(url, proposal, names, signal));
    },
    add(url: string, name: string) {
      const known = proposal ?? { fields: [], records: [], credits: 0 };
      start((signal) => reread(url, known, [...known.fields.map((field) => field.name), name], signal));
    },
  };
}
