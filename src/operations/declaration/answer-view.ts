import type { PageResult, Section } from '../../domain/pages/page.ts';

/** One event of a stream. A reader that lost the stream continues after its `id`. */
export interface ServerEvent {
  id: string;
  type: string;
  data: unknown;
}

/** A call that an agent can make next. */
export interface SuggestedCall {
  /** Null for the same tool with the same arguments, except those in `args`. */
  tool: string | null;
  args: Readonly<Record<string, unknown>>;
}

/** A call that usually follows an answer. */
export interface NextCall {
  /** What it does, as a command: `read them`. */
  label: string;
  operation: string;
  fields: Readonly<Record<string, unknown>>;
}

/** Text of an answer for a model: the words of the service, and apart from them the text from the web. */
export interface AgentText {
  /** The words of the service itself: the status, the price, and what follows from them. */
  essence: string;
  /** Short text from the web, such as titles and messages; null for none. */
  untrusted: string | null;
  /** Long text from the web, which is cut if it is too long: a text between its lines, a list between its items. */
  body?: string | readonly string[];
  /** Words of the service about each item of `body`, or empty ones; those about shown items follow the text from the web. */
  itemNotes?: readonly string[];
  /** Sections of the text of which `body` is the start; those that are not shown are named. */
  sections?: readonly Section[];
  /**
   * Returns the call that continues an answer of which so many code points of a text, or items of a list, are shown; null if
   * nothing follows.
   */
  continuation?(shown: number, isCut: boolean): SuggestedCall | null;
}

/** Links to stored files that an answer brought. */
export interface LinkedFiles {
  screenshot: string | undefined;
  downloads: string[];
}

/**
 * Shows the answers of one operation to people and models. Interfaces show an answer without a view, or the parts that
 * a view leaves out, as plain JSON (MCP) or field by field (command line).
 */
export interface AnswerView<Value> {
  /** Text for a model. */
  agentText?(value: Value): AgentText;
  /** Text for a terminal; null for the default text. */
  cliText?(value: Value): string | null;
  /** Text in place of the fields on a terminal; pipes and `--wide` show all fields. */
  cliSummary?(value: Value): string;
  /** The calls that usually follow; the command line names their commands on standard error. */
  nextCalls?(value: Value): NextCall[];
  /** Rows that a terminal shows as a table in place of the answer; null for the default text. */
  cliRows?(value: Value): Record<string, unknown>[] | null;
  /** Lines on standard error beside the text or the rows of a terminal. */
  cliNotes?(value: Value): string[];
  /** A text that was cut, whose sections are listed below its start on a terminal; null for none. */
  cliSections?(value: Value): { ref: string; sections: readonly Section[] } | null;
  /** The page results in the answer: MCP links to them, the command line reports each on standard error. */
  pages?(value: Value): PageResult[];
  /** The fields that a program needs to go on. Default: all numbers, flags, identifiers and URLs. */
  machineFields?: readonly string[];
  /** Stored files beside those of the pages. */
  files?(value: Value): LinkedFiles;
  /** False when the command line exits with code 3; by default, when one of the pages is not `ok`. */
  isOk?(value: Value): boolean;
}

/** The events of a stream that came within the time for one call. */
export interface FollowedEvents {
  events: ServerEvent[];
  /** The event to go on after; null before the first one. */
  last_event_id: string | null;
  /** True when the stream has ended. */
  ended: boolean;
}
