/** A regular expression that a module made with `new RegExp`, and the line that did. */
export interface RecordedExpression {
  /** Address of the module. */
  url: string;
  /** From 1. */
  line: number;
  source: string;
  flags: string;
}

/**
 * Runs `load`, which imports modules or calls their functions, and records every `new RegExp` of the modules below `root`.
 * Only modules that were not loaded before are seen.
 */
export async function recordExpressions(root: URL, load: () => Promise<void>): Promise<RecordedExpression[]> {
  const recorded: RecordedExpression[] = [];
  const original = globalThis.RegExp;
  const record = (expression: RegExp): RegExp => {
    const caller = callerBelow(root.href);
    if (caller !== null) recorded.push({ ...caller, source: expression.source, flags: expression.flags });
    return expression;
  };
  globalThis.RegExp = new Proxy(original, {
    construct: (target, args, self) => record(Reflect.construct(target, args, self)),
    apply: (target, self, args) => record(Reflect.apply(target, self, args)),
  });
  try {
    await load();
  } finally {
    globalThis.RegExp = original;
  }
  return recorded;
}

/** The innermost frame of the call stack in a module below `root` that is not this one. */
function callerBelow(root: string): { url: string; line: number } | null {
  for (const frame of (new Error().stack ?? '').split('\n').slice(1)) {
    const start = frame.indexOf('file:');
    const [url, line] = start === -1 ? [] : frame.slice(start).split(/:(?=\d)/);
    if (url === undefined || url === import.meta.url) continue;
    return url.startsWith(root) ? { url, line: Number(line) } : null;
  }
  return null;
}
