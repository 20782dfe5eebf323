import { Failure } from '../../../domain/system/failure.ts';
import type { Operation } from '../../../operations/declaration/operation.ts';

const isParameter = (segment: string) => segment.startsWith('{');

/** Returns true if a path fits the path of an operation, in which `{name}` stands for any segment. */
function fits(pattern: string, path: string): boolean {
  const expected = pattern.split('/');
  const segments = path.split('/');
  return (
    expected.length === segments.length &&
    expected.every((segment, at) => segment === segments[at] || (isParameter(segment) && segments[at] !== ''))
  );
}

/** Returns true if every path that fits `special` also fits `general`, which has a parameter where `special` has a name. */
function isMoreSpecific(special: string, general: string): boolean {
  const names = special.split('/');
  const segments = general.split('/');
  return (
    special !== general &&
    names.length === segments.length &&
    segments.every((segment, at) => segment === names[at] || isParameter(segment)) &&
    segments.some((segment, at) => isParameter(segment) && !isParameter(names[at] ?? ''))
  );
}

/**
 * Returns a function that is true for the paths of another resource which also fit the path of this operation:
 * `/v1/jobs/{jid}/results` is not an action of `/v1/jobs/{jid}/{action}`.
 */
export function createForeignPathTest(
  operations: Iterable<Operation>,
  pattern: string,
): (path: string) => boolean {
  const special = [...operations].map(({ path }) => path).filter((path) => isMoreSpecific(path, pattern));
  return (path) => special.some((one) => fits(one, path));
}

/** Returns the methods with which a path is served; none for an unknown path. GET includes HEAD. */
export function findMethods(operations: Iterable<Operation>, path: string): string[] {
  const fitting = [...operations].filter((operation) => fits(operation.path, path));
  const methods = fitting
    .filter((operation) => !fitting.some((other) => isMoreSpecific(other.path, operation.path)))
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
