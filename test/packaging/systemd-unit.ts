/** The parts of a systemd unit that start its service. */
export interface ServiceUnit {
  user: string;
  group: string;
  command: string[];
  environment: Record<string, string>;
  /** Paths of `EnvironmentFile`, without the `-` of optional ones. */
  environmentFiles: string[];
}

/** Parses the text of a unit without quotes and specifiers. */
export function parseServiceUnit(text: string): ServiceUnit {
  const lines = text.split('\n').filter((line) => /^[A-Z]/.test(line));
  const values = (name: string) =>
    lines.filter((line) => line.startsWith(`${name}=`)).map((line) => line.slice(name.length + 1));
  const last = (name: string) => values(name).at(-1) ?? '';
  const pairs = values('Environment').flatMap((value) => value.split(' '));
  return {
    user: last('User'),
    group: last('Group'),
    command: last('ExecStart').split(' '),
    environment: Object.fromEntries(
      pairs.map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]),
    ),
    environmentFiles: values('EnvironmentFile').map((path) => path.replace(/^-/, '')),
  };
}
