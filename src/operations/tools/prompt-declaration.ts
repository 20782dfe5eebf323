/** Values of the arguments of a prompt; the protocol has only texts. */
export type PromptArguments = Readonly<Record<string, string>>;

/** An argument of a prompt. */
export interface PromptArgument {
  name: string;
  title: string;
  description: string;
  required: boolean;
  /** Usual values, which clients propose while their user types. */
  values?: readonly string[];
}

/** A task that users start often, with the tools that solve it. */
export interface PromptDeclaration {
  name: string;
  title: string;
  description: string;
  arguments: readonly PromptArgument[];
  /** Tools that the message names. */
  tools: readonly string[];
  /** Writes the message; the required arguments have values. */
  write(args: PromptArguments): string;
}

/** Returns the call of a tool as a prompt writes it. */
export function toolCall(tool: string, args: Record<string, unknown>): string {
  return `${tool} ${JSON.stringify(args)}`;
}

/** Declares a required argument. */
export function requiredArgument(name: string, title: string, description: string): PromptArgument {
  return { name, title, description, required: true };
}

/** Declares an optional argument, with its usual values. */
export function optionalArgument(
  name: string,
  title: string,
  description: string,
  values: readonly string[] = [],
): PromptArgument {
  return { name, title, description, required: false, values };
}
