import type { Approval } from '../../../account/oauth/approvals.ts';
import type { RegisteredClient } from '../../../account/oauth/clients.ts';
import type { CodeExchange, IssuedTokens, RefreshExchange } from '../../../account/oauth/tokens.ts';
import type { Principal } from '../../../domain/resources/account.ts';

/** Storage of OAuth, and the way to metadata documents of clients. */
export interface OauthPorts {
  /** Returns the id of the new client. */
  register(client: RegisteredClient): Promise<string>;
  /** Returns a client that registered itself; null if there is none with this id. */
  findClient(clientId: string): Promise<RegisteredClient | null>;
  /** Fetches the metadata document of a client as JSON; null if it could not be fetched. */
  fetchMetadata(url: URL): Promise<unknown>;
  /** Stores the approval of a person and returns its code. Throws Failure. */
  approve(principal: Principal, approval: Approval): Promise<string>;
  exchangeCode(exchange: CodeExchange): Promise<IssuedTokens | null>;
  exchangeRefreshToken(exchange: RefreshExchange): Promise<IssuedTokens | null>;
  revoke(token: string, clientId: string): Promise<void>;
  /** Returns true if a token has the form of an access token. */
  isAccessToken(token: string): boolean;
  /** Returns the principal of an access token that was issued for a resource, or null. */
  findPrincipal(token: string, resource: string): Promise<Principal | null>;
}
