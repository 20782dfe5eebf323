import type { PageView } from '../../../extract/page-view/page-view.ts';
import { endOf } from '../../../page/tree/tree.ts';
import type { Rows } from './row-collector.ts';
import { groupKey, groupNames, type TableRows } from './table-rows.ts';

/** A table that was read as records. */
export interface ReadTable extends TableRows {
  element: number;
}

/** Maximum length of the name of a table, and number of lines between it and the table before. */
const maxNameLength = 80;
const maxLinesBetween = 2;

/** Returns the line that names each table: one that alone stands between it and the table before; a table without one has that of the table before. */
function namesOf(page: PageView, tables: readonly ReadTable[]): (string | null)[] {
  const lines = page.lines();
  let end = 0;
  let name: string | null = null;
  return tables.map(({ element }, at) => {
    const between = lines.filter(({ from, to }) => from >= end && to <= element);
    end = endOf(page.tree, element);
    const last = between.at(-1)?.text ?? '';
    const isName = last !== '' && last.length <= maxNameLength;
    if (isName && (at === 0 || between.length <= maxLinesBetween)) name = last;
    else if (between.length > maxLinesBetween) name = null;
    return name;
  });
}

/** Joins tables with the same headings: one for each group, term or day, whose name is a value of its records. */
function joinAlike(page: PageView, tables: readonly ReadTable[]): Rows & { element: number } {
  const [first, ...others] = tables as [ReadTable, ...ReadTable[]];
  const { headings: _, ...alone } = first;
  if (others.length === 0) return alone;
  const names = namesOf(page, tables);
  const areNamed = new Set(names).size > 1 && !names.includes(null);
  return {
    element: first.element,
    rows: tables.flatMap(({ rows }, at) =>
      rows.map((row) => (areNamed ? { [groupKey]: names[at] ?? null, ...row } : row)),
    ),
    nodes: tables.flatMap(({ nodes }) => nodes),
    groups: tables.flatMap(({ groups, nodes }) => groups ?? nodes.map(() => -1)),
    names: new Map([
      ...tables.toReversed().flatMap((table) => [...table.names]),
      ...(areNamed ? [[groupKey, groupNames] as const] : []),
    ]),
  };
}

/** Joins the tables with the same headings, and leaves out those of one record. */
export function joinTables(page: PageView, tables: readonly ReadTable[]): (Rows & { element: number })[] {
  const alike = Map.groupBy(tables, ({ headings }) => headings.join('\n'));
  return [...alike.values()].map((own) => joinAlike(page, own)).filter(({ rows }) => rows.length > 1);
}
