import { refName, type Schema, type Schemas } from '../described-operations.ts';
import { docstring, fieldName, isIdentifier, literal, maxWidth, pascalCase } from './python-text.ts';

/** A declaration of a module: its lines, and the names of aliases that it needs before it. */
interface Declaration {
  kind: 'class' | 'alias';
  name: string;
  lines: string[];
}

/** Collects the Python types of schemas. */
export interface TypeWriter {
  /** Returns the type expression of a schema; inline objects become classes named after their place. */
  typeOf(schema: Schema, place: string): string;
  /** Declares the fields of an object as a class of this name. */
  declareObject(name: string, schema: Schema, base?: string): void;
  /** Declares another name of a type. */
  declareAlias(name: string, schema: Schema): void;
  /** Returns the names of all declarations. */
  names(): ReadonlySet<string>;
  /** Returns all declarations: classes in the order of their first use, and then the aliases. */
  text(): string;
}

const scalars: Record<string, string> = {
  string: 'str',
  integer: 'int',
  number: 'float',
  boolean: 'bool',
  null: 'None',
};

function isOpenObject({ properties, additionalProperties }: Schema): boolean {
  return Object.keys(properties ?? {}).length === 0 && additionalProperties !== false;
}

/** Merges the parts of an `allOf` of objects into one object. */
function merged(parts: readonly Schema[]): Schema {
  return {
    type: 'object',
    properties: Object.assign({}, ...parts.map(({ properties }) => properties ?? {})) as Record<
      string,
      Schema
    >,
    required: parts.flatMap(({ required }) => required ?? []),
    additionalProperties: true,
  };
}

/** Returns the declaration of an alias, with one line for each type of a long union. */
function aliasLine(name: string, type: string): string {
  const line = `${name}: TypeAlias = ${type}`;
  if (line.length <= maxWidth) return line;
  return `${name}: TypeAlias = (\n    ${type.replaceAll(/ \| (?=[A-Z])/g, '\n    | ')}\n)`;
}

function unique(names: readonly string[]): string[] {
  return [...new Set(names)];
}

/** Returns the word that distinguishes a variant of a union: its constant, such as `kind`, or its first field. */
function variantName(schema: Schema, at: number): string {
  const properties = Object.entries(schema.properties ?? {});
  const constant = properties.find(([, { const: value }]) => typeof value === 'string');
  const word = constant === undefined ? properties[0]?.[0] : String(constant[1].const);
  return pascalCase((word ?? `variant_${at}`).replaceAll(/\W/g, '_'));
}

/**
 * Creates a writer. `models`: pydantic models for responses, which accept new fields and new values of enumerations.
 * `inputs`: typed dictionaries for requests.
 */
export function createTypeWriter(mode: 'models' | 'inputs', schemas: Schemas): TypeWriter {
  const declared = new Map<string, Declaration>();
  const started = new Set<string>();
  const inline = new Map<Schema, string>();

  function enumeration(values: readonly unknown[]): string {
    const type = `Literal[${values.map(literal).join(', ')}]`;
    const isOpen =
      mode === 'models' && values.length > 1 && values.every((value) => typeof value === 'string');
    return isOpen ? `Annotated[${type}, ACCEPT_NEW_VALUES]` : type;
  }

  /** Returns a name for an inline class that no other declaration has. */
  function freeName(place: string): string {
    let name = place;
    for (let count = 2; declared.has(name) || started.has(name) || name in schemas; count += 1) {
      name = `${place}${count}`;
    }
    return name;
  }

  function union(options: readonly Schema[], place: string): string {
    const objects = options.filter(({ type, $ref }) => type === 'object' && $ref === undefined);
    const types = options.map((option, at) => {
      const isInline = objects.includes(option) && !isOpenObject(option) && objects.length > 1;
      return writer.typeOf(option, isInline ? `${place}${variantName(option, at)}` : place);
    });
    // `None` is last by convention.
    const names = unique(types);
    return [...names.filter((name) => name !== 'None'), ...names.filter((name) => name === 'None')].join(
      ' | ',
    );
  }

  function reference(schema: Schema): string {
    const name = refName(schema);
    if (!started.has(name)) declareNamed(name, schemas[name] ?? {});
    return name;
  }

  function declareAlias(name: string, schema: Schema): void {
    started.add(name);
    const type = writer.typeOf(schema, `${name}Value`);
    const about = docstring([schema.description], '');
    declared.set(name, { kind: 'alias', name, lines: [aliasLine(name, type), ...about] });
  }

  function declareNamed(name: string, schema: Schema): void {
    if (schema.type === 'object' && !isOpenObject(schema)) writer.declareObject(name, schema);
    else declareAlias(name, schema);
  }

  function objectType(schema: Schema, place: string): string {
    if (!isOpenObject(schema)) {
      const known = inline.get(schema);
      if (known !== undefined) return known;
      const name = freeName(place);
      inline.set(schema, name);
      writer.declareObject(name, schema);
      return name;
    }
    const { additionalProperties: values } = schema;
    const isTyped = typeof values === 'object' && Object.keys(values).length > 0;
    return `dict[str, ${isTyped ? writer.typeOf(values, `${place}Value`) : 'Any'}]`;
  }

  function typeOf(schema: Schema, place: string): string {
    if (schema.$ref !== undefined) return reference(schema);
    if (schema.const !== undefined) return `Literal[${literal(schema.const)}]`;
    if (schema.enum !== undefined) return enumeration(schema.enum);
    // Beside properties, these keywords are rules about the fields.
    const isRule = schema.properties !== undefined;
    const options = schema.anyOf ?? schema.oneOf;
    if (options !== undefined && !isRule) return union(options, place);
    if (schema.allOf !== undefined && !isRule) return typeOf(merged(schema.allOf), place);
    if (Array.isArray(schema.type)) {
      return union(
        schema.type.map((type) => ({ ...schema, type })),
        place,
      );
    }
    if (schema.contentEncoding === 'base64') return mode === 'inputs' ? 'bytes | str' : 'str';
    if (schema.type === 'object') return objectType(schema, place);
    if (schema.type === 'array') return `list[${schema.items ? typeOf(schema.items, place) : 'Any'}]`;
    return scalars[schema.type ?? ''] ?? 'Any';
  }

  function modelField(name: string, type: string, isRequired: boolean): string {
    const attribute = fieldName(name);
    const alias = attribute === name ? '' : `alias=${literal(name)}`;
    if (isRequired) return `    ${attribute}: ${type}${alias && ` = Field(${alias})`}`;
    const optional = /(?:^|\| )None$/.test(type) || type === 'Any' ? type : `${type} | None`;
    return `    ${attribute}: ${optional} = ${alias ? `Field(default=None, ${alias})` : 'None'}`;
  }

  function inputField(name: string, type: string, isRequired: boolean): string {
    return `    ${name}: ${isRequired ? `Required[${type}]` : type}`;
  }

  function declareObject(name: string, schema: Schema, base?: string): void {
    started.add(name);
    const { properties = {}, required = [] } = schema;
    const declaration: Declaration = { kind: 'class', name, lines: [] };
    const fields = Object.entries(properties).map(([field, part]) => {
      const type = typeOf(part, `${name}${pascalCase(field.replaceAll(/\W/g, '_'))}`);
      return { field, type, isRequired: required.includes(field), description: part.description };
    });
    // After the classes of its fields: pydantic would take the name of a later class for a name of Python (`Warning`).
    declared.set(name, declaration);
    if (mode === 'inputs' && fields.some(({ field }) => !isIdentifier(field))) {
      const items = fields.map(({ field, type, isRequired }) => {
        const quoted = literal(isRequired ? `Required[${type}]` : type);
        return `    ${literal(field)}: ${quoted},`;
      });
      declaration.lines = [`${name} = TypedDict("${name}", {`, ...items, '}, total=False)'];
      return;
    }
    const parent = base ?? (mode === 'models' ? 'Model' : 'TypedDict, total=False');
    const lines = fields.flatMap(({ field, type, isRequired, description }) => [
      (mode === 'models' ? modelField : inputField)(field, type, isRequired),
      ...docstring([description], '    '),
    ]);
    const about = docstring([schema.description], '    ');
    if (lines.length === 0 && about.length === 0) lines.push('    pass');
    declaration.lines = [`class ${name}(${parent}):`, ...about, ...lines];
  }

  /** Orders aliases so that each one follows those that it names. */
  function orderedAliases(): Declaration[] {
    const aliases = new Map([...declared].filter(([, { kind }]) => kind === 'alias'));
    const ordered = new Set<Declaration>();
    const visit = (declaration: Declaration, path: readonly string[]): void => {
      if (path.includes(declaration.name)) throw new Error(`the alias ${declaration.name} contains itself`);
      for (const [, word] of declaration.lines[0]?.matchAll(/\b([A-Z]\w*)\b/g) ?? []) {
        const needed = aliases.get(word as string);
        if (needed !== undefined && needed !== declaration) visit(needed, [...path, declaration.name]);
      }
      ordered.add(declaration);
    };
    for (const declaration of aliases.values()) visit(declaration, []);
    return [...ordered];
  }

  const writer: TypeWriter = {
    typeOf,
    declareObject,
    declareAlias,
    names: () => new Set(declared.keys()),
    text() {
      const classes = [...declared.values()].filter(({ kind }) => kind === 'class');
      // The functional form of a typed dictionary is evaluated at once; its types are quoted.
      return [...classes, ...orderedAliases()].map(({ lines }) => `${lines.join('\n')}\n`).join('\n\n');
    },
  };
  return writer;
}
