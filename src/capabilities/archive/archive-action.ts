/** Actions of the archive operation (docs/api/archive.md). */
export const archiveActions = ['get', 'snapshots', 'diff', 'history', 'urls'] as const;

/** One of {@link archiveActions}. */
export type ArchiveAction = (typeof archiveActions)[number];
