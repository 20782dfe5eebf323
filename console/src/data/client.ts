import { computed } from '@preact/signals';
import {
  type CallOptions,
  type Client,
  createClient,
  WebdataError,
} from '../../../clients/typescript/src/index.ts';
import { operationTable } from '../../../clients/typescript/src/operations.ts';
import { reportLostConnection } from './connection.ts';
import { forgetSession, session } from './session.ts';

const unauthorized = 401;

/** Sends a request of the client with the identity of the session. */
async function fetchWithSession(input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
  const current = session.value;
  const headers = new Headers(init.headers);
  if (current?.key == null) {
    headers.delete('authorization');
    headers.set('x-csrf-token', current?.csrf_token ?? '');
  }
  const response = await fetch(input, { ...init, headers }).catch((error: unknown) => {
    if (init.signal?.aborted !== true) reportLostConnection();
    throw error;
  });
  if (response.status === unauthorized) {
    forgetSession('The session has ended, or the key was revoked. Sign in again.');
  }
  return response;
}

/** The client of the signed-in user. */
export const client = computed<Client>(() =>
  createClient({
    url: location.origin,
    key: session.value?.key ?? '',
    retries: 1,
    fetch: fetchWithSession as typeof fetch,
  }),
);

/** Fields of a call: path, query and body as one object. */
export type Fields = Record<string, unknown>;

type AnyMethod = (fields: Fields, options?: CallOptions) => unknown;

/** Converts the name of an operation, such as `act_on_job`, to the method of the client. */
export function methodName(operation: string): string {
  return operation.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/** Kind of the response of an operation: JSON, a stream of events, or a file. */
export function responseKind(operation: string): 'json' | 'events' | 'bytes' | null {
  const name = methodName(operation);
  return name in operationTable ? operationTable[name as keyof typeof operationTable].answers : null;
}

/** Calls an operation by its name; throws WebdataError. The result depends on {@link responseKind}. */
export function callOperation(operation: string, fields: Fields, options: CallOptions): unknown {
  const methods = client.value as unknown as Record<string, AnyMethod>;
  const method = methods[methodName(operation)];
  if (method === undefined) throw new Error(`The client has no operation ${operation}.`);
  return method(fields, options);
}

/** Returns the message of an error for the user. */
export function messageOf(error: unknown): string {
  if (!(error instanceof WebdataError)) return error instanceof Error ? error.message : String(error);
  const details = error.errors.map(({ pointer, detail }) =>
    pointer === '' ? detail : `${pointer}: ${detail}`,
  );
  return details.length > 0 ? details.join(' ') : error.message;
}

/** Saves the file that an operation returns, under its suggested name. */
export async function downloadFile(response: Response, fallbackName: string): Promise<void> {
  const disposition = response.headers.get('content-disposition') ?? '';
  const name = /filename="([^"]{1,200})"/.exec(disposition)?.[1] ?? fallbackName;
  const address = URL.createObjectURL(await response.blob());
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The browser needs the address until it has started the download.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
