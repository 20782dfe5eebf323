import type { PublicJwk } from '../../domain/crypto/signature.ts';
import type { Check } from '../../operations/check.ts';
import type { Registry } from '../../operations/declaration/registry.ts';
import type { Caller } from '../caller.ts';
import type { UserShell } from './install-completion.ts';
import type { ProgramEnvironment } from './show-text.ts';

/** The program as the command line uses it. Each part is created on first use. */
export interface Program {
  version: string;
  /** The command that starts the program, for hints, such as `node bin/webdata.mjs`. */
  name: string;
  /** The environment, for the pager of the user. */
  environment: ProgramEnvironment;
  /** The shell of the user, for its completion. */
  userShell: UserShell;
  /** Runs the service until SIGTERM or SIGINT, then stops in order. Throws Failure if it cannot start. */
  serve(): Promise<void>;
  /**
   * Serves one MCP client over standard input and output until it disconnects. `tools` lists toolsets, such as `read,extract`;
   * null for all. Throws Failure.
   */
  serveMcp(options: { tools: string | null; isStructured: boolean }): Promise<void>;
  /** Returns the declarations of all operations; they cannot be run. */
  operations(): Promise<Registry>;
  /**
   * Opens a caller for the service at WEBDATA_URL, otherwise for the running service of this data directory,
   * otherwise in this process, which it reports on standard error.
   */
  openCaller(
    interfaceName: 'cli' | 'mcp',
  ): Promise<AsyncDisposable & { caller: Caller; isEmbedded: boolean }>;
  /** Returns a signal that aborts when the process must stop. */
  listenForStop(): AbortSignal;
  /**
   * Returns one line per setting with its effective value, without secrets, after a line that says whose settings they are: those of
   * the running service, or those of this shell. Throws Failure.
   */
  describeSettings(): Promise<string[]>;
  /** Writes a settings file with every setting as a comment into the data directory. Returns its path. Throws Failure. */
  writeSettingsFile(): Promise<string>;
  /** Tests each part of the running service, or else of this data directory, and returns whose parts they are. Throws Failure. */
  doctor(): Promise<{ subject: string; report: { checks: Record<string, Check> } }>;
  /** Creates a key of the default account. Requires access to the data directory. */
  createKey(options: { name: string; operator: boolean }): Promise<string>;
  /**
   * Creates a link that signs a browser in to the console, once, and tells whether the service runs. Requires access to the
   * data directory. Throws Failure.
   */
  createConsoleLink(): Promise<{ url: string; isServed: boolean }>;
  /**
   * Replaces the root secret and encrypts all stored secrets again. No other process may use the database.
   * Resolves with lines of output. Throws Failure; the old root secret is then still in use.
   */
  rotateSecret(): Promise<string[]>;
  /** Writes a backup into a file, also while the service runs. Throws Failure; then no file is left. */
  writeBackup(path: string, writeLine: (line: string) => void): Promise<void>;
  /** Restores a backup into an empty data directory or database. Throws Failure. */
  restore(path: string, writeLine: (line: string) => void): Promise<void>;
  /** Returns the public receipt keys of the service at WEBDATA_URL, otherwise of this data directory; empty if there are none. */
  receiptKeys(): Promise<PublicJwk[]>;
}
