import type { Api, ApiOperation } from './api-operations.ts';
import type { Dice } from './dice.ts';
import { type Expectation, type FuzzAccount, type FuzzRequest, requestFor } from './fuzz-request.ts';
import { createBodyBuilder } from './request-bodies.ts';
import { hostileHeaders } from './request-headers.ts';
import { createPathBuilder } from './request-paths.ts';
import { createMakeValue } from './schema-values.ts';
import type { Surroundings } from './value-hints.ts';

/** Options of the generator. */
export interface GeneratorOptions {
  api: Api;
  /** True if the service has a browser; otherwise no request requires one. */
  browser: boolean;
}

/** Generates requests for operations. */
export interface RequestGenerator {
  /** Returns a request with arbitrary faults. */
  any(operation: ApiOperation, account: FuzzAccount, dice: Dice, around: Surroundings): FuzzRequest;
  /** Returns a request as documented, with ids of the account. */
  careful(operation: ApiOperation, account: FuzzAccount, dice: Dice, around: Surroundings): FuzzRequest;
}

/** The HTTP parser may reject a longer request head (431). */
const longHead = 12_000;
const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'PROPFIND'];
const otherMethodShare = 0.01;
const otherMethodAnswers: Expectation = {
  kind: 'statuses',
  statuses: [200, 400, 401, 403, 404, 405, 409, 410, 413, 415, 422, 431, 501],
  mayClose: false,
};

/**
 * Returns true if a path is that of another resource than its operation's: it has `.` or `..` segments, which the service
 * resolves, or an empty segment in place of a parameter.
 */
function isOtherResource(path: string): boolean {
  return path
    .split('/')
    .slice(1)
    .some((segment) => segment === '' || /^(\.|%2e){1,2}$/i.test(segment));
}

/** Creates the generator of requests for declared operations. */
export function createRequestGenerator({ api, browser }: GeneratorOptions): RequestGenerator {
  const makeValue = createMakeValue(api.components);
  const paths = createPathBuilder(makeValue);
  const bodies = createBodyBuilder(makeValue, browser);

  return {
    any(operation, account, dice, around) {
      const { path, foreignIds, isDamaged } = paths.path(operation, dice, around);
      const target = `${path}${paths.query(operation, dice, around)}`;
      const body = bodies.body(operation, dice, around);
      const headers: [string, string][] = [];
      if (body?.mediaType != null) headers.push(['Content-Type', body.mediaType]);
      if (body?.contentEncoding != null) headers.push(['Content-Encoding', body.contentEncoding]);
      headers.push(...hostileHeaders(operation, dice));
      const headLength = headers.reduce(
        (sum, [name, value]) => sum + name.length + value.length,
        target.length,
      );
      const parts = { target, headers, body: body?.bytes ?? null, foreignIds };
      if (dice.chance(otherMethodShare)) {
        const method = dice.pick(methods.filter((other) => other !== operation.method));
        const group = 'methods not declared';
        return requestFor(account, { group, method, ...parts, expectation: otherMethodAnswers });
      }
      return requestFor(account, {
        group: operation.name,
        operation: isOtherResource(path) ? null : operation,
        method: operation.method,
        ...parts,
        expectation: { kind: isDamaged || headLength > longHead ? 'declared_or_refused' : 'declared' },
        stopsEarly: operation.isEventStream,
      });
    },

    careful(operation, account, dice, around) {
      const { path } = paths.carefulPath(operation, dice, around);
      const body = bodies.carefulBody(operation, dice, around);
      return requestFor(account, {
        group: operation.name,
        operation,
        method: operation.method,
        target: `${path}${paths.carefulQuery(operation, dice, around)}`,
        headers: body === null ? [] : [['Content-Type', 'application/json']],
        body: body?.bytes ?? null,
        stopsEarly: operation.isEventStream,
      });
    },
  };
}
