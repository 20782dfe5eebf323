import { Failure } from '../../../domain/system/failure.ts';
import type { Operation } from '../../../operations/declaration/operation.ts';

/** Returns true if a path fits the path of an operation, in which `{name}` stands for any segment. */
function fits(pattern: string, path: string): boolean {
  const expected = pattern.split('/');
  const segments = path.split('/');
  return (
    expected.length === segments.length &&
    expected.every(
      (segment, at) => segment === segments[at] || (segment.startsWith('{') && segments[at] !== ''),
    )
  );
}

/** Returns the methods with which a path is served; none for an unknown path. GET includes HEAD. */
export function findMethods(operations: Iterable<Operation>, path: string): string[] {
  const methods = [...operations]
    .filter((operation) => fits(operation.path, path))
    .map(({ method }) => method);
  const all = methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
  return [...new Set<string>(all)].sort();
}

/** Creates the failure of a request that no endpoint serves (RFC 9110 sections 15.5.5 and 15.5.6). */
export function createUnservedFailure(method: string, path: string, allowed: readonly string[]): Failure {
  return allowed.length > 0
    ? new Failure('method_not_allowed', `${path} does not accept ${method}. Use ${allowed.join(' or ')}.`)
    : new Failure(
        'not_found',
        `There is no endpoint ${method} ${path}. See /openapi.json for all endpoints.`,
      );
}
