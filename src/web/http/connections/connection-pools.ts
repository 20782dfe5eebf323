import type { Agent } from 'undici';
import type { Upstream } from '../../exits/upstream.ts';
import type { ExchangeResult } from '../http-exchange.ts';
import { type ConnectionOptions, createConnections } from './connections.ts';

/** Connection pools of one client: one for direct connections, and one per proxy and session. */
export interface ConnectionPools {
  /**
   * Returns the pools for a URL. `hasChanged` returns true if it was learned in the meantime that the proxy needs another
   * method, so that a failed request should be sent again.
   */
  poolFor(url: URL, via: Upstream | null): { agent: Agent; hasChanged(): boolean };
  /** Adjusts a result that came through a proxy: the remote address is unknown, and status 407 is an error of the exit. */
  adjustProxyResult(result: ExchangeResult): ExchangeResult;
  /** Closes all connections. */
  close(): Promise<void>;
}

/** Maximum number of proxies and sessions with open connections; the least recently used is closed first. */
const maxPools = 256;

/** Creates empty pools. */
export function createConnectionPools(options: ConnectionOptions): ConnectionPools {
  const direct = createConnections(options);
  const agents = new Map<string, Agent>();
  /** Origins of proxies that forward plain requests but open no tunnels for them. */
  const forwardingProxies = new Set<string>();

  function agentFor(upstream: Upstream, isForwarding: boolean): Agent {
    const key = `${isForwarding ? 'forward' : 'tunnel'} ${upstream.key}`;
    const existing = agents.get(key);
    const agent =
      existing ??
      createConnections(options, {
        upstream,
        isForwarding,
        onTunnelRejected: () => {
          if (upstream.protocol !== 'socks5:') forwardingProxies.add(upstream.origin);
        },
      });
    agents.delete(key);
    agents.set(key, agent);
    if (agents.size > maxPools) closeOldest();
    return agent;
  }

  function closeOldest(): void {
    for (const [key, agent] of agents) {
      agents.delete(key);
      // Running requests are completed.
      agent.close().catch(() => {});
      return;
    }
  }

  return {
    poolFor(url, via) {
      if (via === null) return { agent: direct, hasChanged: () => false };
      const isForwarding = () => url.protocol === 'http:' && forwardingProxies.has(via.origin);
      const wasForwarding = isForwarding();
      return { agent: agentFor(via, wasForwarding), hasChanged: () => isForwarding() !== wasForwarding };
    },
    adjustProxyResult(result) {
      const withoutAddress = { ...result, remoteAddress: null };
      if (result.statusCode !== 407) return withoutAddress;
      // Only a proxy sends this status (RFC 9110 section 15.5.8).
      const message = 'The page could not be requested: the exit rejects its credentials.';
      return { ...withoutAddress, fault: { code: 'no_exit', message } };
    },
    async close() {
      await Promise.all([direct, ...agents.values()].map((agent) => agent.destroy()));
    },
  };
}
