import type { Principal, Scope } from '../../domain/resources/account.ts';
import { isObject } from '../../domain/values/is-object.ts';
import type { Registry } from '../../operations/declaration/registry.ts';
import { createTools, type Tools } from './tools/tools.ts';

/** Returns the scope of the operation that a message calls and that the principal lacks; null if it lacks none. */
export type ScopeCheck = (message: unknown, principal: Principal) => Scope | null;

/** Returns the scope of the operation of a call; null if the call is not valid, which its result explains. */
function scopeOf(tools: Tools, name: string, args: Record<string, unknown>): Scope | null {
  try {
    return tools.find(name, args)?.operation.scope ?? null;
  } catch {
    // A Failure for arguments that no operation can have: the call itself answers with it.
    return null;
  }
}

/** Creates the check of the scope of a tool call, before the protocol library answers it with status 200. */
export function createScopeCheck(registry: Registry): ScopeCheck {
  // Created on the first call of a client whose scopes can grow.
  let tools: Tools | undefined;
  return (message, principal) => {
    if (!isObject(message) || message.method !== 'tools/call' || !isObject(message.params)) return null;
    const { name, arguments: args = {} } = message.params;
    if (typeof name !== 'string' || !isObject(args)) return null;
    tools ??= createTools(registry);
    const scope = scopeOf(tools, name, args);
    // No client can get the scope `operator`.
    return scope === null || scope === 'operator' || principal.scopes.includes(scope) ? null : scope;
  };
}
