import { connect, type Socket } from 'node:net';
import type { Certificate } from './certificate.ts';

/** How a proxy is to behave. */
export interface ForwardProxyOptions {
  protocol?: 'http' | 'https' | 'socks5';
  /** Of an https proxy. */
  certificate?: Certificate;
  /** Who may use it; everybody when left out. A user name may end in `-session-ANYTHING` and the like. */
  credentials?: { username: string; password: string };
  /** Where it connects to instead, by `host:port`: this proxy resolves names itself. */
  names?: Record<string, string>;
  /** Answers CONNECT with 403 but to port 443, as careful proxies do. */
  tunnelsNothingPlain?: boolean;
}

/** What the parts of a proxy share. */
export interface ProxyState {
  options: ForwardProxyOptions;
  source: string;
  targets: string[];
  users: string[];
}

/** Opens a connection to a target from the proxy's own address. */
export function reach(state: ProxyState, host: string, port: number): Socket {
  state.targets.push(`${host}:${port}`);
  const [to = host, toPort = String(port)] = (state.options.names?.[`${host}:${port}`] ?? '').split(':');
  return connect({ host: to || host, port: Number(toPort), localAddress: state.source });
}

/** Whether somebody may use the proxy. */
export function isWelcome(state: ProxyState, username: string, password: string): boolean {
  state.users.push(username);
  const { credentials } = state.options;
  if (credentials === undefined) return true;
  return username.startsWith(credentials.username) && password === credentials.password;
}
