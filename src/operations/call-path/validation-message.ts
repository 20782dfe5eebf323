import type { z } from 'zod';

const typeNames: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  int: 'an integer',
  boolean: 'true or false',
  array: 'an array',
  object: 'an object',
  record: 'an object',
  null: 'null',
};

const units: Readonly<Record<string, string>> = {
  string: 'characters',
  array: 'items',
  object: 'fields',
  record: 'fields',
  map: 'fields',
};

const formatNames: Readonly<Record<string, string>> = {
  email: 'e-mail address',
  url: 'URL',
  datetime: 'ISO 8601 time',
  date: 'ISO 8601 date',
};

/** Maximum forms of a value whose errors a message lists. */
const maxListedForms = 4;
/** Maximum allowed values that a message lists. */
const maxListedValues = 30;

function typeName(type: string): string {
  return typeNames[type] ?? type;
}

function typeOfValue(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  return typeof value === 'boolean' ? 'a boolean' : typeName(typeof value);
}

function describeType(expected: string, input: unknown): string {
  if (input === undefined) return 'is required';
  if (expected === 'never') return 'is not allowed';
  if (expected === 'int' && typeof input === 'number') return 'must be an integer, not a fraction';
  return `must be ${typeName(expected)}, not ${typeOfValue(input)}`;
}

function describeValues(values: readonly unknown[]): string {
  const listed = values.slice(0, maxListedValues).map((value) => JSON.stringify(value) ?? String(value));
  if (values.length > maxListedValues) listed.push('…');
  return listed.length === 1 ? `must be ${listed[0]}` : `must be one of ${listed.join(', ')}`;
}

function describeSize(bound: string, limit: number | bigint, unit: string | undefined): string {
  if (unit === undefined) return `must be ${bound} ${limit}`;
  return `must have ${bound} ${limit} ${limit === 1 ? unit.slice(0, -1) : unit}`;
}

function describeFormat(issue: z.core.$ZodRawIssue<z.core.$ZodIssueInvalidStringFormat>): string {
  if (issue.format === 'regex') return `must match the pattern ${issue.pattern}`;
  return `must be a valid ${formatNames[issue.format] ?? issue.format}`;
}

/** Describes the accepted types, or the error of the only form with the right type. */
function describeUnion(forms: readonly (readonly z.core.$ZodIssue[])[], input: unknown): string {
  if (input === undefined) return 'is required';
  const typeErrors = forms.flatMap((issues) =>
    issues.filter((issue) => issue.code === 'invalid_type' && issue.path.length === 0),
  );
  if (typeErrors.length === forms.length && forms.length > 0) {
    const expected = typeErrors.map((issue) => typeName((issue as z.core.$ZodIssueInvalidType).expected));
    return `must be ${[...new Set(expected)].join(' or ')}, not ${typeOfValue(input)}`;
  }
  const candidates = forms.filter((issues) => !issues.some((issue) => typeErrors.includes(issue)));
  const [issue] = candidates.length === 1 ? (candidates[0] ?? []) : [];
  return issue === undefined ? describeForms(candidates) : describeNested(issue);
}

function describeNested({ path, message }: z.core.$ZodIssue): string {
  return path.length === 0 ? message : `${path.join('.')} ${message}`;
}

/** Describes the first error of each form. */
function describeForms(forms: readonly (readonly z.core.$ZodIssue[])[]): string {
  const errors = [
    ...new Set(forms.flatMap(([issue]) => (issue === undefined ? [] : [describeNested(issue)]))),
  ];
  const listed = errors.slice(0, maxListedForms).join(', or ');
  const rest = errors.length > maxListedForms ? ', …' : '';
  return `matches none of the allowed forms${listed === '' ? '' : `: ${listed}${rest}`}`;
}

/** Describes the values of the field that chooses between several forms, such as `type`. */
function describeChoice(name: string, values: readonly unknown[], input: unknown): string {
  const isMissing = (Object(input) as Record<string, unknown>)[name] === undefined;
  return isMissing ? `is required and ${describeValues(values)}` : describeValues(values);
}

/**
 * Returns the message of a validation issue that continues the name of a field, such as "must be a string, not a number".
 * An error map for Zod: schemas with a message of their own keep it.
 */
export function validationMessage(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return describeType(issue.expected, issue.input);
    case 'invalid_value':
      return issue.input === undefined ? 'is required' : describeValues(issue.values);
    case 'too_big': {
      const bound = issue.exact ? 'exactly' : issue.inclusive === false ? 'less than' : 'at most';
      return describeSize(bound, issue.maximum, units[issue.origin]);
    }
    case 'too_small': {
      const bound = issue.exact ? 'exactly' : issue.inclusive === false ? 'more than' : 'at least';
      return describeSize(bound, issue.minimum, units[issue.origin]);
    }
    case 'invalid_format':
      return describeFormat(issue as z.core.$ZodRawIssue<z.core.$ZodIssueInvalidStringFormat>);
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}`;
    case 'invalid_union':
      if (typeof issue.discriminator === 'string' && Array.isArray(issue.options))
        return describeChoice(issue.discriminator, issue.options, issue.input);
      return describeUnion(issue.errors, issue.input);
    case 'unrecognized_keys':
      return `has unknown fields: ${issue.keys.join(', ')}`;
    case 'invalid_key':
      return 'has an invalid field name';
    default:
      return 'is not valid';
  }
}
