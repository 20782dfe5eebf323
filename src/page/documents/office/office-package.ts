import { createEntryReader } from './read-xml-entry.ts';
import { childrenOf, parseXmlTree, type XmlElement } from './xml-tree.ts';
import type { ZipEntry } from './zip.ts';

/** Relationship of a part to another part, or to an external target (ECMA-376 part 2, 6.5). */
export interface Relation {
  /** Last part of the relationship type, such as `hyperlink`. */
  type: string;
  /** Name of a part, without a leading slash, or a URL. */
  target: string;
  isExternal: boolean;
}

/** Parts of an Office Open XML document (ECMA-376 part 2). Names ignore case. */
export interface OfficePackage {
  part(name: string): Uint8Array | null;
  /** Returns the XML of a part, or undefined if there is no such part. */
  tree(name: string | undefined): XmlElement | undefined;
  /** Returns the relationships of a part by id; an empty name stands for the package. */
  relations(name: string): ReadonlyMap<string, Relation>;
}

/** Opens the parts of a document, within one limit of decompressed bytes. */
export function openOfficePackage(
  bytes: Uint8Array,
  entries: readonly ZipEntry[],
  maxBytes?: number,
): OfficePackage {
  const lowerCase = entries.map((entry) => ({ ...entry, name: entry.name.toLowerCase() }));
  const read = createEntryReader(bytes, lowerCase, maxBytes);
  const part = (name: string) => read(name.toLowerCase());
  const tree = (name: string | undefined) => {
    const xml = name === undefined ? null : part(name);
    return xml === null ? undefined : parseXmlTree(xml);
  };
  // The parts that many others refer to, such as layouts of slides, are read once.
  const known = new Map<string, ReadonlyMap<string, Relation>>();
  const relations = (name: string) => {
    const found = known.get(name) ?? readRelations(name, tree);
    known.set(name, found);
    return found;
  };
  return { part, tree, relations };
}

function readRelations(name: string, tree: OfficePackage['tree']): Map<string, Relation> {
  const slash = name.lastIndexOf('/') + 1;
  const folder = name.slice(0, slash);
  const relations = new Map<string, Relation>();
  for (const { attributes } of childrenOf(tree(`${folder}_rels/${name.slice(slash)}.rels`), 'Relationship')) {
    const { Id, Type = '', Target, TargetMode } = attributes;
    if (Id === undefined || Target === undefined) continue;
    const isExternal = TargetMode === 'External';
    relations.set(Id, {
      type: Type.slice(Type.lastIndexOf('/') + 1),
      target: isExternal ? Target : resolvePart(folder, Target),
      isExternal,
    });
  }
  return relations;
}

/** Resolves the name of a part against the folder of the part that refers to it. */
function resolvePart(folder: string, target: string): string {
  const names: string[] = [];
  for (const name of (target.startsWith('/') ? target : `${folder}${target}`).split('/')) {
    if (name === '..') names.pop();
    else if (name !== '' && name !== '.') names.push(name);
  }
  return names.join('/');
}

/** Returns the target of the first relationship of a type, or undefined. */
export function relatedPart(relations: ReadonlyMap<string, Relation>, type: string): string | undefined {
  return [...relations.values()].find((relation) => relation.type === type && !relation.isExternal)?.target;
}
