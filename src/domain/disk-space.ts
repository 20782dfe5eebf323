/** How much room there is where we store things; work that stores is refused while it is low (api.md section 11). */
export interface DiskSpace {
  /** True below 1 GiB or 5 % of free disk. */
  low(): boolean;
  /** Bytes that we may still write. */
  free(): number;
}
