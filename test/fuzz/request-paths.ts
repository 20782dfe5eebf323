import type { ApiOperation, Parameter } from './api-operations.ts';
import type { Dice } from './dice.ts';
import { hostileText, percentEncode } from './hostile-text.ts';
import { kindOfParameter } from './resource-ids.ts';
import type { MakeValue } from './schema-values.ts';
import type { Surroundings } from './value-hints.ts';

/** Path as sent. */
export interface BuiltPath {
  path: string;
  /** Ids of other accounts in the path. */
  foreignIds: readonly string[];
  /** True if a part was damaged, so that the path may belong to another operation. */
  isDamaged: boolean;
}

/** Builds paths and queries of operations. */
export interface PathBuilder {
  /** Returns a path with ids of any kind and owner, sometimes damaged. */
  path(operation: ApiOperation, dice: Dice, around: Surroundings): BuiltPath;
  /** Returns a path with ids of the account. */
  carefulPath(operation: ApiOperation, dice: Dice, around: Surroundings): BuiltPath;
  /** Returns a query, empty or with its question mark. */
  query(operation: ApiOperation, dice: Dice, around: Surroundings): string;
  /** Returns the required parameters only. */
  carefulQuery(operation: ApiOperation, dice: Dice, around: Surroundings): string;
}

interface PathValue {
  text: string;
  isForeign: boolean;
  isDamaged: boolean;
}

/**
 * Ids that other accounts may use: a file's id grants access to it, and the operator adds credits to every account.
 */
const publicIds = new Set(['blob', 'acct']);
const idKinds = ['job', 'ds', 'mon', 'wf', 'req', 'key', 'run'];
/** Owners of the ids in paths, with their weights. */
const idChoices = [
  [78, 'own'],
  [6, 'deleted'],
  [6, 'foreign'],
  [3, 'other kind'],
  [7, 'hostile'],
] as const;
/** Parameters that prevent the actual work are used less often than others. */
const optionalShares: Readonly<Record<string, number>> = { dry_run: 0.03, async: 0.06 };
const optionalShare = 0.3;
/** Mean number of optional parameters of a request at most. */
const maxOptional = 2;

const plain = (text: string): PathValue => ({ text, isForeign: false, isDamaged: false });
const damaged = (text: string): PathValue => ({ text, isForeign: false, isDamaged: true });

function parameterText(value: unknown): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function damagedPath(path: string, dice: Dice): string {
  return dice.pick<() => string>([
    () => `${path}/`,
    () => path.replace('/', '//'),
    () => `${path}/${percentEncode(hostileText(dice))}`,
    () => `${path}%`,
    () => `${path}%zz`,
    () => `${path}%ff%fe`,
    () => `${path}%2f..%2f..`,
    () => `${path}/../../v1/account`,
    () => `${path};a=b`,
    () => `${path}/${'a'.repeat(9_000)}`,
    () => path.toUpperCase(),
    () => path.replace('/v1/', '/v9/'),
    () => path.replaceAll('a', '%61'),
  ])();
}

/** Creates the builder from a generator of values. */
export function createPathBuilder(makeValue: MakeValue): PathBuilder {
  function pathValue(
    operation: ApiOperation,
    parameter: Parameter,
    dice: Dice,
    around: Surroundings,
  ): PathValue {
    const kind = kindOfParameter(operation.path, parameter.name);
    const { ids, account } = around;
    const made = () => String(makeValue(parameter.schema, dice, around, parameter.name));
    if (kind === null) return dice.chance(0.08) ? damaged(hostileText(dice)) : plain(made());
    switch (dice.weigh(idChoices)) {
      case 'own':
        return plain(ids.own(account, kind, dice) ?? made());
      case 'deleted':
        return plain(ids.deleted(account, kind, dice) ?? made());
      case 'foreign': {
        const id = ids.foreign(account, kind, dice);
        return id === null ? plain(made()) : { ...plain(id), isForeign: !publicIds.has(kind) };
      }
      case 'other kind':
        return plain(ids.own(account, dice.pick(idKinds), dice) ?? made());
      case 'hostile':
        return damaged(hostileText(dice));
    }
  }

  function queryValue(parameter: Parameter, dice: Dice, around: Surroundings): string {
    const text = parameterText(makeValue(parameter.schema, dice, around, parameter.name));
    return percentEncode(dice.chance(0.12) ? hostileText(dice) : text);
  }

  return {
    path(operation, dice, around) {
      let { path } = operation;
      let isDamaged = false;
      const foreignIds: string[] = [];
      for (const parameter of operation.pathParameters) {
        const value = pathValue(operation, parameter, dice, around);
        if (value.isForeign) foreignIds.push(value.text);
        isDamaged ||= value.isDamaged;
        path = path.replace(`{${parameter.name}}`, () => percentEncode(value.text));
      }
      if (!dice.chance(0.012)) return { path, foreignIds, isDamaged };
      return { path: damagedPath(path, dice), foreignIds, isDamaged: true };
    },

    carefulPath(operation, dice, around) {
      let { path } = operation;
      for (const { name, schema } of operation.pathParameters) {
        const kind = kindOfParameter(operation.path, name);
        const id = kind === null ? null : around.ids.own(around.account, kind, dice);
        path = path.replace(`{${name}}`, () =>
          percentEncode(id ?? String(makeValue(schema, dice, around, name))),
        );
      }
      return { path, foreignIds: [], isDamaged: false };
    },

    query(operation, dice, around) {
      const parts: string[] = [];
      const optional = operation.queryParameters.filter(({ required }) => !required).length;
      // Of many options a request has as few as of few ones, so that some requests are valid.
      const usualShare = Math.min(optionalShare, maxOptional / Math.max(1, optional));
      for (const parameter of operation.queryParameters) {
        const share = parameter.required ? 0.95 : (optionalShares[parameter.name] ?? usualShare);
        if (!dice.chance(share)) continue;
        parts.push(`${parameter.name}=${queryValue(parameter, dice, around)}`);
        if (dice.chance(0.03)) parts.push(`${parameter.name}=${queryValue(parameter, dice, around)}`);
      }
      if (dice.chance(0.03))
        parts.push(`${percentEncode(hostileText(dice))}=${percentEncode(hostileText(dice))}`);
      if (dice.chance(0.01))
        parts.push(dice.pick(['%', '=', '&&', '%zz=%', '?', 'a[]=1&a[b]=2', '%ff=%fe', '+']));
      return parts.length === 0 ? '' : `?${parts.join('&')}`;
    },

    carefulQuery(operation, dice, around) {
      const parts = operation.queryParameters
        .filter(({ required }) => required)
        .map(
          ({ name, schema }) =>
            `${name}=${percentEncode(parameterText(makeValue(schema, dice, around, name)))}`,
        );
      return parts.length === 0 ? '' : `?${parts.join('&')}`;
    },
  };
}
