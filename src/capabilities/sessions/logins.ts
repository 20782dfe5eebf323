import { z } from 'zod';
import { Failure } from '../../domain/failure.ts';
import { defineOperation, freeOutcome, type Operation } from '../../operations/operation.ts';
import { named } from '../../operations/schema-names.ts';
import type { LoginDocument, LoginVault } from './login-vault.ts';

const loginSchema: z.ZodType<LoginDocument> = named(
  'Login',
  z.object({
    lid: z.string(),
    name: z.string(),
    domain: z.string().describe('the site that it is of, and the only one that it is sent to'),
    country: z.string().nullable().describe('where it was made'),
    created_at: z.string(),
    saved_at: z.string(),
    last_used_at: z.string().nullable(),
    status: z.enum(['ok', 'expired']).describe('`expired`: the site asked to log in although it was used'),
  }),
);

const pathSchema = z.strictObject({ lid: z.string().min(1).max(100) });
const example = { path: { lid: 'login_00000000000000000000000000' } };
const missing = () => new Failure('not_found', 'there is no such login');

/** What the operations on logins need of the other rooms. */
export interface LoginPorts {
  logins: Pick<LoginVault, 'list' | 'find' | 'remove'>;
}

function listOperation({ logins }: LoginPorts): Operation {
  return defineOperation({
    name: 'list_logins',
    title: 'List saved logins',
    description: 'The saved logins of the account, the newest first. What they hold is never answered.',
    price: 'free',
    method: 'GET',
    path: '/v1/logins',
    scope: 'admin',
    stores: false,
    annotations: { readOnly: true, destructive: false, idempotent: true, openWorld: false },
    agent: { tool: 'browser', action: 'logins' },
    input: {},
    toCommand: () => null,
    output: z.object({ logins: z.array(loginSchema) }),
    example: {},
    run: async (_, { principal }) => freeOutcome({ logins: await logins.list(principal.accountId) }),
  });
}

function getOperation({ logins }: LoginPorts): Operation {
  return defineOperation({
    name: 'get_login',
    title: 'Look at a saved login',
    description: 'Whose login it is, and whether it still works.',
    price: 'free',
    method: 'GET',
    path: '/v1/logins/{lid}',
    scope: 'admin',
    stores: false,
    annotations: { readOnly: true, destructive: false, idempotent: true, openWorld: false },
    input: { path: pathSchema },
    toCommand: ({ path }) => path.lid,
    output: loginSchema,
    example,
    async run(lid, { principal }) {
      const found = await logins.find(principal.accountId, lid);
      if (found === null) throw missing();
      return freeOutcome(found);
    },
  });
}

function deleteOperation({ logins }: LoginPorts): Operation {
  return defineOperation({
    name: 'delete_login',
    title: 'Delete a saved login',
    description: 'Removes a saved login for good: nothing of what it held is kept.',
    price: 'free',
    method: 'DELETE',
    path: '/v1/logins/{lid}',
    scope: 'admin',
    stores: false,
    annotations: { readOnly: false, destructive: true, idempotent: true, openWorld: false },
    input: { path: pathSchema },
    toCommand: ({ path }) => path.lid,
    output: z.object({ lid: z.string(), deleted: z.boolean() }),
    example,
    async run(lid, { principal }) {
      if (!(await logins.remove(principal.accountId, lid))) throw missing();
      return freeOutcome({ lid, deleted: true });
    },
  });
}

/** The operations on saved logins; they are made by the step `save_login` of a browser session. */
export function loginOperations(ports: LoginPorts): Operation[] {
  return [listOperation(ports), getOperation(ports), deleteOperation(ports)];
}
