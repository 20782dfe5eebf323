import { EventEmitter } from 'node:events';
import { Agent } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { pipeline } from 'node:stream';
import { dialUpstream, TunnelRefused } from './exits/dial-upstream.ts';
import type { Upstream } from './exits/upstream.ts';

/** The connections of one browser context through the operator's proxy. */
export interface UpstreamTunnels {
  /** Who plain pages are asked through: our own tunnels, or the proxy itself where it opens none for them. */
  forPlain(host: string, port: number): Promise<{ httpAgent: Agent } | { upstreamProxyUrl: string }>;
  /** A tunnel to a target, for whoever emits a `connection` with the browser's end of it. */
  forSecure(host: string, port: number): Promise<EventEmitter>;
  /** Bytes that sites sent through tunnels of {@link UpstreamTunnels.forSecure}. */
  bytes(): number;
  close(): void;
}

const dialWithinMs = 20_000;

/** Tunnels that nobody has opened yet; `onFault` is told why one to a target could not be. */
export function createUpstreamTunnels(
  upstream: Upstream,
  onFault: (host: string, port: number, error: Error) => void,
): UpstreamTunnels {
  const open = new Set<Socket>();
  const waiting = new Map<string, Socket>();
  let plain: 'untried' | 'tunnelled' | 'forwarded' = 'untried';
  const carried = new Set<Socket>();
  let closedBytes = 0;

  async function dial(host: string, port: number): Promise<Socket> {
    const socket = await dialUpstream(upstream, { host, port }, dialWithinMs);
    open.add(socket);
    socket.once('close', () => open.delete(socket));
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
      const opened = waiting.get(key);
      waiting.delete(key);
      Promise.resolve(opened ?? dial(host, port)).then(
        (socket) => callback(null, socket),
        (error: Error) => {
          onFault(host, port, error);
          callback(error);
        },
      );
      return undefined;
    }
  }
  const agent = new TunnelAgent({ keepAlive: true });

  return {
    async forPlain(host, port) {
      if (plain === 'untried') {
        try {
          waiting.set(`${host} ${port}`, await dial(host, port));
          plain = 'tunnelled';
        } catch (error) {
          const mayForward = error instanceof TunnelRefused && error.statusCode < 502;
          if (!mayForward) throw error;
          plain = 'forwarded';
        }
      }
      return plain === 'tunnelled' ? { httpAgent: agent } : { upstreamProxyUrl: upstream.key };
    },
    async forSecure(host, port) {
      const tunnel = await dial(host, port);
      const taker = new EventEmitter();
      taker.once('connection', (end: Socket) => {
        carried.add(tunnel);
        pipeline(end, tunnel, end, () => {
          closedBytes += tunnel.bytesRead;
          carried.delete(tunnel);
          tunnel.destroy();
          end.destroy();
        });
      });
      return taker;
    },
    bytes: () => carried.values().reduce((sum, tunnel) => sum + tunnel.bytesRead, closedBytes),
    close() {
      agent.destroy();
      for (const socket of open) socket.destroy();
    },
  };
}
