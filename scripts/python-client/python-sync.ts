/** Replacements that turn a module of the asynchronous client into one of the synchronous client, in this order. */
const replacements: ReadonlyArray<[RegExp, string]> = [
  [/\banyio\.move_on_after\([^()]*\)/g, 'nullcontext()'],
  [/\banyio\.sleep\b/g, 'clock.sleep'],
  [/\banyio\.Path\b/g, 'Path'],
  [/^import anyio\n/gm, ''],
  [/\bAwaitable, /g, ''],
  [/\bAwaitable\[(\w+)\]/g, '$1'],
  [/\basync (?=def |with |for )/g, ''],
  [/\bawait /g, ''],
  [/__a(?=enter__|exit__|iter__|next__)/g, '__'],
  [/\baclose\b/g, 'close'],
  [/\baclosing\b/g, 'closing'],
  [/\bAsyncGenerator\[(.*), None\]/g, 'Generator[$1, None, None]'],
  [/\baread\b/g, 'read'],
  [/\baiter_/g, 'iter_'],
  [/\b_async\b/g, '_sync'],
  [/\bAsync(?=[A-Z])/g, ''],
  [/\basynchronous\b/g, 'synchronous'],
];

/** Returns the synchronous form of a module. */
export function toSync(text: string): string {
  const code = replacements.reduce((result, [from, to]) => result.replaceAll(from, to), text);
  const hasContext = code.includes('nullcontext()');
  return hasContext
    ? code.replace(/^from collections\.abc .*$/m, '$&\nfrom contextlib import nullcontext')
    : code;
}
