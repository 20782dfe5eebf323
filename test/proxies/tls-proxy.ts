import { readFile } from 'node:fs/promises';

/** TLS proxy in front of a service, started with a file of `deploy`. */
export interface TlsProxy {
  /** Certificate of the authority that signed the certificate of the proxy, in PEM. */
  authority: string;
  /** Output of the program, for the messages of failed tests. */
  output(): string;
  stop(): Promise<void>;
}

/** What an operator replaces in the file of `deploy`, and the ports, because a test must not take 80 and 443. */
export interface TlsProxyOptions {
  /** Folder of this proxy; the caller deletes it after `stop`. */
  folder: string;
  /** Port of the service. */
  servicePort: number;
  httpsPort: number;
  httpPort: number;
}

/** Host name in the files of `deploy`. */
export const proxiedHost = 'webdata.example.com';

/** Returns a file of `deploy` with replacements; throws if it does not contain one of the replaced texts. */
export async function readDeployed(
  name: string,
  replacements: readonly (readonly [string, string])[],
): Promise<string> {
  let text = await readFile(new URL(`../../deploy/${name}`, import.meta.url), 'utf8');
  for (const [from, to] of replacements) {
    if (!text.includes(from)) throw new Error(`deploy/${name} does not contain ${from}`);
    text = text.replaceAll(from, to);
  }
  return text;
}
