import { type Context, Hono } from 'hono';
import { cors } from 'hono/cors';
import type { PublicJwk } from '../../domain/crypto/signature.ts';
import type { Origin } from '../../domain/resources/account.ts';
import { runWithSecretValues } from '../../domain/secrets/known-secrets.ts';
import type { Clock } from '../../domain/system/clock.ts';
import { Failure } from '../../domain/system/failure.ts';
import type { Log } from '../../domain/system/log.ts';
import type { Metrics } from '../../domain/system/metrics.ts';
import type { MissingPart } from '../../domain/system/missing-part.ts';
import { newIdentifier } from '../../domain/values/identifier.ts';
import type { CallPath } from '../../operations/call-path/call.ts';
import type { Answer, Operation } from '../../operations/declaration/operation.ts';
import type { Registry } from '../../operations/declaration/registry.ts';
import { createLlmsText } from '../llms-text.ts';
import type { McpEndpoint } from '../mcp/mcp-endpoint.ts';
import { createOpenApiDocument } from '../openapi/openapi-document.ts';
import { addOidcRoutes, type ConsoleOidc } from './console/console-oidc.ts';
import {
  type ConsoleSession,
  type ConsoleSessionStore,
  createConsoleSession,
} from './console/console-session.ts';
import { serveConsole } from './console/serve-console.ts';
import { serveDocs } from './docs/serve-docs.ts';
import type { HttpContext, HttpVariables } from './http-context.ts';
import type { RequestEnvironment } from './listener.ts';
import { createAgentAuthentication } from './oauth/authenticate-agent.ts';
import { addConsentRoutes } from './oauth/consent-routes.ts';
import { issuerOf } from './oauth/oauth-metadata.ts';
import type { OauthPorts } from './oauth/oauth-ports.ts';
import { addOauthRoutes } from './oauth/oauth-routes.ts';
import { serveErrorsPage } from './pages/errors-page.ts';
import { homePage } from './pages/home-page.ts';
import { createBaseUrl } from './request/base-url.ts';
import { createClientAddress, isLocalCaller, peerOf } from './request/client-address.ts';
import { createDecoder } from './request/create-decoder.ts';
import { credentialsOf } from './request/credentials.ts';
import { createForeignPathTest, createUnservedFailure, findMethods } from './request/find-methods.ts';
import { createLargeBodyLimit } from './request/limit-large-bodies.ts';
import { readBody } from './request/read-body.ts';
import { requestOrigin } from './request/request-origin.ts';
import type { SourceCheck } from './request/request-source.ts';
import { textResponse } from './response/compress.ts';
import { eventResponse } from './response/event-response.ts';
import { fileResponse } from './response/file-response.ts';
import { jsonResponse } from './response/json-response.ts';
import { bearerToken, createMetricsResponse, type MetricsText } from './response/metrics-response.ts';
import { problemResponse } from './response/problem.ts';
import { createRateHeaders } from './response/rate-headers.ts';

/** Dependencies of the HTTP interface. */
export interface HttpInterfaceOptions {
  registry: Registry;
  /** A further API under its own path prefix, with its own response format. */
  dialect: ApiDialect;
  callPath: CallPath;
  consoleSessions: ConsoleSessionStore;
  /** Sign-in through an issuer; null if none is configured. */
  consoleOidc: ConsoleOidc | null;
  /** Authorization of MCP clients. */
  oauth: OauthPorts;
  version: string;
  baseUrl: string | null;
  /** Base URL for links if a request has no usable host. */
  fallbackUrl(): string;
  trustedProxies: string[];
  corsOrigins: string[];
  /** Returns the reason to reject a request to the MCP endpoint for its Host or Origin. */
  checkSource: SourceCheck;
  /** Returns true if the database answers and the process is not stopping. */
  ready(): Promise<boolean>;
  receiptKeys(): Promise<PublicJwk[]>;
  /** Endpoint for calls of other processes of this service; null if this is the only process. */
  processCalls: ProcessCalls | null;
  /** Aborted when the service stops, to end long streams. */
  stopping: AbortSignal;
  toFailure(error: unknown): Failure;
  /** Finds instructions to language models in text from the web. */
  findInstructions(text: string): string | null;
  /** What this instance is not configured for, which agents are told. */
  missingParts(): readonly MissingPart[];
  metrics: Metrics & MetricsText;
  clock: Clock;
  log: Log;
}

/** Endpoint for calls of other processes, which are encrypted and authenticated by their content. */
export interface ProcessCalls {
  path: string;
  /** Returns the encrypted answer; null if the body is not a valid call to this process. */
  answer(sealed: Uint8Array, signal: AbortSignal): Promise<Uint8Array | null>;
}

/** A further API over the same operations, with its own format of responses and errors. */
export interface ApiDialect {
  /** Prefix of its paths, such as `/v2/`. */
  prefix: string;
  origin: Origin;
  operations: Registry;
  /** Maximum size of a request body in bytes. */
  maxBodyBytes: number;
  encode(answer: Answer, acceptEncoding: string | undefined): Promise<Response>;
  encodeFailure(failure: Failure): Response;
  /** Creates the OpenAPI document, which `openapi.json` below the prefix returns. */
  createDocument(version: string): object;
  /** Creates the failure for an unknown path. */
  createNotFound(method: string, path: string): Failure;
}

/** Headers that pages of other origins may read. */
const exposedHeaders = ['X-Request-Id', 'Retry-After', 'RateLimit', 'RateLimit-Policy', 'WWW-Authenticate'];

/** Larger than the body of any step, encrypted. */
const maxProcessCallBytes = 8 * 2 ** 20;

/** Converts `{name}` in a declared path to the syntax of Hono. */
function toHonoPath(path: string): string {
  return path.replaceAll(/\{([a-z_]+)\}/g, ':$1');
}

/**
 * Rejects requests on connections over the limit, because their file descriptors are needed for the database and
 * sites.
 */
function rejectOverLimit(context: HttpContext): void {
  if ((context.env as RequestEnvironment).isOverLimit !== true) return;
  throw new Failure(
    'unavailable',
    'This process has too many open connections. Try again after the time in Retry-After.',
    {
      retryAfter: 5,
    },
  );
}

async function encodeAnswer(
  answer: Answer,
  acceptEncoding: string | undefined,
  request: Request,
  stopping: AbortSignal,
): Promise<Response> {
  if (answer.kind === 'json') return jsonResponse(answer.value, acceptEncoding);
  if (answer.kind === 'json_text') return textResponse(answer.text, 'application/json', acceptEncoding);
  if (answer.kind === 'events') return eventResponse((signal) => answer.open(signal), stopping);
  return fileResponse(answer, request);
}

/** Adds the MCP endpoint, at one URL for both versions of the protocol. */
function addMcpEndpoint(
  app: Hono<{ Variables: HttpVariables }>,
  options: HttpInterfaceOptions,
  baseUrl: (context: HttpContext) => string,
  issuer: (context: HttpContext) => string | null,
): void {
  const { registry, version, callPath, clock, toFailure, findInstructions, log } = options;
  const onError = (error: Error) => log.debug({ err: error }, 'agent request failed');
  // Loaded on the first MCP request, because the library takes a tenth of the start time.
  const createEndpoint = async () => {
    const { createMcpEndpoint } = await import('../mcp/mcp-endpoint.ts');
    return createMcpEndpoint({
      registry,
      version,
      callPath,
      clock,
      toFailure,
      findInstructions,
      missingParts: options.missingParts,
      onError,
    });
  };
  let endpoint: Promise<McpEndpoint> | undefined;
  const authentication = createAgentAuthentication({
    authenticate: (token) => callPath.authenticate(token),
    oauth: options.oauth,
    issuer,
  });
  app.all('/mcp', async (context) => {
    // Checked before the key, so that requests from foreign pages learn nothing.
    const rejection = options.checkSource({
      peer: peerOf(context),
      host: context.req.header('host'),
      origin: context.req.header('origin'),
      baseUrl: baseUrl(context),
    });
    if (rejection !== null) throw new Failure('forbidden', rejection);
    rejectOverLimit(context);
    const answer = (failure: Failure) => problemResponse(failure, context.get('requestId'), baseUrl(context));
    const agent = await authentication.authenticate(context, answer);
    if (agent instanceof Response) return agent;
    endpoint ??= createEndpoint();
    return (await endpoint).answer({
      request: context.req.raw,
      ...agent,
      baseUrl: baseUrl(context),
      onLimits: (states) => context.set('rates', states),
    });
  });
}

/** Adds the MCP endpoint with its authorization server and the routes of the consent page. */
function addAuthorization(
  app: Hono<{ Variables: HttpVariables }>,
  options: HttpInterfaceOptions,
  { baseUrl, clientAddress, consoleSession }: AuthorizationParts,
): void {
  const { oauth: ports, clock } = options;
  const issuer = (context: Context): string | null => {
    const address = baseUrl(context as unknown as HttpContext);
    const host = context.req.header('host');
    const source = { peer: peerOf(context), host, origin: undefined, baseUrl: address };
    const isTrusted = options.baseUrl !== null || options.checkSource(source) === null;
    return isTrusted ? issuerOf(address, options.baseUrl !== null) : null;
  };
  addOauthRoutes(app, { ports, issuer, clientAddress, clock });
  addConsentRoutes(app, {
    ports,
    issuer,
    authenticate: (context) => consoleSession.authenticate(context),
    clock,
  });
  addMcpEndpoint(app, options, baseUrl, issuer);
}

/** Parts of the interface that the authorization of MCP clients uses. */
interface AuthorizationParts {
  baseUrl(context: HttpContext): string;
  clientAddress(context: Context): string | null;
  consoleSession: ConsoleSession;
}

/** Adds the endpoint for calls of other processes. Invalid calls get the answer of an unknown path. */
function addProcessCalls(app: Hono<{ Variables: HttpVariables }>, { path, answer }: ProcessCalls): void {
  app.post(path, async (context) => {
    const sealed = await readBody(context, maxProcessCallBytes);
    const answered = await answer(sealed, context.req.raw.signal);
    if (answered === null) return context.notFound();
    return context.body(new Uint8Array(answered), 200, { 'content-type': 'application/octet-stream' });
  });
}

/** Adds an OpenAPI document. It is created on first use, because that takes a tenth of a second. */
function addOpenApi(app: Hono<{ Variables: HttpVariables }>, path: string, create: () => object): void {
  let text: string | undefined;
  app.get(path, (context) => {
    text ??= JSON.stringify(create());
    return textResponse(text, 'application/json', context.req.header('accept-encoding'));
  });
}

/** Adds everything that is not an operation and needs no key: probes, documents, the home page. */
function addDocuments(
  app: Hono<{ Variables: HttpVariables }>,
  options: HttpInterfaceOptions,
  baseUrl: (context: HttpContext) => string,
): void {
  serveConsole(app, async (context) =>
    context.html(
      homePage({
        version: options.version,
        ready: await options.ready(),
        url: new URL(context.req.url).origin,
      }),
    ),
  );
  addOpenApi(app, '/openapi.json', () => createOpenApiDocument(options.registry, options.version));
  const { dialect } = options;
  addOpenApi(app, `${dialect.prefix}openapi.json`, () => dialect.createDocument(options.version));
  serveDocs(app);
  serveErrorsPage(app);
  app.get('/llms.txt', (context) => context.text(createLlmsText(options.registry, baseUrl(context))));
  app.get('/livez', (context) => context.text('ok\n'));
  app.get('/readyz', async (context) =>
    (await options.ready()) ? context.text('ok\n') : context.text('not ready\n', 503),
  );
  app.get('/.well-known/jwks.json', async (context) => context.json({ keys: await options.receiptKeys() }));
}

/**
 * Creates the HTTP interface: it decodes requests, runs them through `operations/call-path` and encodes the answers.
 */
export function createHttpInterface(options: HttpInterfaceOptions): Hono<{ Variables: HttpVariables }> {
  const { registry, callPath, toFailure, log } = options;
  const app = new Hono<{ Variables: HttpVariables }>();
  const baseUrl = createBaseUrl(options.baseUrl, options.trustedProxies, options.fallbackUrl);
  const clientAddress = createClientAddress(options.trustedProxies);

  const { dialect } = options;
  const isDialectRequest = (context: HttpContext) => context.req.path.startsWith(dialect.prefix);

  function serve(operation: Operation, dialectOfOperation: ApiDialect | null = null) {
    const decode = createDecoder(operation, dialectOfOperation?.maxBodyBytes);
    return async (context: HttpContext): Promise<Response> => {
      const caller = {
        principal: context.get('principal') ?? null,
        origin: dialectOfOperation?.origin ?? requestOrigin(context),
        requestId: context.get('requestId'),
      };
      const input = await decode(context).catch(async (error: unknown) => {
        const params = { path: context.req.path };
        await callPath.recordRejection({ ...caller, tool: operation.name, params }, toFailure(error));
        throw error;
      });
      const answer = await callPath.run({
        ...caller,
        operation,
        input,
        baseUrl: baseUrl(context),
        clientAddress: clientAddress(context),
        accept: context.req.header('accept') ?? null,
        signal: context.req.raw.signal,
        // A request without a key that has a principal was authenticated by the session of the console.
        isFromConsole: caller.principal !== null && context.req.header('authorization') === undefined,
        idempotencyKey:
          context.req.header('idempotency-key') ?? context.req.header('x-idempotency-key') ?? null,
        onLimits: (states) => context.set('rates', states),
      });
      // On one machine, compressing a megabyte takes much longer than sending it.
      const acceptEncoding = isLocalCaller(context) ? undefined : context.req.header('accept-encoding');
      return (
        dialectOfOperation?.encode(answer, acceptEncoding) ??
        encodeAnswer(answer, acceptEncoding, context.req.raw, options.stopping)
      );
    };
  }

  const largeBodies = createLargeBodyLimit();
  const addRoute = (operation: Operation) => {
    const isForeign = createForeignPathTest(registry, operation.path);
    const served = serve(operation);
    const answer = operation.takesFile === true ? largeBodies.apply(operation.name, served) : served;
    app.on(operation.method, toHonoPath(operation.path), (context, next) =>
      isForeign(context.req.path) ? next() : answer(context),
    );
  };

  app.use(async (context, next) => {
    const requestId = newIdentifier('req', options.clock.now());
    context.set('requestId', requestId);
    await runWithSecretValues(() => credentialsOf(context.req.raw.headers), next);
    options.metrics.responseSent(context.res.status);
    // `context.header` would recreate an existing response and the stream of its body.
    const { headers } = context.res;
    headers.set('X-Request-Id', requestId);
    for (const [name, value] of createRateHeaders(context.get('rates') ?? [])) headers.set(name, value);
  });
  if (options.corsOrigins.length > 0) {
    const origin = options.corsOrigins.includes('*') ? '*' : options.corsOrigins;
    app.use(cors({ origin, exposeHeaders: exposedHeaders }));
  }
  const consoleSession = createConsoleSession({
    store: options.consoleSessions,
    authenticate: (token) => callPath.authenticate(token),
    checkSource: options.checkSource,
    baseUrl,
    clock: options.clock,
  });
  addDocuments(app, options, baseUrl);
  consoleSession.addRoutes(app);
  addOidcRoutes(app, {
    oidc: options.consoleOidc,
    baseUrl: (context) => baseUrl(context as unknown as HttpContext),
    onError: (error) => log.warn({ err: error }, 'a person could not sign in through the issuer'),
  });
  addAuthorization(app, options, { baseUrl, clientAddress, consoleSession });
  if (options.processCalls !== null) addProcessCalls(app, options.processCalls);
  app.get('/metrics', (context) =>
    createMetricsResponse(options.metrics, callPath, context.req.header('authorization')),
  );

  for (const operation of registry) if (operation.scope === null) addRoute(operation);
  // Before routing and validation, so that requests without a key learn nothing about resources (docs/api/conventions.md#authentication).
  const authenticate = async (context: HttpContext, next: () => Promise<void>) => {
    rejectOverLimit(context);
    context.set('principal', await callPath.authenticate(bearerToken(context.req.header('authorization'))));
    await next();
  };
  // Only /v1 accepts the session of the console, because only the console uses it.
  app.use('/v1/*', async (context, next) => {
    rejectOverLimit(context);
    context.set('principal', await consoleSession.authenticate(context));
    await next();
  });
  app.use(`${dialect.prefix}*`, authenticate);
  for (const operation of registry) if (operation.scope !== null) addRoute(operation);
  for (const operation of dialect.operations) {
    app.on(operation.method, toHonoPath(operation.path), serve(operation, dialect));
  }

  app.notFound(async (context) => {
    const { method, path } = context.req;
    const allowed = isDialectRequest(context) ? [] : findMethods(registry, path);
    const failure = isDialectRequest(context)
      ? dialect.createNotFound(method, path)
      : createUnservedFailure(method, path, allowed);
    const requestId = context.get('requestId');
    const principal = context.get('principal') ?? null;
    const origin = isDialectRequest(context) ? dialect.origin : requestOrigin(context);
    await callPath.recordRejection(
      { principal, origin, requestId, tool: 'unknown', params: { method, path } },
      failure,
    );
    if (isDialectRequest(context)) return dialect.encodeFailure(failure);
    const response = problemResponse(failure, requestId, baseUrl(context));
    if (allowed.length > 0) response.headers.set('allow', allowed.join(', '));
    return response;
  });
  app.onError((error, context) => {
    const failure = toFailure(error);
    if (failure.kind === 'internal')
      log.error({ err: error, request_id: context.get('requestId') }, 'request failed');
    return isDialectRequest(context)
      ? dialect.encodeFailure(failure)
      : problemResponse(failure, context.get('requestId'), baseUrl(context));
  });
  return app;
}
