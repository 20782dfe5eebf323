import { numberAt } from '../../../domain/values/elements.ts';
import type { PageFacts } from '../../../extract/facts/page-facts.ts';
import type { RecordCluster } from '../../../extract/page-view/record-clusters.ts';
import { parentOf, tagOf } from '../../../page/tree/tree.ts';

const minRows = 3;
/** Minimum mean number of cells of a row. */
const minCells = 1.5;
/** Importance of rows in relation to their cells: as records, they must answer more than each cell does. */
export const rowFactor = 0.9;

/**
 * Returns the rows of repeated elements that are alike within them: the cells of one record may look like records. Null if the
 * elements are in no rows, or if these are repeated elements of their own.
 */
export function rowsOfCells(
  { tree }: PageFacts,
  cluster: RecordCluster,
  clusters: readonly RecordCluster[],
): number[] | null {
  if (cluster.lasts !== undefined) return null;
  const rows = [...new Set(cluster.members.map((cell) => parentOf(tree, cell)))];
  if (rows.length < minRows || cluster.members.length < minCells * rows.length) return null;
  const first = numberAt(rows, 0);
  const areAlike = rows.every(
    (row) => tagOf(tree, row) === tagOf(tree, first) && parentOf(tree, row) === parentOf(tree, first),
  );
  const isKnown = clusters.some(({ members, lasts }) => lasts === undefined && members.includes(first));
  return areAlike && !isKnown ? rows : null;
}
