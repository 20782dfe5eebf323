import type { Capture } from '../../../integrations/archives/archive.ts';
import type { SnapshotRow } from '../archive-response.ts';

export function createRow(
  capture: Capture,
  change: SnapshotRow['change'],
  basis: SnapshotRow['basis'],
): SnapshotRow {
  const { at, statusCode: status_code, mime, digest, archiveUrl: archive_url } = capture;
  return {
    captured_at: at.toISOString(),
    status_code,
    mime,
    digest,
    archive_url,
    change,
    basis,
    assumed: false,
  };
}
