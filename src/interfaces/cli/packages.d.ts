/** Types of packages without type declarations. */
declare module '@michaelhomer/jqjs' {
  /** Compiles a jq expression to a function that returns its results for a JSON value. Throws texts. */
  export function compile(expression: string): (input: unknown) => Iterable<unknown>;
}
