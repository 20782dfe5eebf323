import { createConfig, lintFromString } from '@redocly/openapi-core';

/** Returns what a linter finds in an OpenAPI document. */
export async function lintOpenApi(document: object): Promise<string[]> {
  const config = await createConfig({ extends: ['recommended-strict'] });
  const source = JSON.stringify(document);
  const problems = await lintFromString({ source, absoluteRef: 'openapi.json', config });
  return problems.map(({ ruleId, message, location }) => `${ruleId} at ${location[0]?.pointer}: ${message}`);
}

interface Described {
  description: string;
  $ref: string;
  type: string;
  anyOf: Partial<Described>[];
  oneOf: Partial<Described>[];
}

/** Returns the paths of all parameters and properties of a document that have no description. */
export function findUndescribed(document: object): string[] {
  const schemas = (document as { components: { schemas: Record<string, object> } }).components.schemas;
  const found: string[] = [];

  /** A reference and a choice are described by what they refer to. */
  function isDescribed(schema: Partial<Described>): boolean {
    if (schema.description !== undefined) return schema.description.trim() !== '';
    if (schema.$ref !== undefined) return isDescribed(schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {});
    const choices = (schema.anyOf ?? schema.oneOf ?? []).filter(({ type }) => type !== 'null');
    return choices.length > 0 && choices.every(isDescribed);
  }

  function visit(value: unknown, at: string): void {
    if (typeof value !== 'object' || value === null) return;
    for (const [name, part] of Object.entries(value)) {
      // Rules about the fields beside them, which describe them.
      if (
        /^(?:oneOf|anyOf|allOf|not|if|then)$/.test(name) &&
        'properties' in value &&
        !at.endsWith('/properties')
      )
        continue;
      if (/^(?:example|examples|default|enum|const)$/.test(name) && !at.endsWith('/properties')) continue;
      const isProperty = at.endsWith('/properties') && !at.endsWith('/properties/properties');
      const isParameter = at.endsWith('/parameters') && !('$ref' in part);
      if ((isProperty || isParameter) && !isDescribed(part)) found.push(`${at}/${part.name ?? name}`);
      visit(part, `${at}/${name}`);
    }
  }
  visit(document, '');
  return found;
}
