import { z } from 'zod';
import { writeAuditEntry } from '../../account/accounts/audit.ts';
import type { AccountChange } from '../../account/accounts/key-changes.ts';
import type { ModelEndpoint } from '../../domain/resources/model-endpoint.ts';
import { maskAddress } from '../../domain/secrets/mask-address.ts';
import { Failure } from '../../domain/system/failure.ts';
import { defineOperation, freeOutcome, type Operation } from '../../operations/declaration/operation.ts';
import { secretField } from '../../operations/declaration/secret-fields.ts';
import { withSchemaName } from '../../operations/schema-names.ts';
import { isWebUrl } from '../../operations/schemas/webhook-url.ts';
import type { Database } from '../../store/database.ts';
import { writeServiceSetting } from '../../store/service-settings.ts';
import { inTransaction } from '../../store/transaction.ts';

/** Where the model of the service comes from, without its key. */
export interface ModelDescription {
  source: 'environment' | 'database' | 'none';
  url: string | null;
  model: string | null;
  has_key: boolean;
  /** Path of a GGUF file. */
  file: string | null;
}

/** The model of the running service. */
export interface ModelSettings {
  describe(): ModelDescription;
  /** The endpoint of the database; null if there is none. */
  stored(): ModelEndpoint | null;
  /** Follows a change of the database. */
  refresh(): Promise<void>;
  /** Sends one question to an endpoint, or to the present model; null if there is none. */
  test(
    endpoint: ModelEndpoint | null,
    signal: AbortSignal,
  ): Promise<{ works: boolean; detail: string } | null>;
}

/** Dependencies of the operations on the model. */
export interface ModelSettingsPorts {
  settings: ModelSettings;
  database: Database;
  now(): Date;
}

const endpointFields = {
  url: z
    .string()
    .max(2_000)
    .refine(isWebUrl, 'must be an http or https URL without user name and password')
    .describe('base URL of an OpenAI-compatible chat completions API, such as `http://127.0.0.1:11434/v1`'),
  model: z
    .string()
    .trim()
    .min(1)
    .max(200)
    .nullish()
    .describe('name of the model; null: the first that the API lists'),
  // Other characters cannot stand in a header (RFC 9110 section 5.5).
  key: secretField(
    z
      .string()
      .trim()
      .max(2_000)
      .regex(/^[!-~]+$/, 'must consist of visible ASCII characters')
      .nullish(),
  ).describe('key of the API. Absent: the stored key, if the URL stays the same'),
};
const endpointBody = z.strictObject(endpointFields);
const scope = 'operator' as const;
const path = '/v1/admin/settings/model';

const descriptionSchema = withSchemaName(
  'ModelSettings',
  z.object({
    source: z
      .enum(['environment', 'database', 'none'])
      .describe(
        '`environment`: settings of the process, which prevail; `database`: set here; `none`: no model',
      ),
    url: z.string().nullable().describe('Base URL of the API, without secrets.'),
    model: z.string().nullable().describe('Name of the model. null: the first that the API lists.'),
    has_key: z.boolean().describe('True if requests carry a key, which is never returned.'),
    file: z.string().nullable().describe('Path of a GGUF model that runs in the process.'),
  }),
);

function toAnswer(description: ModelDescription): ModelDescription {
  return { ...description, url: description.url === null ? null : maskAddress(description.url) };
}

/** Returns the endpoint that a request describes. A stored key is never sent to another address than it was stored for. */
function toEndpoint(body: z.output<typeof endpointBody>, stored: ModelEndpoint | null): ModelEndpoint {
  const kept = stored !== null && stored.url === body.url ? stored.key : null;
  return { url: body.url, model: body.model ?? null, key: body.key === undefined ? kept : body.key };
}

/** Throws Failure `conflict` if the settings of the process decide. */
function requireFree({ settings }: ModelSettingsPorts): void {
  if (settings.describe().source === 'environment')
    throw new Failure(
      'conflict',
      'The settings of the process name a model, and they prevail. Remove WEBDATA_MODEL_URL or WEBDATA_MODEL_FILE and restart the service.',
    );
}

/** Stores the endpoint, or removes it, and uses it at once. */
async function changeEndpoint(
  ports: ModelSettingsPorts,
  change: AccountChange,
  endpoint: ModelEndpoint | null,
): Promise<ModelDescription> {
  const { settings, database } = ports;
  requireFree(ports);
  const answer: ModelDescription = toAnswer({
    source: endpoint === null ? 'none' : 'database',
    url: endpoint?.url ?? null,
    model: endpoint?.model ?? null,
    has_key: endpoint !== null && endpoint.key !== null,
    file: null,
  });
  await inTransaction(database, async (transaction) => {
    await writeServiceSetting(transaction, 'model', endpoint, change.at);
    const { accountId } = change.principal;
    const { url, model, has_key } = answer;
    await writeAuditEntry(transaction, change, {
      action: 'model_changed',
      accountId,
      subject: accountId,
      details: { url, model, has_key },
    });
    await change.commit(transaction, answer);
  });
  await settings.refresh();
  return answer;
}

/** Returns the model of the service. */
export function getModelOperation(ports: ModelSettingsPorts): Operation {
  return defineOperation({
    name: 'get_model',
    title: 'Get the model',
    description:
      'Returns which language model the service uses, and whether its settings or its database name it.',
    price: 'free',
    method: 'GET',
    path,
    scope,
    writesToDisk: false,
    annotations: { readOnly: true, destructive: false, idempotent: true, openWorld: false },
    input: {},
    toCommand: () => null,
    output: descriptionSchema,
    example: {},
    run: async () => freeOutcome(toAnswer(ports.settings.describe())),
  });
}

/** Sets the model of the service. */
export function setModelOperation(ports: ModelSettingsPorts): Operation {
  return defineOperation({
    name: 'set_model',
    title: 'Set the model',
    description:
      'Sets the language model of the service without a restart. It is kept encrypted in the database; other processes use it within ten seconds. Settings of the process prevail.',
    price: 'free',
    method: 'PUT',
    path,
    scope,
    writesToDisk: false,
    annotations: { readOnly: false, destructive: false, idempotent: true, openWorld: false },
    secretFields: ['key'],
    errors: ['conflict'],
    input: { body: endpointBody },
    toCommand: ({ body }) => body,
    output: descriptionSchema,
    example: { body: { url: 'http://127.0.0.1:11434/v1', model: 'qwen3:4b' } },
    run: async (body, { principal, requestId, commit }) => {
      const endpoint = toEndpoint(body, ports.settings.stored());
      return freeOutcome(
        await changeEndpoint(ports, { principal, requestId, at: ports.now(), commit }, endpoint),
      );
    },
  });
}

/** Removes the model of the database. */
export function removeModelOperation(ports: ModelSettingsPorts): Operation {
  return defineOperation({
    name: 'remove_model',
    title: 'Remove the model',
    description:
      'Removes the language model that was set with `PUT`, with its key. Values are then found by rules alone.',
    price: 'free',
    method: 'DELETE',
    path,
    scope,
    writesToDisk: false,
    annotations: { readOnly: false, destructive: true, idempotent: true, openWorld: false },
    errors: ['conflict'],
    input: {},
    toCommand: () => null,
    output: descriptionSchema,
    example: {},
    run: async (_, { principal, requestId, commit }) =>
      freeOutcome(await changeEndpoint(ports, { principal, requestId, at: ports.now(), commit }, null)),
  });
}

/** Sends one question to a model. */
export function testModelOperation(ports: ModelSettingsPorts): Operation {
  return defineOperation({
    name: 'test_model',
    title: 'Test a model',
    description:
      'Asks a model for a fact in one sentence: the one of the body before it is set, or without a body the present one. Takes up to a minute.',
    price: 'free',
    method: 'POST',
    path: `${path}/test`,
    scope,
    writesToDisk: false,
    annotations: { readOnly: true, destructive: false, idempotent: true, openWorld: true },
    secretFields: ['key'],
    input: { body: z.strictObject({ ...endpointFields, url: endpointFields.url.nullish() }) },
    toCommand: ({ body }) => body,
    output: z.object({
      works: z.boolean().describe('True if the model found the fact.'),
      detail: z.string().describe('What it answered, how fast and with how many tokens, or what is wrong.'),
    }),
    example: { body: { url: 'http://127.0.0.1:11434/v1', model: 'qwen3:4b' } },
    run: async ({ url, ...body }, { signal }) => {
      const { settings } = ports;
      const endpoint = url == null ? null : toEndpoint({ ...body, url }, settings.stored());
      const result = await settings.test(endpoint, signal);
      return freeOutcome(result ?? { works: false, detail: 'No model is configured.' });
    },
  });
}
