/** Fields without a value, and what looked for each. */
interface MissingFields {
  missing: readonly string[];
  searchedBy: Readonly<Record<string, 'rules' | 'model'>>;
}

/** Returns the lines about fields without a value: those that only rules looked for, and those that a model looked for. */
export function missingLines({ missing, searchedBy }: MissingFields): string[] {
  const byModel = missing.filter((pointer) => searchedBy[pointer] === 'model');
  const byRules = missing.filter((pointer) => searchedBy[pointer] !== 'model');
  return [
    ...(byRules.length > 0
      ? [`not found by rules, but the page may state it (a model could look): ${byRules.join(' ')}`]
      : []),
    ...(byModel.length > 0 ? [`a model read the page and did not find: ${byModel.join(' ')}`] : []),
  ];
}
