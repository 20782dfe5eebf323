import { z } from 'zod';
import type {
  AccountChange,
  KeyChanges,
  KeyOptions,
  NewKeyDocument,
  SignInLink,
} from '../../account/accounts/key-changes.ts';
import type { KeyDocument } from '../../account/accounts/keys.ts';
import { type Scope, scopes } from '../../domain/resources/account.ts';
import { defineOperation, freeOutcome, type Operation } from '../../operations/declaration/operation.ts';
import { defineReadOperation } from '../../operations/declaration/read-operation.ts';
import { keyFields, keySchema, tokenField } from './key-schema.ts';

/** A new key that replaces an old one. */
type ReplacementKey = NewKeyDocument & { replaces: { key_id: string; valid_until: string } };

/** Dependencies of the key operations. */
export interface KeyPorts {
  listKeys(accountId: string): Promise<KeyDocument[]>;
  makeKey(change: AccountChange, options: KeyOptions): Promise<NewKeyDocument>;
  changeKey(change: AccountChange, keyId: string, changes: KeyChanges): Promise<KeyDocument>;
  replaceKey(change: AccountChange, keyId: string, graceMs: number): Promise<ReplacementKey>;
  endKey(change: AccountChange, keyId: string): Promise<void>;
  makeSignInLink<Answer>(
    change: AccountChange,
    options: { keyId: string; validMs: number },
    toAnswer: (link: SignInLink) => Answer,
  ): Promise<Answer>;
  now(): Date;
}

const id = z
  .string()
  .regex(/^[\w-]{1,100}$/)
  .describe('Identifier of the key.');
const exampleId = 'key_06f3p8k2v1s4m7q9w5x0y2z3a4';
/** One day, the same as the overlap of webhook secrets. */
const defaultGraceSeconds = 86_400;
const maxGraceSeconds = 30 * 86_400;

const name = z
  .string()
  .trim()
  .min(1)
  .max(200)
  .describe('Name of the key in lists and in the request history.');
const limits = {
  requests_per_minute: z
    .int()
    .min(1)
    .max(1_000_000_000)
    .nullish()
    .describe('Requests per minute. Must not exceed the limit of the account.'),
  concurrent: z
    .int()
    .min(1)
    .max(1_000_000)
    .nullish()
    .describe('Concurrent requests. Must not exceed the limit of the account.'),
  credits_per_day: z
    .int()
    .min(1)
    .max(1_000_000_000_000)
    .nullish()
    .describe(
      'Maximum credits per day (UTC) of everything that the key starts: requests, jobs, monitors, datasets, workflows and browsers.',
    ),
};

const keyBody = z.strictObject({
  name,
  scopes: z
    .array(z.enum(scopes))
    .min(1)
    .default(['read', 'write'])
    .describe(
      'Permissions: `read` gets stored pages and resources, `write` also reads pages of the web and creates and changes resources, `admin` also has keys, logins and the secret of webhooks, `operator` is for accounts and the model of the service. A key can grant only scopes that it has itself.',
    ),
  expires_at: z.iso
    .datetime({ offset: true })
    .nullish()
    .describe('Expiry time, as RFC 3339. Default: the key does not expire.'),
  ...limits,
});

function toKeyOptions(body: z.output<typeof keyBody>): KeyOptions {
  return {
    name: body.name,
    scopes: scopes.filter((scope: Scope) => body.scopes.includes(scope)),
    expiresAt: body.expires_at == null ? null : new Date(body.expires_at),
    requestsPerMinute: body.requests_per_minute ?? null,
    concurrent: body.concurrent ?? null,
    creditsPerDay: body.credits_per_day ?? null,
  };
}

/** Lists the active keys. */
export function listKeysOperation(ports: Pick<KeyPorts, 'listKeys'>): Operation {
  return defineReadOperation({
    name: 'list_keys',
    title: 'List keys',
    description: 'Returns the active keys of this account, oldest first, without their tokens.',
    path: '/v1/keys',
    scope: 'admin',
    input: {},
    toCommand: () => null,
    output: z.object({ keys: z.array(keySchema).describe('Active keys, oldest first.') }),
    example: {},
    run: async (_command, { principal }) => freeOutcome({ keys: await ports.listKeys(principal.accountId) }),
  });
}

/** Creates a key; its token is returned only once. */
export function createKeyOperation(ports: Pick<KeyPorts, 'makeKey' | 'now'>): Operation {
  return defineOperation({
    name: 'create_key',
    title: 'Create a key',
    description:
      'Creates a key for this account. The token `key` is returned only in this response; the service stores a digest of it. A key can grant at most its own scopes, lifetime and limits; keys that a key with `credits_per_day` creates share this limit.',
    price: 'free',
    method: 'POST',
    path: '/v1/keys',
    scope: 'admin',
    writesToDisk: false,
    annotations: { readOnly: false, destructive: false, idempotent: false, openWorld: false },
    secretFields: ['key'],
    input: { body: keyBody },
    toCommand: ({ body }) => toKeyOptions(body),
    output: z.object({ ...keyFields, key: tokenField }),
    example: { body: { name: 'reporting', scopes: ['read'] } },
    run: async (options, { principal, requestId, commit }) =>
      freeOutcome(await ports.makeKey({ principal, requestId, at: ports.now(), commit }, options)),
  });
}

/** Changes the name or the limits of a key. */
export function updateKeyOperation(ports: Pick<KeyPorts, 'changeKey' | 'now'>): Operation {
  return defineOperation({
    name: 'update_key',
    title: 'Change a key',
    description:
      'Changes the name or the limits of a key; `null` removes a limit, and fields that are absent stay as they are. `credits_per_day` changes for all keys that share it (`shares_credits_with`). A key with a limit cannot raise it, and can change only keys that share its `credits_per_day`.',
    price: 'free',
    method: 'PATCH',
    path: '/v1/keys/{id}',
    scope: 'admin',
    writesToDisk: false,
    annotations: { readOnly: false, destructive: false, idempotent: true, openWorld: false },
    input: {
      path: z.strictObject({ id }),
      body: z.strictObject({ name: name.optional(), ...limits }),
    },
    toCommand: ({ path, body }) => ({
      keyId: path.id,
      changes: {
        name: body.name,
        requestsPerMinute: body.requests_per_minute,
        concurrent: body.concurrent,
        creditsPerDay: body.credits_per_day,
      },
    }),
    output: keySchema,
    example: { path: { id: exampleId }, body: { credits_per_day: 500 } },
    run: async ({ keyId, changes }, { principal, requestId, commit }) =>
      freeOutcome(await ports.changeKey({ principal, requestId, at: ports.now(), commit }, keyId, changes)),
  });
}

/** Replaces a key; the old key stays valid for a grace period. */
export function rotateKeyOperation(ports: Pick<KeyPorts, 'replaceKey' | 'now'>): Operation {
  return defineOperation({
    name: 'rotate_key',
    title: 'Replace a key',
    description:
      'Creates a key with the name, scopes, expiry and limits of an existing key, and counts the credits of both together. The existing key stays valid for `grace_s` seconds, so that its users can switch to the new one.',
    price: 'free',
    method: 'POST',
    path: '/v1/keys/{id}/rotate',
    scope: 'admin',
    writesToDisk: false,
    annotations: { readOnly: false, destructive: true, idempotent: false, openWorld: false },
    secretFields: ['key'],
    errors: ['conflict'],
    input: {
      path: z.strictObject({ id }),
      body: z.strictObject({
        grace_s: z
          .int()
          .min(0)
          .max(maxGraceSeconds)
          .default(defaultGraceSeconds)
          .describe('Seconds for which the old key stays valid. 0 revokes it immediately.'),
      }),
    },
    toCommand: ({ path, body }) => ({ keyId: path.id, graceMs: body.grace_s * 1_000 }),
    output: z.object({
      ...keyFields,
      key: tokenField,
      replaces: z
        .object({
          key_id: z.string().describe('Identifier of the replaced key.'),
          valid_until: z.string().describe('Time until which the replaced key is valid (ISO 8601, UTC).'),
        })
        .describe('The replaced key.'),
    }),
    example: { path: { id: exampleId }, body: { grace_s: 3_600 } },
    run: async ({ keyId, graceMs }, { principal, requestId, commit }) =>
      freeOutcome(await ports.replaceKey({ principal, requestId, at: ports.now(), commit }, keyId, graceMs)),
  });
}

/** Creates a link with which a person signs in to the console. */
export function signInLinkOperation(ports: Pick<KeyPorts, 'makeSignInLink' | 'now'>): Operation {
  return defineOperation({
    name: 'create_sign_in_link',
    title: 'Invite a person to the console',
    description:
      'Creates a link with which one person signs in to the console once, with the scopes and the expiry of a key; the session lasts for a week. Create a key for each person: revoking it ends the sessions.',
    price: 'free',
    method: 'POST',
    path: '/v1/keys/{id}/link',
    scope: 'admin',
    writesToDisk: false,
    annotations: { readOnly: false, destructive: false, idempotent: false, openWorld: false },
    secretFields: ['url'],
    input: {
      path: z.strictObject({ id }),
      body: z.strictObject({
        valid_s: z
          .int()
          .min(60)
          .max(maxGraceSeconds)
          .default(7 * defaultGraceSeconds)
          .describe('Seconds for which the link is valid. Default: one week.'),
      }),
    },
    toCommand: ({ path, body }) => ({ keyId: path.id, validMs: body.valid_s * 1_000 }),
    output: z.object({
      key_id: z.string().describe('Identifier of the key.'),
      url: z
        .string()
        .nullable()
        .describe('Link, returned only once. null in a response that is replayed for an Idempotency-Key.'),
      expires_at: z.string().describe('Time until which the link can be used.'),
    }),
    example: { path: { id: exampleId }, body: { valid_s: 86_400 } },
    run: async ({ keyId, validMs }, { principal, requestId, commit, baseUrl }) => {
      const change = { principal, requestId, at: ports.now(), commit };
      const answer = await ports.makeSignInLink(change, { keyId, validMs }, ({ token, expiresAt }) => ({
        key_id: keyId,
        url: `${baseUrl}/?token=${token}`,
        expires_at: expiresAt.toISOString(),
      }));
      return freeOutcome(answer);
    },
  });
}

/** Revokes a key. */
export function revokeKeyOperation(ports: Pick<KeyPorts, 'endKey' | 'now'>): Operation {
  return defineOperation({
    name: 'revoke_key',
    title: 'Revoke a key',
    description:
      'Revokes a key immediately, including the key of this request. If no key is left, create one with `webdata keys create` on the data directory.',
    price: 'free',
    method: 'DELETE',
    path: '/v1/keys/{id}',
    scope: 'admin',
    writesToDisk: false,
    annotations: { readOnly: false, destructive: true, idempotent: false, openWorld: false },
    input: { path: z.strictObject({ id }) },
    toCommand: ({ path }) => path.id,
    output: z.object({
      key_id: z.string().describe('Identifier of the revoked key.'),
      revoked: z.literal(true).describe('The key is no longer valid.'),
    }),
    example: { path: { id: exampleId } },
    run: async (keyId, { principal, requestId, commit }) => {
      await ports.endKey({ principal, requestId, at: ports.now(), commit }, keyId);
      return freeOutcome({ key_id: keyId, revoked: true as const });
    },
  });
}
