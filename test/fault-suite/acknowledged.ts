import type { Receipt } from '../../src/domain/resources/receipt.ts';

/** Kinds of objects that the service acknowledges, by their table. */
export type ObjectKind = 'job' | 'dataset' | 'monitor' | 'workflow' | 'run' | 'session';

/** Object that the service acknowledged. */
export interface AcknowledgedObject {
  kind: ObjectKind;
  id: string;
  /** Key of the owning account. */
  key: string;
  round: number;
}

/** Crawl or batch, and its expected result. */
export interface AcknowledgedJob {
  id: string;
  /** Pages that must be delivered, each exactly once; null if only their number is known. */
  urls: readonly string[] | null;
  /** Number of pages that must be delivered with status `ok`. */
  ok: number;
  /** False if a fault of the round may cause page errors. */
  isExact: boolean;
}

/** Scrape that was sent with an Idempotency-Key. */
export interface KeyedScrape {
  idempotencyKey: string;
  /** URL that no other request uses. */
  url: string;
  /** Key of the calling account. */
  key: string;
  receipt: Receipt | null;
  /** Time of the first attempt (`performance.now()`). */
  sentAt: number;
}

/** Stored file that the service acknowledged. */
export interface AcknowledgedFile {
  path: string;
  sha256: string;
  key: string;
}

/** Everything that the service acknowledged to the load and that must survive every fault. */
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
