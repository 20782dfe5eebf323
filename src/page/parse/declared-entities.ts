/** Maximum number of entities of a document, and maximum length of the text that all references to them add. */
const maxEntities = 200;
const maxExpansion = 1_000_000;

/** Declaration of an entity whose text has no markup and no references (XML 1.0, 4.2). */
const declaration = /<!ENTITY\s{1,20}([\w.:-]{1,100})\s{1,20}(?:"([^"&%<]{0,1000})"|'([^'&%<]{0,1000})')/g;

/** Entities of one document. */
export interface DeclaredEntities {
  /** Texts by name, as the XML parser asks for them. */
  table: Record<string, string>;
  /** Adds the entities that a document type declaration declares. */
  declare(doctype: string): void;
}

/**
 * Creates the entities of a document: those that it declares with a short text, as drawing programs do for namespaces, and
 * those of `standard`. Entities of entities are not read, and the expanded text is bounded.
 */
export function createDeclaredEntities(standard: (name: string) => string | undefined): DeclaredEntities {
  const declared = new Map<string, string>();
  let remaining = maxExpansion;
  return {
    table: new Proxy<Record<string, string>>(
      {},
      {
        get(_target, key) {
          const name = String(key);
          const text = declared.get(name);
          if (text === undefined) return standard(name);
          remaining -= text.length;
          return remaining < 0 ? undefined : text;
        },
      },
    ),
    declare(doctype) {
      for (const [, name = '', double, single] of doctype.matchAll(declaration)) {
        if (declared.size >= maxEntities) return;
        // The first declaration of a name counts; those of XML itself cannot be changed.
        if (!declared.has(name) && xmlEntities.get(name) === undefined)
          declared.set(name, double ?? single ?? '');
      }
    },
  };
}

/** Entities that XML declares (XML 1.0, 4.6). */
export const xmlEntities: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
]);
