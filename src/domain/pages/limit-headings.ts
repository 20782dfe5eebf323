/** Returns at most `limit` headings in their order: drops the deepest levels first, then the last headings. */
export function limitHeadings<Heading extends { level: number }>(
  headings: readonly Heading[],
  limit: number,
): readonly Heading[] {
  let retained = headings;
  for (let level = 6; level > 1 && retained.length > limit; level -= 1) {
    const higher = retained.filter((heading) => heading.level < level);
    if (higher.length > 0) retained = higher;
  }
  return retained.slice(0, limit);
}
