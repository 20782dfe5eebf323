import { type Context, Hono } from 'hono';
import { cors } from 'hono/cors';
import type { Origin, Principal } from '../../domain/account.ts';
import type { Clock } from '../../domain/clock.ts';
import { Failure } from '../../domain/failure.ts';
import { newIdentifier } from '../../domain/identifier.ts';
import type { Log } from '../../domain/log.ts';
import type { Metrics } from '../../domain/metrics.ts';
import type { PublicJwk } from '../../domain/signature.ts';
import type { CallPath } from '../../operations/call.ts';
import type { RateState } from '../../operations/limits.ts';
import type { Answer, Operation } from '../../operations/operation.ts';
import type { Registry } from '../../operations/registry.ts';
import { llmsText } from '../llms-text.ts';
import { refuseForeignOrigin } from '../mcp/foreign-origin.ts';
import { openApiDocument } from '../openapi/openapi-document.ts';
import { createBaseUrl } from './base-url.ts';
import { createClientAddress, isLocalCaller } from './client-address.ts';
import { textResponse } from './compress.ts';
import { createDecoder } from './decode-request.ts';
import { serveDocs } from './docs-page.ts';
import { eventResponse } from './event-stream.ts';
import { fileResponse } from './file-response.ts';
import { homePage } from './home-page.ts';
import { bearerToken, type MetricsText, metricsResponse } from './metrics-response.ts';
import { problemResponse } from './problem.ts';
import { rateHeaders } from './rate-headers.ts';

/** What the HTTP door needs. */
export interface HttpDoorOptions {
  registry: Registry;
  /** What else is served under a path of its own, with answers of its own kind. */
  dialect: Dialect;
  callPath: CallPath;
  version: string;
  baseUrl: string | null;
  /** The address to use in links when a request names no usable host. */
  ownUrl(): string;
  trustedProxies: string[];
  corsOrigins: string[];
  /** Whether work can be taken on: the database answers and the process is not stopping. */
  ready(): Promise<boolean>;
  receiptKeys(): Promise<PublicJwk[]>;
  /** Aborted when the service stops: streams that would go on for long are ended. */
  stopping: AbortSignal;
  toFailure(error: unknown): Failure;
  metrics: Metrics & MetricsText;
  clock: Clock;
  log: Log;
}

/** Another API over the same work: its operations, and how their answers and failures are written. */
export interface Dialect {
  /** What its paths start with, as `/v2/`. */
  prefix: string;
  origin: Origin;
  operations: Registry;
  /** Bytes a request body may have. */
  maxBodyBytes: number;
  encode(answer: Answer, acceptEncoding: string | undefined): Promise<Response>;
  refuse(failure: Failure): Response;
  /** The failure of a path that nobody serves. */
  missing(method: string, path: string): Failure;
}

type Variables = { requestId: string; principal: Principal | null; rates: RateState[] | undefined };
type HttpContext = Context<{ Variables: Variables }>;

/** `{name}` of a declared path as Hono writes it. */
function honoPath(path: string): string {
  return path.replaceAll(/\{([a-z_]+)\}/g, ':$1');
}

/** Our own command line and stdio server say which door they are; to anybody else it is HTTP. */
function originOf(context: HttpContext): Origin {
  const door = context.req.header('webdata-door');
  return door === 'cli' || door === 'mcp' ? door : 'http';
}

async function encodeAnswer(
  answer: Answer,
  acceptEncoding: string | undefined,
  asked: Request,
  stopping: AbortSignal,
): Promise<Response> {
  if (answer.kind === 'json')
    return textResponse(JSON.stringify(answer.value), 'application/json', acceptEncoding);
  if (answer.kind === 'json_text') return textResponse(answer.text, 'application/json', acceptEncoding);
  if (answer.kind === 'events') return eventResponse((signal) => answer.open(signal), stopping);
  return fileResponse(answer, asked);
}

/** The way in for agents, at one address for both eras of their protocol. */
function addAgentEndpoint(
  app: Hono<{ Variables: Variables }>,
  options: HttpDoorOptions,
  baseUrl: (context: HttpContext) => string,
): void {
  const { registry, version, callPath, clock, toFailure, log } = options;
  const onError = (error: Error) => log.debug({ err: error }, 'agent request failed');
  // With the first agent, since the protocol's library is a tenth of what a start loads.
  const open = async () => {
    const { createAgentEndpoint } = await import('../mcp/http-endpoint.ts');
    return createAgentEndpoint({ registry, version, callPath, clock, toFailure, onError });
  };
  let endpoint: ReturnType<typeof open> | undefined;
  app.all('/mcp', async (context) => {
    // Before the key is looked at: whoever sent a page's request learns nothing.
    refuseForeignOrigin(context.req.header('origin') ?? null, baseUrl(context));
    const principal = await callPath.authenticate(bearerToken(context.req.header('authorization')));
    endpoint ??= open();
    return (await endpoint).answer({ request: context.req.raw, principal, baseUrl: baseUrl(context) });
  });
}

/** Everything that needs no key and is no operation: probes, documents, the start page. */
function addDocuments(
  app: Hono<{ Variables: Variables }>,
  options: HttpDoorOptions,
  baseUrl: (context: HttpContext) => string,
): void {
  // Made when it is first asked for: it takes a tenth of a second.
  let description: string | undefined;
  app.get('/', async (context) =>
    context.html(
      homePage({
        version: options.version,
        ready: await options.ready(),
        url: new URL(context.req.url).origin,
      }),
    ),
  );
  app.get('/openapi.json', (context) => {
    description ??= JSON.stringify(openApiDocument(options.registry, options.version));
    return textResponse(description, 'application/json', context.req.header('accept-encoding'));
  });
  serveDocs(app);
  app.get('/llms.txt', (context) => context.text(llmsText(options.registry, baseUrl(context))));
  app.get('/livez', (context) => context.text('ok\n'));
  app.get('/readyz', async (context) =>
    (await options.ready()) ? context.text('ok\n') : context.text('not ready\n', 503),
  );
  app.get('/.well-known/jwks.json', async (context) => context.json({ keys: await options.receiptKeys() }));
}

/** The HTTP way in: decodes a request, takes it through `operations/call`, encodes the answer. */
export function createHttpDoor(options: HttpDoorOptions): Hono<{ Variables: Variables }> {
  const { registry, callPath, toFailure, log } = options;
  const app = new Hono<{ Variables: Variables }>();
  const baseUrl = createBaseUrl(options.baseUrl, options.trustedProxies, options.ownUrl);
  const clientAddress = createClientAddress(options.trustedProxies);

  const { dialect } = options;
  const isOfDialect = (context: HttpContext) => context.req.path.startsWith(dialect.prefix);

  function serve(operation: Operation, own: Dialect | null = null) {
    const decode = createDecoder(operation, own?.maxBodyBytes);
    return async (context: HttpContext): Promise<Response> => {
      const answer = await callPath.run({
        operation,
        input: await decode(context),
        principal: context.get('principal') ?? null,
        origin: own?.origin ?? originOf(context),
        requestId: context.get('requestId'),
        baseUrl: baseUrl(context),
        clientAddress: clientAddress(context),
        accept: context.req.header('accept') ?? null,
        signal: context.req.raw.signal,
        idempotencyKey:
          context.req.header('idempotency-key') ?? context.req.header('x-idempotency-key') ?? null,
        onLimits: (states) => context.set('rates', states),
      });
      // Within one machine compressing a megabyte takes far longer than handing it over.
      const acceptEncoding = isLocalCaller(context) ? undefined : context.req.header('accept-encoding');
      return (
        own?.encode(answer, acceptEncoding) ??
        encodeAnswer(answer, acceptEncoding, context.req.raw, options.stopping)
      );
    };
  }

  const add = (operation: Operation) => app.on(operation.method, honoPath(operation.path), serve(operation));

  app.use(async (context, next) => {
    const requestId = newIdentifier('req', options.clock.now());
    context.set('requestId', requestId);
    await next();
    options.metrics.answered(context.res.status);
    // Not `context.header`, which makes an answer anew that is there already, and a stream of its body.
    const { headers } = context.res;
    headers.set('X-Request-Id', requestId);
    for (const [name, value] of rateHeaders(context.get('rates') ?? [])) headers.set(name, value);
  });
  if (options.corsOrigins.length > 0) {
    const origin = options.corsOrigins.includes('*') ? '*' : options.corsOrigins;
    app.use(
      cors({ origin, exposeHeaders: ['X-Request-Id', 'Retry-After', 'RateLimit', 'RateLimit-Policy'] }),
    );
  }
  addDocuments(app, options, baseUrl);
  addAgentEndpoint(app, options, baseUrl);
  app.get('/metrics', (context) =>
    metricsResponse(options.metrics, callPath, context.req.header('authorization')),
  );

  for (const operation of registry) if (operation.scope === null) add(operation);
  // Before routing and validation: whoever has no key learns nothing of what exists (api.md section 1).
  const authenticate = async (context: HttpContext, next: () => Promise<void>) => {
    context.set('principal', await callPath.authenticate(bearerToken(context.req.header('authorization'))));
    await next();
  };
  app.use('/v1/*', authenticate);
  app.use(`${dialect.prefix}*`, authenticate);
  for (const operation of registry) if (operation.scope !== null) add(operation);
  for (const operation of dialect.operations) {
    app.on(operation.method, honoPath(operation.path), serve(operation, dialect));
  }

  app.notFound((context) => {
    if (isOfDialect(context)) return dialect.refuse(dialect.missing(context.req.method, context.req.path));
    const failure = new Failure('not_found', `${context.req.method} ${context.req.path} is not served here`);
    return problemResponse(failure, context.get('requestId'));
  });
  app.onError((error, context) => {
    const failure = toFailure(error);
    if (failure.kind === 'internal')
      log.error({ err: error, request_id: context.get('requestId') }, 'request failed');
    return isOfDialect(context)
      ? dialect.refuse(failure)
      : problemResponse(failure, context.get('requestId'));
  });
  return app;
}
