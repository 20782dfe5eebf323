import { z } from 'zod';
import type { Change, KeyWish, NewKeyDocument } from '../../account/key-changes.ts';
import type { KeyDocument } from '../../account/keys.ts';
import { type Scope, scopes } from '../../domain/account.ts';
import { defineOperation, freeOutcome, type Operation } from '../../operations/operation.ts';
import { keyFields, keySchema, tokenField } from './key-schema.ts';

/** A key that replaces another. */
type ReplacingKey = NewKeyDocument & { replaces: { key_id: string; valid_until: string } };

/** What the operations about keys need of the other rooms. */
export interface KeyPorts {
  listKeys(accountId: string): Promise<KeyDocument[]>;
  makeKey(change: Change, wish: KeyWish): Promise<NewKeyDocument>;
  replaceKey(change: Change, keyId: string, graceMs: number): Promise<ReplacingKey>;
  endKey(change: Change, keyId: string): Promise<void>;
  now(): Date;
}

const id = z.string().regex(/^[\w-]{1,100}$/);
const exampleId = 'key_06f3p8k2v1s4m7q9w5x0y2z3a4';
/** A day, as long as webhook secrets overlap; a month at most. */
const usualGraceSeconds = 86_400;
const mostGraceSeconds = 30 * 86_400;

const keyBody = z.strictObject({
  name: z.string().trim().min(1).max(200).describe('tells keys apart in lists and in the history'),
  scopes: z
    .array(z.enum(scopes))
    .min(1)
    .default(['read', 'write'])
    .describe('`read`, `write`, `admin` (keys, webhooks and logins), `operator`; the maker’s own or fewer'),
  expires_at: z.iso.datetime({ offset: true }).nullish().describe('when it ends by itself'),
  requests_per_minute: z.int().min(1).max(1_000_000_000).nullish().describe('a bound below the account’s'),
  concurrent: z.int().min(1).max(1_000_000).nullish().describe('a bound below the account’s'),
});

function toWish(body: z.output<typeof keyBody>): KeyWish {
  return {
    name: body.name,
    scopes: scopes.filter((scope: Scope) => body.scopes.includes(scope)),
    expiresAt: body.expires_at == null ? null : new Date(body.expires_at),
    requestsPerMinute: body.requests_per_minute ?? null,
    concurrent: body.concurrent ?? null,
  };
}

/** The keys in force. */
export function listKeysOperation(ports: Pick<KeyPorts, 'listKeys'>): Operation {
  return defineOperation({
    name: 'list_keys',
    title: 'List keys',
    description: 'The keys of this account that are in force, oldest first. Tokens are never shown again.',
    price: 'free',
    method: 'GET',
    path: '/v1/keys',
    scope: 'admin',
    stores: false,
    annotations: { readOnly: true, destructive: false, idempotent: true, openWorld: false },
    input: {},
    toCommand: () => null,
    output: z.object({ keys: z.array(keySchema) }),
    example: {},
    run: async (_command, { principal }) => freeOutcome({ keys: await ports.listKeys(principal.accountId) }),
  });
}

/** A new key, whose token is shown once. */
export function createKeyOperation(ports: Pick<KeyPorts, 'makeKey' | 'now'>): Operation {
  return defineOperation({
    name: 'create_key',
    title: 'Make a key',
    description:
      'Makes a key for this account. Its token, `key`, is in this answer alone: only a digest of it is kept. A key gives its own scopes, lifetime and limits or less.',
    price: 'free',
    method: 'POST',
    path: '/v1/keys',
    scope: 'admin',
    stores: false,
    annotations: { readOnly: false, destructive: false, idempotent: false, openWorld: false },
    secretFields: ['key'],
    input: { body: keyBody },
    toCommand: ({ body }) => toWish(body),
    output: z.object({ ...keyFields, key: tokenField }),
    example: { body: { name: 'reporting', scopes: ['read'] } },
    run: async (wish, { principal, requestId, commit }) =>
      freeOutcome(await ports.makeKey({ principal, requestId, at: ports.now(), commit }, wish)),
  });
}

/** A key in the place of another, which stays valid for a while. */
export function rotateKeyOperation(ports: Pick<KeyPorts, 'replaceKey' | 'now'>): Operation {
  return defineOperation({
    name: 'rotate_key',
    title: 'Replace a key',
    description:
      'Makes a key with the name, scopes, expiry and limits of another, which stays valid for `grace_s` seconds, so that whoever uses it can be changed first.',
    price: 'free',
    method: 'POST',
    path: '/v1/keys/{id}/rotate',
    scope: 'admin',
    stores: false,
    annotations: { readOnly: false, destructive: true, idempotent: false, openWorld: false },
    secretFields: ['key'],
    refuses: ['conflict'],
    input: {
      path: z.strictObject({ id }),
      body: z.strictObject({
        grace_s: z
          .int()
          .min(0)
          .max(mostGraceSeconds)
          .default(usualGraceSeconds)
          .describe('seconds that the old key stays valid; 0 ends it at once'),
      }),
    },
    toCommand: ({ path, body }) => ({ keyId: path.id, graceMs: body.grace_s * 1_000 }),
    output: z.object({
      ...keyFields,
      key: tokenField,
      replaces: z.object({ key_id: z.string(), valid_until: z.string() }),
    }),
    example: { path: { id: exampleId }, body: { grace_s: 3_600 } },
    run: async ({ keyId, graceMs }, { principal, requestId, commit }) =>
      freeOutcome(await ports.replaceKey({ principal, requestId, at: ports.now(), commit }, keyId, graceMs)),
  });
}

/** The end of a key. */
export function revokeKeyOperation(ports: Pick<KeyPorts, 'endKey' | 'now'>): Operation {
  return defineOperation({
    name: 'revoke_key',
    title: 'Revoke a key',
    description:
      'Ends a key at once, be it the one that asks. When none is left, `webdata keys create` on the data directory makes one.',
    price: 'free',
    method: 'DELETE',
    path: '/v1/keys/{id}',
    scope: 'admin',
    stores: false,
    annotations: { readOnly: false, destructive: true, idempotent: false, openWorld: false },
    input: { path: z.strictObject({ id }) },
    toCommand: ({ path }) => path.id,
    output: z.object({ key_id: z.string(), revoked: z.literal(true) }),
    example: { path: { id: exampleId } },
    run: async (keyId, { principal, requestId, commit }) => {
      await ports.endKey({ principal, requestId, at: ports.now(), commit }, keyId);
      return freeOutcome({ key_id: keyId, revoked: true as const });
    },
  });
}
