/** Elements that a person or an agent can use. */
const interactive =
  /- (link|button|textbox|searchbox|checkbox|radio|combobox|slider|switch|tab|menuitem|spinbutton) "((?:[^"\\]|\\.)+)"[^\n]*\[ref=/g;
const maxName = 200;

/** Returns the names of the elements of a snapshot of @playwright/mcp that a person or an agent can use. */
export function namesOf(snapshot: string): string[] {
  return [...snapshot.matchAll(interactive)].map(([, , name = '']) => JSON.parse(`"${name}"`) as string);
}

/** Returns the share of the named elements that a snapshot contains. */
export function coverage(names: readonly string[], snapshot: string): number {
  const shown = names.filter((name) =>
    snapshot.includes(JSON.stringify(name.slice(0, maxName)).slice(1, -1)),
  );
  return names.length === 0 ? 1 : shown.length / names.length;
}
