/** A part of the service for which this instance is not configured. */
export interface MissingPart {
  /** What is missing, in the words of agents' tools. */
  text: string;
  /** The agents' tool that does nothing without it; null if it is a part of others. */
  tool: string | null;
}
