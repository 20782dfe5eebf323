/** A part of the service for which this instance is not configured. */
export interface MissingPart {
  name: string;
  /** Its name, and what follows from its absence. */
  text: string;
  /** The agents' tool that does nothing without it; null if it is a part of others. */
  tool: string | null;
}
