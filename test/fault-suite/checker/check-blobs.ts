import { createHash } from 'node:crypto';
import type { ClientBase } from 'pg';

/** Checks that every referenced blob is in the store and matches its digest. */
export async function checkBlobs(
  client: ClientBase,
  readBlob: (digest: string) => Promise<Buffer | null>,
  verified: Set<string>,
): Promise<string[]> {
  const { rows } = await client.query<{ digest: string; owner: string }>(
    `select digest, 'blob ' || min(blob_id) as owner from blobs where digest is not null group by digest
     union all
     select body_digest, 'page ' || min(ref) from contents where body_digest is not null group by body_digest`,
  );
  const violations: string[] = [];
  for (const { digest, owner } of rows) {
    if (verified.has(digest)) continue;
    const bytes = await readBlob(digest);
    if (bytes === null) violations.push(`${owner} refers to ${digest}, which is not in the store`);
    else if (createHash('sha256').update(bytes).digest('hex') !== digest)
      violations.push(`${owner} refers to ${digest}, whose bytes have another digest`);
    else verified.add(digest);
  }
  return violations;
}
