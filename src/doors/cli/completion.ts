import type { Command } from './flags.ts';
import { UsageError } from './flags.ts';

/** A shell that can complete commands. */
const shells = ['bash', 'zsh', 'fish'] as const;

interface Word {
  name: string;
  about: string;
  flags: string[];
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

function bash(words: readonly Word[]): string {
  const cases = words
    .filter(({ flags }) => flags.length > 0)
    .map(({ name, flags }) => `    ${name}) words='${flags.join(' ')}' ;;`);
  return `_webdata() {
  local words
  case "\${COMP_WORDS[1]}" in
${cases.join('\n')}
  esac
  if [ "$COMP_CWORD" -eq 1 ]; then words='${words.map(({ name }) => name).join(' ')}'; fi
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _webdata webdata
`;
}

function zsh(words: readonly Word[]): string {
  const cases = words
    .filter(({ flags }) => flags.length > 0)
    .map(({ name, flags }) => `    ${name}) compadd -- ${flags.join(' ')} ;;`);
  const described = words.map(({ name, about }) => quoted(`${name}:${about}`));
  return `#compdef webdata
_webdata() {
  local -a commands=(${described.join(' ')})
  if (( CURRENT == 2 )); then _describe command commands; return; fi
  case "\${words[2]}" in
${cases.join('\n')}
  esac
  _files
}
compdef _webdata webdata
`;
}

function fish(words: readonly Word[]): string {
  const lines = words.flatMap(({ name, about, flags }) => [
    `complete -c webdata -n __fish_use_subcommand -a ${name} -d ${quoted(about)}`,
    ...flags.map(
      (flag) => `complete -c webdata -n '__fish_seen_subcommand_from ${name}' -l ${flag.slice(2)}`,
    ),
  ]);
  return `${lines.join('\n')}\n`;
}

/** The completion script of a shell, from the commands there are. */
export function completionScript(
  shell: string,
  commands: readonly Command[],
  others: readonly string[],
): string {
  const words = [
    ...others.map((name) => ({ name, about: name, flags: [] })),
    ...commands.map(({ name, operation, flags }) => ({
      name,
      about: operation.title,
      flags: [...flags.map((flag) => `--${flag.names[0]}`), '--json', '--help'],
    })),
  ];
  if (shell === 'bash') return bash(words);
  if (shell === 'zsh') return zsh(words);
  if (shell === 'fish') return fish(words);
  throw new UsageError(`completion knows ${shells.join(', ')}`);
}
