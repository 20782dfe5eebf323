import type { Context, Env, Hono } from 'hono';
import { acceptsCoding } from '../response/compress.ts';
import { type ConsoleFile, type ConsoleFiles, readConsoleFiles } from './console-files.ts';

/**
 * Allows only files of this service. Scripts and styles come from files, so that text of web pages which reaches the
 * document can run nothing.
 */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "connect-src 'self'",
  "font-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const securityHeaders = {
  'content-security-policy': contentSecurityPolicy,
  'x-content-type-options': 'nosniff',
  // The address of the first request contains the sign-in token.
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
};

const immutable = 'public, max-age=31536000, immutable';

function fileResponse(file: ConsoleFile, acceptEncoding: string | undefined, cacheControl: string): Response {
  const headers: Record<string, string> = {
    ...securityHeaders,
    'content-type': file.mediaType,
    'cache-control': cacheControl,
    vary: 'Accept-Encoding',
  };
  for (const [coding, bytes] of file.encoded) {
    if (acceptEncoding === undefined || !acceptsCoding(acceptEncoding, coding)) continue;
    return new Response(bytes, { headers: { ...headers, 'content-encoding': coding } });
  }
  return new Response(file.plain, { headers });
}

/** Returns true if the client names HTML in its Accept header, as browsers do; `*\/*` alone is not enough. */
function acceptsHtml(accept: string | undefined): boolean {
  return accept?.split(',').some((range) => range.trim().toLowerCase().startsWith('text/html')) ?? false;
}

/**
 * Serves the console: its page at `/` for clients that accept HTML, and its files below `/console/assets`. Other clients,
 * and all clients if the console is not built, get `fallback` at `/`.
 */
export function serveConsole<Environment extends Env>(
  app: Hono<Environment>,
  fallback: (context: Context<Environment>) => Promise<Response>,
): void {
  let files: Promise<ConsoleFiles | null> | undefined;
  const readFiles = () => {
    files ??= readConsoleFiles().catch((error: unknown) => {
      // The next request tries again, for example after a shortage of file descriptors.
      files = undefined;
      throw error;
    });
    return files;
  };
  app.get('/', async (context) => {
    const built = acceptsHtml(context.req.header('accept')) ? await readFiles() : null;
    if (built === null) {
      const response = await fallback(context);
      response.headers.set('vary', 'Accept');
      return response;
    }
    const response = fileResponse(built.page, context.req.header('accept-encoding'), 'no-cache');
    response.headers.set('vary', 'Accept, Accept-Encoding');
    return response;
  });
  app.get('/console/assets/:name', async (context, next) => {
    const file = (await readFiles())?.assets.get(context.req.param('name') ?? '');
    if (file === undefined) return next();
    return fileResponse(file, context.req.header('accept-encoding'), immutable);
  });
}
