import type { Configuration, CustomFetch } from 'openid-client';
import { Agent, fetch as undiciFetch } from 'undici';
import { onceFulfilled } from '../../domain/values/once.ts';

/** An issuer of OpenID Connect and the client that is registered there. */
export interface OidcSettings {
  issuer: string;
  clientId: string;
  clientSecret: string | null;
}

/** What a sign-in at the issuer begins with: the address for the browser, and what the browser keeps until it returns. */
export interface StartedSignIn {
  url: string;
  state: string;
  nonce: string;
  verifier: string;
}

/** A person as the issuer states it. */
export interface SignedInPerson {
  /** Stable identifier at the issuer. */
  subject: string;
  /** Null if the issuer states none, or that it is not verified. */
  email: string | null;
}

/** Client of one issuer: authorization code with PKCE (OpenID Connect Core 1.0, RFC 7636). */
export interface OidcClient {
  /** Asks the issuer for its endpoints. Rejects if it does not state them. */
  probe(): Promise<void>;
  start(redirectUri: string): Promise<StartedSignIn>;
  /** Exchanges the code in the address to which the issuer has sent the browser. Rejects if anything of it is not valid. */
  finish(address: URL, started: Pick<StartedSignIn, 'state' | 'nonce' | 'verifier'>): Promise<SignedInPerson>;
  close(): Promise<void>;
}

const timeoutMs = 10_000;
/** Maximum size of a response of the issuer in bytes. */
const maxBodyBytes = 1024 * 1024;

/** Creates a client. The issuer is asked for its endpoints at the first sign-in, and again after a failure. */
export function createOidcClient({ issuer, clientId, clientSecret }: OidcSettings): OidcClient {
  const agent = new Agent({
    connect: { timeout: timeoutMs },
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    maxResponseSize: maxBodyBytes,
  });
  const configuration = onceFulfilled(discover);

  const send: CustomFetch = async (url, { method, headers, body, signal }) => {
    const response = await undiciFetch(url, {
      method,
      headers,
      body: body instanceof URLSearchParams ? body.toString() : (body as string | undefined),
      redirect: 'manual',
      dispatcher: agent,
      ...(signal !== undefined && { signal }),
    });
    // The library reads a response of the platform.
    return new Response(await response.arrayBuffer(), {
      status: response.status,
      headers: Object.fromEntries(response.headers),
    });
  };

  async function discover(): Promise<Configuration> {
    const { allowInsecureRequests, customFetch, discovery } = await import('openid-client');
    const isPlain = issuer.startsWith('http:');
    return discovery(new URL(issuer), clientId, clientSecret ?? undefined, undefined, {
      [customFetch]: send,
      timeout: timeoutMs / 1_000,
      // The setting accepts plain HTTP only for addresses of this machine.
      execute: isPlain ? [allowInsecureRequests] : [],
    });
  }

  return {
    async probe() {
      await configuration();
    },
    async start(redirectUri) {
      const library = await import('openid-client');
      const config = await configuration();
      const verifier = library.randomPKCECodeVerifier();
      const state = library.randomState();
      const nonce = library.randomNonce();
      const url = library.buildAuthorizationUrl(config, {
        redirect_uri: redirectUri,
        scope: 'openid email',
        code_challenge: await library.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        state,
        nonce,
      });
      return { url: url.href, state, nonce, verifier };
    },
    async finish(address, { state, nonce, verifier }) {
      const library = await import('openid-client');
      const config = await configuration();
      const tokens = await library.authorizationCodeGrant(config, address, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      });
      const claims = tokens.claims();
      if (claims === undefined) throw new Error('the issuer returned no identity');
      const stated =
        claims.email === undefined && config.serverMetadata().userinfo_endpoint !== undefined
          ? await library.fetchUserInfo(config, tokens.access_token, claims.sub)
          : claims;
      const isVerified = stated.email_verified !== false;
      return {
        subject: claims.sub,
        email: typeof stated.email === 'string' && isVerified ? stated.email.toLowerCase() : null,
      };
    },
    close: () => agent.close(),
  };
}
