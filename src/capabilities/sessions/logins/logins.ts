import { z } from 'zod';
import { missingResource, type ResourceKind } from '../../../domain/resources/missing-resource.ts';
import { defineOperation, freeOutcome, type Operation } from '../../../operations/declaration/operation.ts';
import { defineReadOperation } from '../../../operations/declaration/read-operation.ts';
import { defineGetOperation, type Resource } from '../../../operations/declaration/resource-operations.ts';
import { loginSchema } from './login-schema.ts';
import type { LoginVault } from './login-vault.ts';

/** Saved logins, as a kind of resource. */
export const loginKind: ResourceKind = {
  name: 'saved login',
  advice: 'List the logins with GET /v1/logins.',
};

/** Path of a saved login. */
export const loginPath = z.strictObject({
  lid: z.string().min(1).max(100).describe('Identifier of the login.'),
});
/** Id of a login in examples. */
export const exampleLoginId = 'login_00000000000000000000000000';
const loginResource: Resource = {
  kind: loginKind,
  path: '/v1/logins/{lid}',
  idName: 'lid',
  id: loginPath.shape.lid,
  exampleId: exampleLoginId,
};

/** Dependencies of the operations on logins. */
export interface LoginPorts {
  logins: Pick<LoginVault, 'list' | 'find' | 'remove'>;
}

function listOperation({ logins }: LoginPorts): Operation {
  return defineReadOperation({
    name: 'list_logins',
    title: 'List saved logins',
    description:
      'Returns the saved logins of the account, newest first. Their cookies and storage are never returned.',
    path: '/v1/logins',
    scope: 'admin',
    agent: { tool: 'browser', action: 'logins' },
    input: {},
    toCommand: () => null,
    output: z.object({ logins: z.array(loginSchema).describe('Saved logins.') }),
    example: {},
    run: async (_, { principal }) => freeOutcome({ logins: await logins.list(principal.accountId) }),
  });
}

function getLoginOperation({ logins }: LoginPorts): Operation {
  return defineGetOperation(loginResource, {
    name: 'get_login',
    title: 'Get a saved login',
    description: 'Returns the site of a saved login and whether the login still works.',
    scope: 'admin',
    output: loginSchema,
    find: logins.find,
  });
}

function deleteOperation({ logins }: LoginPorts): Operation {
  return defineOperation({
    name: 'delete_login',
    title: 'Delete a saved login',
    description: 'Deletes a saved login with its cookies and storage. It cannot be restored.',
    price: 'free',
    method: 'DELETE',
    path: '/v1/logins/{lid}',
    scope: 'admin',
    writesToDisk: false,
    annotations: { readOnly: false, destructive: true, idempotent: true, openWorld: false },
    agent: {
      tool: 'browser',
      action: 'delete_login',
      advice: { not_found: 'Check the id: the action logins lists the saved logins.' },
    },
    input: { path: loginPath },
    toCommand: ({ path }) => path.lid,
    output: z.object({
      lid: z.string().describe('Identifier of the login.'),
      deleted: z.literal(true).describe('The resource no longer exists.'),
    }),
    example: { path: { lid: exampleLoginId } },
    async run(lid, { principal }) {
      if (!(await logins.remove(principal.accountId, lid))) throw missingResource(loginKind);
      return freeOutcome({ lid, deleted: true as const });
    },
  });
}

/** Returns the operations on saved logins. The browser step `save_login` creates logins. */
export function loginOperations(ports: LoginPorts): Operation[] {
  return [listOperation(ports), getLoginOperation(ports), deleteOperation(ports)];
}
