import type { Operation, Tag, ToolListing } from './operation.ts';

/** All operations of the service, in the order of the reference. */
export type Registry = readonly Operation[];

/** Description of a tag, with a topic if it has another one than its group. */
export type TagText = string | { description: string; topic: string };

/** Operations that belong together, with their tags and MCP tools. */
export interface OperationGroup {
  /** Topic under which help and reference list the operations. */
  topic: string;
  /** Descriptions by tag name. */
  tags: Readonly<Record<string, TagText>>;
  /** MCP tools by name. */
  agentTools?: Readonly<Record<string, ToolListing>>;
  operations: readonly Operation[];
}

/** Throws if two operations have the same name or route. */
export function checkUnique(operations: readonly Operation[]): void {
  const seen = new Set<string>();
  for (const { name, method, path } of operations) {
    for (const key of [name, `${method} ${path}`]) {
      if (seen.has(key)) throw new Error(`operation declared twice: ${key}`);
      seen.add(key);
    }
  }
}

/** The first part of the path after the version. */
function tagOf({ name, path }: Operation, { topic, tags }: OperationGroup): Tag {
  const tag = path.split('/')[2] ?? '';
  const text = tags[tag];
  if (text === undefined) throw new Error(`${name}: its capability describes no tag "${tag}"`);
  return { name: tag, topic, ...(typeof text === 'string' ? { description: text } : text) };
}

type ToolListings = Readonly<Record<string, ToolListing>>;

/** Returns the listing of the tool that an operation belongs to, which may be one of another group. */
function toolListingOf({ name, agent }: Operation, listings: ToolListings): ToolListing | undefined {
  if (agent === undefined) return undefined;
  const listing = listings[agent.tool ?? name];
  if (listing === undefined) throw new Error(`${name}: no capability lists the tool "${agent.tool ?? name}"`);
  return listing;
}

/** Joins the operations of all groups. Throws if names or routes are not unique, or a tag or tool is not described. */
export function createRegistry(groups: readonly OperationGroup[]): Registry {
  const listings: ToolListings = Object.assign({}, ...groups.map(({ agentTools }) => agentTools));
  const registry = groups.flatMap((group) =>
    group.operations.map((operation): Operation => {
      const toolListing = toolListingOf(operation, listings);
      return {
        ...operation,
        tag: tagOf(operation, group),
        ...(toolListing !== undefined && { toolListing }),
      };
    }),
  );
  checkUnique(registry);
  return registry;
}
