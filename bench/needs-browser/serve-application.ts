import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';
import { sharedFiles } from './application.ts';

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
  '.md': 'text/markdown',
};

/** Static files on a loopback address. */
export interface ServedApplication {
  origin: string;
  close(): void;
}

/** Serves a folder, `.html` files also without their extension, and the shared files. */
export async function serveApplication(root: string): Promise<ServedApplication> {
  async function find(path: string): Promise<{ body: string | Buffer; type: string } | null> {
    const shared = sharedFiles[path];
    const type = (name: string) => types[extname(name)] ?? 'application/octet-stream';
    if (shared !== undefined) return { body: shared, type: type(path) };
    for (const name of [path, `${path}.html`, join(path, 'index.html')]) {
      const body = await readFile(join(root, normalize(name))).catch(() => null);
      if (body !== null) return { body, type: type(name) };
    }
    return null;
  }
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    find(decodeURIComponent(pathname)).then(
      (found) => {
        if (found === null) response.writeHead(404, { 'content-type': 'text/plain' }).end('Not Found');
        else response.writeHead(200, { 'content-type': found.type }).end(found.body);
      },
      () => response.writeHead(500).end(),
    );
  }).listen(0, '127.0.0.31');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.31:${port}`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
