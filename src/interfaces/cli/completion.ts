import type { Command } from 'commander';
import { isCompleted } from './create-options.ts';

// Written from the commands without a library: omelette and @bomb.sh/tab start the program at each press of the TAB key,
// which would load every operation each time. @bomb.sh/tab also completes no file names, and its script for bash evaluates
// the typed words and needs the package bash-completion.

/** A command with the words that can follow it. */
interface CompletedCommand {
  /** Its words, such as `job get`. */
  name: string;
  summary: string;
  /** Verbs of a noun, choices of the arguments, then flags. */
  words: string[];
  flags: Array<{ name: string; summary: string; takesValue: boolean; choices: string[] }>;
}

function describeCommand(command: Command, prefix: string): CompletedCommand[] {
  const help = command.createHelp();
  const name = `${prefix}${command.name()}`;
  const verbs = help.visibleCommands(command);
  const options = [...command.options.filter(isCompleted), ...help.visibleOptions(command).slice(-1)];
  const flags = [...new Set(options)].map((option) => ({
    name: option.long ?? '',
    summary: option.description.replaceAll(/\s+/g, ' '),
    takesValue: option.required,
    choices: option.argChoices ?? [],
  }));
  const choices = command.registeredArguments.flatMap(({ argChoices }) => argChoices ?? []);
  const described = {
    name,
    summary: command.summary() || command.description(),
    words: [...verbs.map((verb) => verb.name()), ...choices, ...flags.map((flag) => flag.name)],
    flags,
  };
  return [described, ...verbs.flatMap((verb) => describeCommand(verb, `${name} `))];
}

function describeCommands(root: Command): CompletedCommand[] {
  return root
    .createHelp()
    .visibleCommands(root)
    .flatMap((command) => describeCommand(command, ''));
}

function isTopLevel({ name }: CompletedCommand): boolean {
  return !name.includes(' ');
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

/** Returns the branches of a shell `case` over commands that list their words. */
function wordCases(commands: readonly CompletedCommand[], branch: (words: string) => string): string {
  return commands.map(({ name, words }) => `    '${name}') ${branch(words.join(' '))} ;;`).join('\n');
}

function createBashScript(commands: readonly CompletedCommand[]): string {
  const names = commands.filter(isTopLevel).map(({ name }) => name);
  const verbs = commands.filter((command) => !isTopLevel(command));
  return `_webdata() {
  local words previous="\${COMP_WORDS[COMP_CWORD-1]}"
  case "\${COMP_WORDS[1]}" in
${wordCases(commands.filter(isTopLevel), (words) => `words='${words}'`)}
  esac
  if [ "$COMP_CWORD" -gt 2 ]; then
    case "\${COMP_WORDS[1]} \${COMP_WORDS[2]}" in
${wordCases(verbs, (words) => `words='${words}'`)}
    esac
  fi
  case "\${COMP_WORDS[1]} $previous" in
${choiceCases(commands.filter(isTopLevel), (choices) => `words='${choices}'`)}
  esac
  case "\${COMP_WORDS[1]} \${COMP_WORDS[2]} $previous" in
${choiceCases(verbs, (choices) => `words='${choices}'`)}
  esac
  if [ "$COMP_CWORD" -eq 1 ]; then words='${names.join(' ')}'; fi
  if [ "\${COMP_WORDS[1]}" = help ] && [ "$COMP_CWORD" -eq 2 ]; then words='${names.join(' ')}'; fi
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _webdata webdata
`;
}

function createZshScript(commands: readonly CompletedCommand[]): string {
  const top = commands.filter(isTopLevel);
  const verbs = commands.filter((command) => !isTopLevel(command));
  const descriptions = top.map(({ name, summary }) => shellQuote(`${name}:${summary}`));
  return `#compdef webdata
_webdata() {
  local -a commands=(${descriptions.join(' ')})
  if (( CURRENT == 2 )) || [[ "\${words[2]} $CURRENT" == 'help 3' ]]; then
    _describe command commands
    return
  fi
  case "\${words[2]} \${words[CURRENT-1]}" in
${choiceCases(top, (choices) => `compadd -- ${choices}; return`)}
  esac
  case "\${words[2]} \${words[3]} \${words[CURRENT-1]}" in
${choiceCases(verbs, (choices) => `compadd -- ${choices}; return`)}
  esac
  if (( CURRENT > 3 )); then
    case "\${words[2]} \${words[3]}" in
${wordCases(verbs, (words) => `compadd -- ${words}; _files; return`)}
    esac
  fi
  case "\${words[2]}" in
${wordCases(top, (words) => `compadd -- ${words}`)}
  esac
  _files
}
compdef _webdata webdata
`;
}

/** Returns the condition of fish under which a command is typed. */
function fishCondition({ name }: CompletedCommand): string {
  const [noun, verb] = name.split(' ');
  const hasNoun = `__fish_seen_subcommand_from ${noun}`;
  return verb === undefined ? hasNoun : `${hasNoun}; and __fish_seen_subcommand_from ${verb}`;
}

function createFishScript(commands: readonly CompletedCommand[]): string {
  const top = commands.filter(isTopLevel);
  const starts = top.map(
    ({ name, summary }) =>
      `complete -c webdata -n __fish_use_subcommand -a ${name} -d ${shellQuote(summary)}`,
  );
  const lines = commands.flatMap((command) => {
    const { words, flags } = command;
    const isSeen = `complete -c webdata -n '${fishCondition(command)}'`;
    const choices = words.slice(0, words.length - flags.length);
    return [
      ...(choices.length > 0 ? [`${isSeen} -a '${choices.join(' ')}'`] : []),
      ...flags.map((flag) => {
        const values = flag.choices.length > 0 ? ` -x -a '${flag.choices.join(' ')}'` : ' -r';
        return `${isSeen} -l ${flag.name.slice(2)}${flag.takesValue ? values : ''} -d ${shellQuote(flag.summary)}`;
      }),
    ];
  });
  const names = top.map(({ name }) => name).join(' ');
  return `${[...starts, ...lines].join('\n')}\ncomplete -c webdata -n '__fish_seen_subcommand_from help' -a '${names}'\n`;
}

/** A shell with a completion script. */
export type Shell = keyof typeof createScript;

const createScript = { bash: createBashScript, zsh: createZshScript, fish: createFishScript };

/** Returns the completion script of a shell for all commands of `root`. */
export function completionScript(root: Command, shell: Shell): string {
  return createScript[shell](describeCommands(root));
}
