import type { Principal, Scope } from '../../../domain/resources/account.ts';
import { Failure } from '../../../domain/system/failure.ts';
import type { HttpContext } from '../http-context.ts';
import { bearerToken } from '../response/metrics-response.ts';
import { type ChallengeError, challengeOf, defaultOauthScopes, resourceOf } from './oauth-metadata.ts';
import type { OauthPorts } from './oauth-ports.ts';

/** Dependencies of {@link createAgentAuthentication}. */
export interface AgentAuthenticationOptions {
  /** Returns the principal of an API key. Throws Failure `unauthorized`. */
  authenticate(token: string | null): Promise<Principal>;
  oauth: Pick<OauthPorts, 'isAccessToken' | 'findPrincipal'>;
  /** Returns the issuer for a request; null if OAuth is not available at its address. */
  issuer(context: HttpContext): string | null;
}

/** An authenticated MCP client. */
export interface Agent {
  principal: Principal;
  /** Creates the answer that asks the client for an authorization with these scopes; null for an API key. */
  askForScope: ((scopes: readonly Scope[]) => Response) | null;
}

/** Authenticates MCP clients by API key or by an OAuth access token. */
export interface AgentAuthentication {
  /**
   * Returns the client, or the response with a challenge that leads it to the authorization. `respond` encodes a failure. Throws
   * Failure `unauthorized` where OAuth is not available.
   */
  authenticate(context: HttpContext, respond: (failure: Failure) => Response): Promise<Agent | Response>;
}

/** Creates the authentication of the MCP endpoint. */
export function createAgentAuthentication(options: AgentAuthenticationOptions): AgentAuthentication {
  const { oauth, issuer } = options;

  async function findAgent(token: string | null, issued: string | null): Promise<Principal> {
    if (token === null || !oauth.isAccessToken(token)) return options.authenticate(token);
    const principal = issued === null ? null : await oauth.findPrincipal(token, resourceOf(issued));
    if (principal !== null) return principal;
    throw new Failure(
      'unauthorized',
      'This access token is unknown, expired, revoked or of another service.',
    );
  }

  return {
    async authenticate(context, respond) {
      const token = bearerToken(context.req.header('authorization'));
      const issued = issuer(context);
      const challenge = (failure: Failure, error: ChallengeError, scopes: readonly Scope[]): Response => {
        const response = respond(failure);
        if (issued !== null) response.headers.set('www-authenticate', challengeOf(issued, error, scopes));
        return response;
      };
      try {
        const principal = await findAgent(token, issued);
        if (token === null || !oauth.isAccessToken(token)) return { principal, askForScope: null };
        const failure = new Failure('forbidden', 'The connection does not have the scope of this call.');
        return {
          principal,
          askForScope: (scopes) => challenge(failure, 'insufficient_scope', scopes),
        };
      } catch (error) {
        if (!(error instanceof Failure) || error.kind !== 'unauthorized' || issued === null) throw error;
        return challenge(error, token === null ? null : 'invalid_token', defaultOauthScopes);
      }
    },
  };
}
