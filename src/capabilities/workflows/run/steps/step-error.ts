/** Error of a step; its message is for the owner of the run. */
export class StepError extends Error {
  override readonly name = 'StepError';
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}
