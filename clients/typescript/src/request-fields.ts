import type { operations } from './openapi.ts';

/** Path, query and body of a request as one object, without `dry_run`, which decides the type of the answer. */
export type RequestFields<Id extends keyof operations> = Parameters<operations[Id]['parameters']['path']> &
  Parameters<operations[Id]['parameters']['query']> &
  Body<operations[Id]>;

type Parameters<Part> = [NonNullable<Part>] extends [never] ? unknown : Omit<NonNullable<Part>, 'dry_run'>;

type Body<Operation> = Operation extends {
  requestBody?: { content: { 'application/json': infer Content } };
}
  ? Content
  : unknown;
