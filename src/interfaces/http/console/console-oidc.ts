import type { Context, Env, Hono } from 'hono';
import { getCookie } from 'hono/cookie';
import { z } from 'zod';

/** Sign-in of persons through an issuer of OpenID Connect. */
export interface ConsoleOidc {
  /** Name of the issuer for the button. */
  name: string;
  start(redirectUri: string): Promise<{ url: string; state: string; nonce: string; verifier: string }>;
  /** Returns the token of a one-time sign-in link; null if the person may not sign in. Rejects if the sign-in is not valid. */
  finish(address: URL, started: { state: string; nonce: string; verifier: string }): Promise<string | null>;
}

/** Dependencies of {@link addOidcRoutes}. */
export interface ConsoleOidcOptions {
  /** Null if no issuer is configured. */
  oidc: ConsoleOidc | null;
  baseUrl(context: Context): string;
  onError(error: unknown): void;
}

const cookieName = 'webdata_oidc';
const path = '/console/oidc';
/** Time in seconds that a person has for the pages of the issuer. */
const maxAgeSeconds = 600;
const startedSchema = z.strictObject({
  state: z.string().max(200),
  nonce: z.string().max(200),
  verifier: z.string().max(200),
});

/** Formats the cookie that keeps a started sign-in; the issuer leads back to it from another site, so that it must be `Lax`. */
function formatCookie(value: string, maxAge: number, isHttps: boolean): string {
  return `${cookieName}=${value}; Path=${path}; Max-Age=${maxAge}; HttpOnly; SameSite=Lax${isHttps ? '; Secure' : ''}`;
}

function readStarted(context: Context): z.output<typeof startedSchema> | null {
  try {
    const text = Buffer.from(getCookie(context, cookieName) ?? '', 'base64url').toString();
    return startedSchema.parse(JSON.parse(text));
  } catch {
    // A sign-in that this browser has not started, or too long ago.
    return null;
  }
}

/** Adds the routes that lead to the issuer and back, and the one that tells the console whether there is an issuer. */
export function addOidcRoutes<Environment extends Env>(
  app: Hono<Environment>,
  { oidc, baseUrl, onError }: ConsoleOidcOptions,
): void {
  app.get('/console/sign-in', (context) =>
    context.json({ issuer: oidc?.name ?? null }, 200, { 'cache-control': 'no-store' }),
  );
  if (oidc === null) return;

  const redirectUri = (context: Context) => `${baseUrl(context)}${path}/callback`;
  const isHttps = (context: Context) => baseUrl(context).startsWith('https:');
  const leadTo = (context: Context, url: string, cookie: string) =>
    context.body(null, 302, { location: url, 'set-cookie': cookie, 'cache-control': 'no-store' });
  const fail = (context: Context, reason: 'issuer' | 'not_allowed' | 'expired') =>
    leadTo(context, `/?sign_in_error=${reason}`, formatCookie('', 0, isHttps(context)));

  app.get(path, async (context) => {
    try {
      const { url, ...started } = await oidc.start(redirectUri(context));
      const value = Buffer.from(JSON.stringify(started)).toString('base64url');
      return leadTo(context, url, formatCookie(value, maxAgeSeconds, isHttps(context)));
    } catch (error) {
      onError(error);
      return fail(context, 'issuer');
    }
  });
  app.get(`${path}/callback`, async (context) => {
    const started = readStarted(context);
    if (started === null) return fail(context, 'expired');
    const address = new URL(redirectUri(context));
    address.search = new URL(context.req.url).search;
    try {
      const token = await oidc.finish(address, started);
      if (token === null) return fail(context, 'not_allowed');
      return leadTo(context, `/?token=${token}`, formatCookie('', 0, isHttps(context)));
    } catch (error) {
      onError(error);
      return fail(context, 'issuer');
    }
  });
}
