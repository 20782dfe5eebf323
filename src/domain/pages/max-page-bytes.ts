/** Maximum size of a page or document in bytes, from the web or from a caller. */
export const maxPageBytes = 20_000_000;
