/** Why a step could not be done; its message is for the run's owner. */
export class StepError extends Error {
  override readonly name = 'StepError';
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}
