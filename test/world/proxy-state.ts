import { connect, type Socket } from 'node:net';
import type { Certificate } from './certificate.ts';

/** Behaviour of a proxy. */
export interface ForwardProxyOptions {
  protocol?: 'http' | 'https' | 'socks5';
  /** Certificate of an https proxy. */
  certificate?: Certificate;
  /**
   * Credentials of the proxy; without them it accepts everybody. A user name may end in parameters such as
   * `-session-ANYTHING`.
   */
  credentials?: { username: string; password: string };
  /** Addresses to connect to instead, by `host:port`: this proxy resolves names itself. */
  names?: Record<string, string>;
  /** Answers CONNECT with 403 except for port 443, as restrictive proxies do. */
  tunnelsNothingPlain?: boolean;
}

/** State shared by the parts of a proxy. */
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

/** Returns whether the credentials are accepted. */
export function isAuthorized(state: ProxyState, username: string, password: string): boolean {
  state.users.push(username);
  const { credentials } = state.options;
  if (credentials === undefined) return true;
  return username.startsWith(credentials.username) && password === credentials.password;
}
