import type { PublicJwk } from '../../domain/signature.ts';
import type { Check } from '../../operations/check.ts';
import type { Registry } from '../../operations/registry.ts';
import type { Caller } from '../caller.ts';

/** The composed program, as the command line drives it. Each part is composed when it is asked for. */
export interface Program {
  version: string;
  /** Serves until SIGTERM or SIGINT, then stops in order. Throws Failure when it cannot start. */
  serve(): Promise<void>;
  /** Serves one agent over standard input and output until it hangs up. Throws Failure. */
  serveAgent(): Promise<void>;
  /** Every operation as it is declared; they can be looked at, not run. */
  operations(): Promise<Registry>;
  /** The service that commands talk to: the one named, the one on this data directory, else one in this process. */
  openCaller(door: 'cli' | 'mcp'): Promise<AsyncDisposable & { caller: Caller }>;
  /** Aborted when the process is told to stop. */
  listenForStop(): AbortSignal;
  /** One line a setting: its effective value, secrets hidden. */
  describeSettings(): string[];
  /** What works, by the name of the part. */
  doctor(): Promise<Record<string, Check>>;
  /** A new key of the default account; for whoever holds the data directory. */
  createKey(wish: { name: string; operator: boolean }): Promise<string>;
  /**
   * Puts a new root secret in the place of the old one and seals anew what the old one sealed; nothing else may run on
   * the database. Resolves with the lines to tell. Throws Failure; then the old one is in force.
   */
  rotateSecret(): Promise<string[]>;
  /** Writes a backup into a file, be the service running or not. Throws Failure; then there is no file. */
  backUp(path: string, say: (line: string) => void): Promise<void>;
  /** Brings a backup into an empty data directory or database. Throws Failure of one line. */
  restore(path: string, say: (line: string) => void): Promise<void>;
  /** Public receipt keys of this data directory; empty when there is none. */
  receiptKeys(): Promise<PublicJwk[]>;
}
