/** Number of similar lines from which on they share one. */
const minRun = 8;
const maxNameLength = 12;
const maxLineLength = 400;

/** A line of an element without content or state: its indentation, number, role and name. */
interface ShortLine {
  indentation: string;
  role: string;
  element: string;
}

// regex: at most 400 characters, a line of a snapshot
const shortLine = /^( *)(\[\d+\]) ([a-z]+)(?: ("[^"]*"))?$/;

function parseShortLine(line: string): ShortLine | null {
  const [, indentation = '', number = '', role = '', name = ''] = shortLine.exec(line) ?? [];
  if (number === '' || name.length > maxNameLength + 2) return null;
  return { indentation, role, element: name === '' ? number : `${number} ${name}` };
}

function indentationOf(line: string | undefined): number {
  return line === undefined ? 0 : line.length - line.trimStart().length;
}

/** Writes a run of elements as lines of limited length: `button: [3] "A" [4] "B"`. */
function joinRun(run: readonly ShortLine[]): string[] {
  const [first] = run;
  if (first === undefined) return [];
  const start = `${first.indentation}${first.role}:`;
  const lines: string[] = [];
  let line = start;
  for (const { element } of run) {
    if (line.length + element.length >= maxLineLength) {
      lines.push(line);
      line = start;
    }
    line += ` ${element}`;
  }
  return [...lines, line];
}

/**
 * Merges the lines of many small neighbours, such as the characters of a picker or the numbers of a calendar: elements of one
 * role without content whose names are short or empty.
 */
export function mergeShortLines(lines: readonly string[]): string[] {
  const merged: string[] = [];
  let run: { line: string; parsed: ShortLine }[] = [];
  const endRun = () => {
    merged.push(
      ...(run.length < minRun ? run.map(({ line }) => line) : joinRun(run.map(({ parsed }) => parsed))),
    );
    run = [];
  };
  for (const [at, line] of lines.entries()) {
    const parsed = parseShortLine(line);
    const hasContent = indentationOf(lines[at + 1]) > indentationOf(line);
    const before = run.at(-1)?.parsed;
    if (before !== undefined && (before.role !== parsed?.role || before.indentation !== parsed.indentation))
      endRun();
    if (parsed === null || hasContent) {
      endRun();
      merged.push(line);
    } else run.push({ line, parsed });
  }
  endRun();
  return merged;
}
