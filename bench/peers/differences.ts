/**
 * Why webdata is worse in a column of a table, by `table.column`: the cause, and whether it is accepted. The report lists
 * every such difference, with or without a text here.
 */
export const causes: Readonly<Record<string, string>> = {};
