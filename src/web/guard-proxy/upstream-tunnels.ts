import { EventEmitter } from 'node:events';
import { Agent } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { pipeline } from 'node:stream';
import { dialUpstream, TunnelRejectedError } from '../exits/dial-upstream.ts';
import type { Upstream } from '../exits/upstream.ts';

/** Connections of one browser context through the operator's proxy. */
export interface UpstreamTunnels {
  /** Returns the options for plain requests: an agent with tunnels, or the proxy itself if it opens no tunnels for them. */
  forPlain(host: string, port: number): Promise<{ httpAgent: Agent } | { upstreamProxyUrl: string }>;
  /** Opens a tunnel to a target; the emitter expects a `connection` event with the browser's socket. */
  forSecure(host: string, port: number): Promise<EventEmitter>;
  /** Returns the bytes received through tunnels of {@link UpstreamTunnels.forSecure}. */
  bytes(): number;
  close(): void;
}

const dialTimeoutMs = 20_000;

/** Creates tunnels on demand; `onFault` is called with the error of a failed tunnel. */
export function createUpstreamTunnels(
  upstream: Upstream,
  onError: (host: string, port: number, error: Error) => void,
): UpstreamTunnels {
  const openSockets = new Set<Socket>();
  const preparedSockets = new Map<string, Socket>();
  let plainMode: 'untried' | 'tunnelled' | 'forwarded' = 'untried';
  const activeTunnels = new Set<Socket>();
  let closedBytes = 0;

  async function dial(host: string, port: number): Promise<Socket> {
    const socket = await dialUpstream(upstream, { host, port }, dialTimeoutMs);
    openSockets.add(socket);
    socket.once('close', () => openSockets.delete(socket));
    return socket;
  }

  class TunnelAgent extends Agent {
    override createConnection(
      options: { host?: string; port?: number | string },
      callback: (error: Error | null, socket?: Duplex) => void,
    ): undefined {
      const host = (options.host ?? '').replace(/^\[|\]$/g, '');
      const port = Number(options.port) || 80;
      const key = `${host} ${port}`;
      const prepared = preparedSockets.get(key);
      preparedSockets.delete(key);
      Promise.resolve(prepared ?? dial(host, port)).then(
        (socket) => callback(null, socket),
        (error: Error) => {
          onError(host, port, error);
          callback(error);
        },
      );
      return undefined;
    }
  }
  const agent = new TunnelAgent({ keepAlive: true });

  return {
    async forPlain(host, port) {
      if (plainMode === 'untried') {
        try {
          preparedSockets.set(`${host} ${port}`, await dial(host, port));
          plainMode = 'tunnelled';
        } catch (error) {
          const canForward = error instanceof TunnelRejectedError && error.statusCode < 502;
          if (!canForward) throw error;
          plainMode = 'forwarded';
        }
      }
      return plainMode === 'tunnelled' ? { httpAgent: agent } : { upstreamProxyUrl: upstream.key };
    },
    async forSecure(host, port) {
      const tunnel = await dial(host, port);
      const emitter = new EventEmitter();
      emitter.once('connection', (browserSocket: Socket) => {
        activeTunnels.add(tunnel);
        pipeline(browserSocket, tunnel, browserSocket, () => {
          closedBytes += tunnel.bytesRead;
          activeTunnels.delete(tunnel);
          tunnel.destroy();
          browserSocket.destroy();
        });
      });
      return emitter;
    },
    bytes: () => activeTunnels.values().reduce((sum, tunnel) => sum + tunnel.bytesRead, closedBytes),
    close() {
      agent.destroy();
      for (const socket of openSockets) socket.destroy();
    },
  };
}
