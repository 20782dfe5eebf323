import { createMcpHandler } from '@modelcontextprotocol/server';
import type { Principal } from '../../domain/account.ts';
import type { Clock } from '../../domain/clock.ts';
import type { CallPath } from '../../operations/call.ts';
import { createOwnCaller } from '../caller.ts';
import { type AgentServerOptions, createAgentServer } from './agent-server.ts';

/** What the endpoint for agents needs. */
export interface AgentEndpointOptions extends AgentServerOptions {
  callPath: CallPath;
  clock: Clock;
  onError(error: Error): void;
}

/** One request to the endpoint, whose key was found good. */
export interface AgentRequest {
  request: Request;
  principal: Principal;
  /** Where the service was reached: the only place that a browser may call from. */
  baseUrl: string;
}

/** Answers MCP over streamable HTTP. */
export interface AgentEndpoint {
  answer(request: AgentRequest): Promise<Response>;
}

/** Bytes of a request, as at the other doors. */
const maxBodyBytes = 2 * 1024 * 1024;

/** The endpoint for both eras of the protocol; nothing is kept between two requests. */
export function createAgentEndpoint({
  callPath,
  clock,
  onError,
  ...options
}: AgentEndpointOptions): AgentEndpoint {
  const openServer = createAgentServer(options);
  const handler = createMcpHandler(
    ({ authInfo }) => {
      const identity = authInfo?.extra as Pick<AgentRequest, 'principal' | 'baseUrl'>;
      return openServer(createOwnCaller({ callPath, clock, ...identity, origin: 'mcp' }));
    },
    { maxRequestBodySize: maxBodyBytes, onerror: onError },
  );
  return {
    async answer({ request, principal, baseUrl }) {
      const scopes = [...principal.scopes];
      // The token itself goes no further than the door.
      const authInfo = { token: '', clientId: principal.keyId, scopes, extra: { principal, baseUrl } };
      return handler.fetch(request, { authInfo });
    },
  };
}
