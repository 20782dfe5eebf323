import { Failure } from '../system/failure.ts';

/** A kind of resource that belongs to an account and has an identifier, in the words of error messages. */
export interface ResourceKind {
  name: string;
  /** Says where a caller finds the identifiers. */
  advice: string;
}

/** Creates Failure `not_found` for a resource that the account does not have, or that belongs to another account. */
export function missingResource({ name, advice }: ResourceKind): Failure {
  return new Failure('not_found', `There is no ${name} with this identifier. ${advice}`);
}
