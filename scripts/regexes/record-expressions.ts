/** Regular expression that a module created with `new RegExp`, and its line. */
export interface RecordedExpression {
  /** URL of the module. */
  url: string;
  /** Counted from 1. */
  line: number;
  source: string;
  flags: string;
}

/**
 * Runs `load`, which imports modules or calls their functions, and records every `new RegExp` of the modules below
 * `root`. Modules that were loaded before are not recorded.
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

/** Returns the innermost frame of the call stack in a module below `root`, except this one. */
function callerBelow(root: string): { url: string; line: number } | null {
  for (const frame of (new Error().stack ?? '').split('\n').slice(1)) {
    const start = frame.indexOf('file:');
    const [url, line] = start === -1 ? [] : frame.slice(start).split(/:(?=\d)/);
    if (url === undefined || url === import.meta.url) continue;
    return url.startsWith(root) ? { url, line: Number(line) } : null;
  }
  return null;
}
