import { Failure, type ValidationError } from '../../domain/system/failure.ts';
import { toWellFormed } from '../../domain/values/well-formed.ts';
import { pointer, type RawInput } from './validate.ts';

/** Maximum levels of arrays and objects in a request; useful schemas and workflows have far fewer. */
export const maxDepth = 100;
/** Maximum validation errors that this check reports. */
const maxErrors = 20;

const nulDetail = 'contains the character U+0000, which cannot be stored; remove it';
const depthDetail = `has more than ${maxDepth} levels of nesting; send a flatter document`;
const protoDetail = 'is a field name that cannot be stored; rename the field';
const numberDetail = 'is a number outside the range of a double (1.8e308); send a smaller number or a string';

type Name = string | number;

/** An array or object, and its position in the request. */
interface InputNode {
  value: object;
  name: Name;
  parent: InputNode | null;
  depth: number;
}

/**
 * Collects the validation errors of one part of a request. Iterative, so that deep nesting does not overflow the stack.
 */
class InputCheck {
  readonly errors: ValidationError[] = [];
  hasLoneSurrogates = false;
  private readonly prefix: string;
  private readonly queue: InputNode[] = [];

  constructor(root: unknown, prefix: string) {
    this.prefix = prefix;
    this.checkValue(root, '', null);
    // Breadth-first: the list grows while it is read.
    for (const node of this.queue) {
      if (node.depth > maxDepth) this.report(fieldOf(node), depthDetail);
      else this.checkChildren(node);
      if (this.errors.length >= maxErrors || node.depth > maxDepth) return;
    }
  }

  private report(path: readonly Name[], detail: string): void {
    if (this.errors.length < maxErrors) this.errors.push({ pointer: pointer(this.prefix, path), detail });
  }

  private checkChildren(node: InputNode): void {
    const { value } = node;
    if (Array.isArray(value)) {
      for (const [index, item] of value.entries()) this.checkValue(item, index, node);
      return;
    }
    for (const name of Object.keys(value)) {
      if (name.includes('\0')) this.report(pathOf(node, name), `has a name that ${nulDetail}`);
      if (name === '__proto__') this.report(pathOf(node, name), protoDetail);
      if (!name.isWellFormed()) this.hasLoneSurrogates = true;
      this.checkValue((value as Record<string, unknown>)[name], name, node);
    }
  }

  private checkValue(value: unknown, name: Name, parent: InputNode | null): void {
    if (typeof value === 'string') {
      if (value.includes('\0')) this.report(pathOf(parent, name), nulDetail);
      if (!value.isWellFormed()) this.hasLoneSurrogates = true;
    } else if (typeof value === 'number') {
      if (!Number.isFinite(value)) this.report(pathOf(parent, name), numberDetail);
    } else if (typeof value === 'object' && value !== null) {
      this.queue.push({ value, name, parent, depth: (parent?.depth ?? 0) + 1 });
    }
  }
}

function pathOf(parent: InputNode | null, name: Name): Name[] {
  if (parent === null) return [];
  const path = [name];
  for (let node = parent; node.parent !== null; node = node.parent) path.push(node.name);
  return path.reverse();
}

/**
 * Returns the top-level field that contains the node, because the pointer to the node itself would be as long as it is
 * deep.
 */
function fieldOf(node: InputNode): Name[] {
  let field = node;
  while (field.parent !== null && field.parent.parent !== null) field = field.parent;
  return field.parent === null ? [] : [field.name];
}

/**
 * Checks every request, from any interface, before the database or recursive code reads it. Throws Failure `not_found`
 * for NUL in a path, and `invalid` for NUL elsewhere, more than {@link maxDepth} levels of nesting, fields named
 * `__proto__`, which validation would silently drop, and numbers outside the range of a double. Returns the input with
 * U+FFFD in place of each lone surrogate.
 */
export function checkInput(raw: RawInput): RawInput {
  if (Object.values(raw.path).some((value) => typeof value === 'string' && value.includes('\0'))) {
    throw new Failure('not_found', 'The path contains the character U+0000. No resource has such a name.');
  }
  const checks = [
    new InputCheck(raw.path, '/path'),
    new InputCheck(raw.query, '/query'),
    new InputCheck(raw.body, ''),
  ];
  const errors = checks.flatMap((check) => check.errors).slice(0, maxErrors);
  const [first] = errors;
  if (first !== undefined)
    throw new Failure('invalid', `${first.pointer || 'body'}: ${first.detail}`, { errors });
  return checks.some((check) => check.hasLoneSurrogates) ? toWellFormed(raw) : raw;
}
