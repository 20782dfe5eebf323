/** An OpenAI-compatible service with the model that it is asked for. */
export interface ModelEndpoint {
  /** Base address, such as `http://127.0.0.1:11434/v1`. */
  url: string;
  /** Name of the model; null for the first that the service lists. */
  model: string | null;
  key: string | null;
}
