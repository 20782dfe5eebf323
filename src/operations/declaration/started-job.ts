/** A question that stops the work of a job until a caller answers it. */
export interface OpenQuestion {
  /** The question; it can contain untrusted text. */
  text: string;
  /** The operation that answers it, its fields without the answer, and the field of the answer, a JSON value. */
  operation: string;
  fields: Readonly<Record<string, string>>;
  answerField: string;
}

/** The result of a job that is stored elsewhere, as one operation returns it. */
export interface JobResult<Value = unknown> {
  operation: string;
  fields: Readonly<Record<string, string | number>>;
  /** False if the work failed or was refused, although its job has ended. */
  isOk(value: Value): boolean;
  /** Returns the question that the work waits for; null for none. Absent if the work asks nothing. */
  findQuestion?(value: Value): OpenQuestion | null;
}

/** The job in which the work of a call goes on after its response, for clients that wait for its end. */
export interface StartedJob<Value = unknown> {
  jid: string;
  /** Absent if the job itself is the result. */
  result?: JobResult<Value>;
}
