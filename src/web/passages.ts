import type { Agent } from 'undici';
import { type ConnectionOptions, createConnections } from './connections.ts';
import type { ExchangeResult } from './exchange.ts';
import type { Upstream } from './exits/upstream.ts';

/** The pools of connections of one client: its own, and one set for each proxy and session that it goes through. */
export interface Passages {
  /**
   * The pools that lead to an address. `hasChanged` is true when it was learnt meanwhile that the proxy wants to be
   * asked in another way, so that a request that failed is worth sending again.
   */
  passageTo(url: URL, via: Upstream | null): { agent: Agent; hasChanged(): boolean };
  /** What came through a proxy: who answered is known to it alone, and what it says of itself is no answer of a site. */
  through(result: ExchangeResult): ExchangeResult;
  /** Drops every connection. */
  close(): Promise<void>;
}

/** Proxies and sessions whose connections are kept; those of the one not used for longest are let end first. */
const mostPassages = 256;

/** Pools that nobody has used yet. */
export function createPassages(options: ConnectionOptions): Passages {
  const direct = createConnections(options);
  const agents = new Map<string, Agent>();
  /** Proxies, whoever uses them, that forward requests for plain pages but open no tunnels for them. */
  const forwarders = new Set<string>();

  function agentFor(upstream: Upstream, isForwarding: boolean): Agent {
    const key = `${isForwarding ? 'forward' : 'tunnel'} ${upstream.key}`;
    const known = agents.get(key);
    const agent =
      known ??
      createConnections(options, {
        upstream,
        isForwarding,
        onTunnelRefused: () => {
          if (upstream.protocol !== 'socks5:') forwarders.add(upstream.origin);
        },
      });
    agents.delete(key);
    agents.set(key, agent);
    if (agents.size > mostPassages) letEnd();
    return agent;
  }

  function letEnd(): void {
    for (const [key, agent] of agents) {
      agents.delete(key);
      // What is under way there goes on to its end.
      agent.close().catch(() => {});
      return;
    }
  }

  return {
    passageTo(url, via) {
      if (via === null) return { agent: direct, hasChanged: () => false };
      const isForwarding = () => url.protocol === 'http:' && forwarders.has(via.origin);
      const asked = isForwarding();
      return { agent: agentFor(via, asked), hasChanged: () => isForwarding() !== asked };
    },
    through(result) {
      const silent = { ...result, remoteAddress: null };
      if (result.statusCode !== 407) return silent;
      // Only a proxy asks for credentials of a proxy (RFC 9110 section 15.5.8).
      const message = 'The page could not be asked for: the exit refuses its credentials.';
      return { ...silent, fault: { code: 'no_exit', message } };
    },
    async close() {
      await Promise.all([direct, ...agents.values()].map((agent) => agent.destroy()));
    },
  };
}
