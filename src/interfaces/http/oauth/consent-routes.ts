import type { Context, Env, Hono } from 'hono';
import { z } from 'zod';
import type { Principal } from '../../../domain/resources/account.ts';
import { addMs, type Clock } from '../../../domain/system/clock.ts';
import { Failure } from '../../../domain/system/failure.ts';
import { dayMs } from '../../../domain/values/day-ms.ts';
import { readJsonBody } from '../request/read-json-body.ts';
import {
  type AuthorizationRequest,
  readAuthorizationRequest,
  responseAddress,
  sortScopes,
} from './authorization-request.ts';
import { oauthScopes, resourceOf } from './oauth-metadata.ts';
import type { OauthPorts } from './oauth-ports.ts';

/** Dependencies of {@link addConsentRoutes}. */
export interface ConsentRoutesOptions {
  ports: OauthPorts;
  issuer(context: Context): string | null;
  /** Returns the principal of the console or of a key. Throws Failure `unauthorized` or `forbidden`. */
  authenticate(context: Context): Promise<Principal>;
  clock: Clock;
}

/** What the consent page shows. */
interface ConsentDocument {
  client: { name: string; verified_host: string | null };
  target: AuthorizationRequest['target'];
  /** Requested scopes; only those that the person has can be granted. */
  scopes: { name: string; available: boolean }[];
  /** Error of the request in words; null if it can be approved. */
  error: string | null;
}

const path = '/console/authorization';
const maxBodyBytes = 16 * 1024;
const maxDays = 365;
const decisionSchema = z.discriminatedUnion('decision', [
  z.strictObject({
    decision: z.literal('approve'),
    query: z.string(),
    scopes: z.array(z.enum(oauthScopes)).min(1),
    days: z.int().min(1).max(maxDays),
  }),
  z.strictObject({ decision: z.literal('deny'), query: z.string() }),
]);

type Decision = z.output<typeof decisionSchema>;

const noStore = { 'cache-control': 'no-store' };

function describe(request: AuthorizationRequest, principal: Principal): ConsentDocument {
  const { client, target, scopes, error } = request;
  return {
    client: { name: client.name, verified_host: client.verifiedHost },
    target,
    scopes: scopes.map((name) => ({ name, available: principal.scopes.includes(name) })),
    error: error?.description ?? null,
  };
}

async function readDecision(context: Context): Promise<Decision> {
  const read = decisionSchema.safeParse(await readJsonBody(context, maxBodyBytes));
  if (read.success) return read.data;
  throw new Failure('invalid', `Choose at least one scope, and an expiry of 1 to ${maxDays} days.`);
}

/**
 * Adds the routes of the consent page: one describes an authorization request, the other takes the decision of the person and
 * returns the address that the browser opens next. Only a signed-in person learns anything about a client, so that nobody else
 * can make this service fetch a metadata document.
 */
export function addConsentRoutes<Environment extends Env>(
  app: Hono<Environment>,
  { ports, issuer, authenticate, clock }: ConsentRoutesOptions,
): void {
  const requireIssuer = (context: Context): string => {
    const found = issuer(context);
    if (found !== null) return found;
    throw new Failure(
      'not_found',
      'OAuth is not available at this address. Set BASE_URL to a public HTTPS address.',
    );
  };

  async function approve(
    request: AuthorizationRequest,
    { scopes, days }: Extract<Decision, { decision: 'approve' }>,
    principal: Principal,
    found: string,
  ): Promise<string> {
    const chosen = sortScopes(scopes);
    if (!chosen.every((scope) => request.scopes.includes(scope)))
      throw new Failure('forbidden', 'The app has not asked for these scopes.');
    const now = clock.now();
    const { clientId, client, redirectUri, target, challenge } = request;
    return ports.approve(principal, {
      clientId,
      clientName: `${client.name} (${target.host})`.slice(0, 200),
      redirectUri,
      challenge,
      resource: resourceOf(found),
      scopes: chosen,
      expiresAt: addMs(now, days * dayMs),
    });
  }

  app.get(path, async (context) => {
    const principal = await authenticate(context);
    const found = requireIssuer(context);
    const request = await readAuthorizationRequest(ports, new URL(context.req.url).search.slice(1), found);
    return context.json(describe(request, principal), 200, noStore);
  });
  app.post(path, async (context) => {
    const principal = await authenticate(context);
    const found = requireIssuer(context);
    const decision = await readDecision(context);
    const request = await readAuthorizationRequest(ports, decision.query, found);
    const denial = { code: 'access_denied', description: 'The person denied the request.' } as const;
    const error = request.error ?? (decision.decision === 'deny' ? denial : null);
    const answer =
      error === null && decision.decision === 'approve'
        ? { code: await approve(request, decision, principal, found) }
        : { error: error ?? denial };
    return context.json({ redirect: responseAddress(request, found, answer) }, 200, noStore);
  });
}
