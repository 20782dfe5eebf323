/** Free space of the data directory. Requests that store data are rejected while it is low (docs/api/limits.md). */
export interface DiskSpace {
  /** True if less than 1 GiB or 5 % of the disk is free. */
  isLow(): boolean;
  /** Bytes that may still be written. */
  freeBytes(): number;
}
