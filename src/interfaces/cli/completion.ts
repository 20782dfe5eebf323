import type { Command } from 'commander';

// Written from the commands without a library: omelette and @bomb.sh/tab start the program at each press of the TAB key,
// which would load every operation each time. @bomb.sh/tab also completes no file names, and its script for bash evaluates
// the typed words and needs the package bash-completion.

/** A command with the words that can follow it. */
interface CompletedCommand {
  name: string;
  summary: string;
  /** Choices of the arguments, then flags. */
  words: string[];
  flags: Array<{ name: string; summary: string; takesValue: boolean; choices: string[] }>;
}

function describeCommands(root: Command): CompletedCommand[] {
  const help = root.createHelp();
  return help.visibleCommands(root).map((command) => {
    const flags = help.visibleOptions(command).map((option) => ({
      name: option.long ?? '',
      summary: option.description.replaceAll(/\s+/g, ' '),
      takesValue: option.required,
      choices: option.argChoices ?? [],
    }));
    const choices = command.registeredArguments.flatMap(({ argChoices }) => argChoices ?? []);
    return {
      name: command.name(),
      summary: command.summary() || command.description(),
      words: [...choices, ...flags.map(({ name }) => name)],
      flags,
    };
  });
}

function shellQuote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** Returns the branches of a shell `case` over "COMMAND FLAG" that list the choices of the flag. */
function choiceCases(commands: readonly CompletedCommand[], branch: (choices: string) => string): string {
  return commands
    .flatMap(({ name, flags }) =>
      flags
        .filter(({ choices }) => choices.length > 0)
        .map((flag) => `    '${name} ${flag.name}') ${branch(flag.choices.join(' '))} ;;`),
    )
    .join('\n');
}

function createBashScript(commands: readonly CompletedCommand[]): string {
  const names = commands.map(({ name }) => name).join(' ');
  return `_webdata() {
  local words
  case "\${COMP_WORDS[1]}" in
${commands.map(({ name, words }) => `    ${name}) words='${words.join(' ')}' ;;`).join('\n')}
  esac
  case "\${COMP_WORDS[1]} \${COMP_WORDS[COMP_CWORD-1]}" in
${choiceCases(commands, (choices) => `words='${choices}'`)}
  esac
  if [ "$COMP_CWORD" -eq 1 ]; then words='${names}'; fi
  if [ "\${COMP_WORDS[1]}" = help ] && [ "$COMP_CWORD" -eq 2 ]; then words='${names}'; fi
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _webdata webdata
`;
}

function createZshScript(commands: readonly CompletedCommand[]): string {
  const descriptions = commands.map(({ name, summary }) => shellQuote(`${name}:${summary}`));
  return `#compdef webdata
_webdata() {
  local -a commands=(${descriptions.join(' ')})
  if (( CURRENT == 2 )) || [[ "\${words[2]} $CURRENT" == 'help 3' ]]; then
    _describe command commands
    return
  fi
  case "\${words[2]} \${words[CURRENT-1]}" in
${choiceCases(commands, (choices) => `compadd -- ${choices}; return`)}
  esac
  case "\${words[2]}" in
${commands.map(({ name, words }) => `    ${name}) compadd -- ${words.join(' ')} ;;`).join('\n')}
  esac
  _files
}
compdef _webdata webdata
`;
}

function createFishScript(commands: readonly CompletedCommand[]): string {
  const names = commands.map(({ name }) => name).join(' ');
  const lines = commands.flatMap(({ name, summary, words, flags }) => {
    const isSeen = `complete -c webdata -n '__fish_seen_subcommand_from ${name}'`;
    const choices = words.slice(0, words.length - flags.length);
    return [
      `complete -c webdata -n __fish_use_subcommand -a ${name} -d ${shellQuote(summary)}`,
      ...(choices.length > 0 ? [`${isSeen} -a '${choices.join(' ')}'`] : []),
      ...flags.map((flag) => {
        const values = flag.choices.length > 0 ? ` -x -a '${flag.choices.join(' ')}'` : ' -r';
        return `${isSeen} -l ${flag.name.slice(2)}${flag.takesValue ? values : ''} -d ${shellQuote(flag.summary)}`;
      }),
    ];
  });
  return `${lines.join('\n')}\ncomplete -c webdata -n '__fish_seen_subcommand_from help' -a '${names}'\n`;
}

/** A shell with a completion script. */
export type Shell = keyof typeof createScript;

const createScript = { bash: createBashScript, zsh: createZshScript, fish: createFishScript };

/** Returns the completion script of a shell for all commands of `root`. */
export function completionScript(root: Command, shell: Shell): string {
  return createScript[shell](describeCommands(root));
}
