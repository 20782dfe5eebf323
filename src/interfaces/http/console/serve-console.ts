import type { Context, Env, Hono } from 'hono';
import { onceFulfilled } from '../../../domain/values/once.ts';
import { acceptsHtml } from '../request/accepts-html.ts';
import { immutableCache, staticFileResponse } from '../response/static-file.ts';
import { readConsoleFiles } from './console-files.ts';

/**
 * Serves the console: its page at `/` for clients that accept HTML, and its files below `/console/assets`. Other clients,
 * and all clients if the console is not built, get `fallback` at `/`.
 */
export function serveConsole<Environment extends Env>(
  app: Hono<Environment>,
  fallback: (context: Context<Environment>) => Promise<Response>,
): void {
  const readFiles = onceFulfilled(readConsoleFiles);
  app.get('/', async (context) => {
    const built = acceptsHtml(context.req.header('accept')) ? await readFiles() : null;
    if (built === null) {
      const response = await fallback(context);
      response.headers.set('vary', 'Accept');
      return response;
    }
    const acceptEncoding = context.req.header('accept-encoding');
    const response = staticFileResponse(built.page, { acceptEncoding, cacheControl: 'no-cache' });
    response.headers.set('vary', 'Accept, Accept-Encoding');
    return response;
  });
  app.get('/console/assets/:name', async (context, next) => {
    const file = (await readFiles())?.assets.get(context.req.param('name') ?? '');
    if (file === undefined) return next();
    const acceptEncoding = context.req.header('accept-encoding');
    return staticFileResponse(file, { acceptEncoding, cacheControl: immutableCache });
  });
}
