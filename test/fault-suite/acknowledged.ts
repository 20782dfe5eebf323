import type { Receipt } from '../../src/domain/resources/receipt.ts';

/** Kinds of objects that the service acknowledges, by the table that keeps them. */
export type ObjectKind = 'job' | 'dataset' | 'monitor' | 'workflow' | 'run' | 'session';

/** An object that the service said it has. */
export interface AcknowledgedObject {
  kind: ObjectKind;
  id: string;
  /** Key of the account that it belongs to. */
  key: string;
  round: number;
}

/** A crawl or batch, and what it must bring. */
export interface AcknowledgedJob {
  id: string;
  /** Pages that must be delivered, each exactly once; null where only the count is known. */
  urls: readonly string[] | null;
  /** Pages that must be delivered with status `ok`. */
  ok: number;
  /** False where a fault of the round may end pages with an error. */
  isExact: boolean;
}

/** A scrape that was sent with an Idempotency-Key. */
export interface KeyedScrape {
  idempotencyKey: string;
  /** An address that no other request asks for. */
  url: string;
  /** Key of the account that asked. */
  key: string;
  receipt: Receipt | null;
  /** When it was sent first (`performance.now()`). */
  sentAt: number;
}

/** A stored file that the service said it has. */
export interface AcknowledgedFile {
  path: string;
  sha256: string;
  key: string;
}

/** Everything that the service acknowledged to the load, to be found again whatever is killed. */
export interface Acknowledged {
  objects: AcknowledgedObject[];
  jobs: AcknowledgedJob[];
  receipts: Receipt[];
  keyed: KeyedScrape[];
  files: AcknowledgedFile[];
}

/** Creates an empty record. */
export function createAcknowledged(): Acknowledged {
  return { objects: [], jobs: [], receipts: [], keyed: [], files: [] };
}
