import { createHash, timingSafeEqual } from 'node:crypto';
import type { Context, Env, Hono } from 'hono';
import { getCookie } from 'hono/cookie';
import { z } from 'zod';
import type { Principal, Scope } from '../../../domain/resources/account.ts';
import type { Clock } from '../../../domain/system/clock.ts';
import { Failure } from '../../../domain/system/failure.ts';
import { peerOf } from '../request/client-address.ts';
import { readJsonBody } from '../request/read-json-body.ts';
import { isSameOrigin, type SourceCheck } from '../request/request-source.ts';
import { bearerToken } from '../response/metrics-response.ts';

/** Storage of sign-in links and sessions. */
export interface ConsoleSessionStore {
  /** Exchanges the token of a sign-in link, once; null if it is unknown, used or expired. */
  start(linkToken: string): Promise<{ token: string; expiresAt: Date } | null>;
  /** Returns the session of a cookie; null if it has ended or its key is not active. */
  find(token: string): Promise<{ principal: Principal; expiresAt: Date } | null>;
  end(token: string): Promise<void>;
}

/** Dependencies of {@link createConsoleSession}. */
export interface ConsoleSessionOptions {
  store: ConsoleSessionStore;
  /** Returns the principal of an API key. Throws Failure `unauthorized`. */
  authenticate(token: string | null): Promise<Principal>;
  checkSource: SourceCheck;
  baseUrl(context: Context): string;
  clock: Clock;
}

/** Authentication of requests by API key or by the session of the console. */
export interface ConsoleSession {
  /** Returns the principal of a request. Throws Failure `unauthorized` or `forbidden`. */
  authenticate(context: Context): Promise<Principal>;
  /** Adds the routes that start, describe and end a session. */
  addRoutes<Environment extends Env>(app: Hono<Environment>): void;
}

/** Identity of a signed-in client. */
interface SessionDocument {
  account_id: string;
  key_id: string;
  scopes: readonly Scope[];
  /** Value of the header `X-CSRF-Token` for requests that write; null for a client that sends its key. */
  csrf_token: string | null;
  /** Time at which the session ends; null for a client that sends its key. */
  expires_at: string | null;
}

const cookieName = 'webdata_session';
const path = '/console/session';
const maxBodyBytes = 4 * 1024;
const exchangeSchema = z.strictObject({ token: z.string().max(200) });
const safeMethods: ReadonlySet<string> = new Set(['GET', 'HEAD']);

/** Derives the CSRF token of a session. A page of another origin cannot read the cookie from which it is derived. */
function csrfTokenOf(sessionToken: string): string {
  return createHash('sha256').update(`csrf ${sessionToken}`).digest('base64url');
}

function isCsrfToken(given: string | undefined, sessionToken: string): boolean {
  const wanted = Buffer.from(csrfTokenOf(sessionToken));
  const bytes = Buffer.from(given ?? '');
  return bytes.length === wanted.length && timingSafeEqual(bytes, wanted);
}

/** Formats the cookie of a session; `maxAgeSeconds` 0 deletes it (RFC 6265 section 4.1). */
function formatCookie(value: string, maxAgeSeconds: number, isHttps: boolean): string {
  return `${cookieName}=${value}; Path=/; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Strict${isHttps ? '; Secure' : ''}`;
}

/** Creates the sign-in of the console. */
export function createConsoleSession(options: ConsoleSessionOptions): ConsoleSession {
  const { store, clock } = options;

  /** Throws Failure `forbidden` unless the request was sent to a name of this service and not by another site's page. */
  function requireOwnPage(context: Context): void {
    const source = {
      peer: peerOf(context),
      host: context.req.header('host'),
      origin: context.req.header('origin'),
      baseUrl: options.baseUrl(context),
    };
    const reason = options.checkSource(source);
    if (reason !== null) throw new Failure('forbidden', reason);
    // SameSite does not separate the ports of a host, so that pages of other local services could read with the cookie.
    const site = context.req.header('sec-fetch-site') ?? 'none';
    const isSafe = safeMethods.has(context.req.method);
    const isOwn = source.origin === undefined ? isSafe : isSameOrigin(source);
    if (isOwn && (site === 'same-origin' || site === 'none')) return;
    throw new Failure(
      'forbidden',
      'The session of the console is only valid for requests of its own pages. Send an API key instead.',
    );
  }

  async function findSession(context: Context) {
    const token = getCookie(context, cookieName);
    const session = token === undefined ? null : await store.find(token);
    return token === undefined || session === null ? null : { token, ...session };
  }

  async function authenticateSession(context: Context): Promise<Principal | null> {
    const session = await findSession(context);
    if (session === null) return null;
    requireOwnPage(context);
    const isSafe = safeMethods.has(context.req.method);
    if (!isSafe && !isCsrfToken(context.req.header('x-csrf-token'), session.token)) {
      throw new Failure(
        'forbidden',
        'The header X-CSRF-Token is missing or wrong. Read it with GET /console/session.',
      );
    }
    return session.principal;
  }

  async function authenticate(context: Context): Promise<Principal> {
    const authorization = context.req.header('authorization');
    const principal = authorization === undefined ? await authenticateSession(context) : null;
    return principal ?? options.authenticate(bearerToken(authorization));
  }

  function documentOf({ accountId, keyId, scopes }: Principal, token: string | null, expiresAt: Date | null) {
    return {
      account_id: accountId,
      key_id: keyId,
      scopes,
      csrf_token: token === null ? null : csrfTokenOf(token),
      expires_at: expiresAt?.toISOString() ?? null,
    } satisfies SessionDocument;
  }

  function answer(context: Context, document: SessionDocument | null, cookie: string | null): Response {
    const headers = { 'cache-control': 'no-store', ...(cookie !== null && { 'set-cookie': cookie }) };
    return document === null ? context.body(null, 204, headers) : context.json(document, 200, headers);
  }

  const isHttps = (context: Context) => options.baseUrl(context).startsWith('https:');

  async function start(context: Context): Promise<Response> {
    requireOwnPage(context);
    const request = exchangeSchema.safeParse(await readJsonBody(context, maxBodyBytes));
    const started = request.success ? await store.start(request.data.token) : null;
    const session = started === null ? null : await store.find(started.token);
    if (started === null || session === null) {
      throw new Failure(
        'unauthorized',
        'This sign-in link is unknown, used or expired. Sign in with an API key.',
      );
    }
    const seconds = Math.floor((started.expiresAt.getTime() - clock.now().getTime()) / 1_000);
    const cookie = formatCookie(started.token, seconds, isHttps(context));
    return answer(context, documentOf(session.principal, started.token, started.expiresAt), cookie);
  }

  async function describe(context: Context): Promise<Response> {
    const principal = await authenticate(context);
    const session = context.req.header('authorization') === undefined ? await findSession(context) : null;
    return answer(context, documentOf(principal, session?.token ?? null, session?.expiresAt ?? null), null);
  }

  async function end(context: Context): Promise<Response> {
    await authenticateSession(context);
    const token = getCookie(context, cookieName);
    if (token !== undefined) await store.end(token);
    return answer(context, null, formatCookie('', 0, isHttps(context)));
  }

  return {
    authenticate,
    addRoutes(app) {
      app.post(path, start);
      app.get(path, describe);
      app.delete(path, end);
    },
  };
}
