import type { Argument, Command, Help, Option } from 'commander';
import type { ResponseFields } from './response-fields.ts';
import { emphasize } from './terminal-style.ts';

/** Width of the help if the output is not a terminal, in characters. */
const defaultWidth = 100;
const maxWidth = 120;

/** An example of a command: what it does, and the command line without the name of the program. */
export type Example = readonly [purpose: string, commandLine: string];

/** Examples by command: commander has no place for them. */
const examplesByCommand = new WeakMap<Command, readonly Example[]>();

/** Sets the examples of a command. */
export function setExamples(command: Command, examples: readonly Example[]): void {
  examplesByCommand.set(command, examples);
}

/** What makes the fields of the response of a command, which takes longer than a command that shows no help may need. */
const fieldsByCommand = new WeakMap<Command, () => readonly ResponseFields[]>();

/** Sets the fields of the response of a command. */
export function setResponseFields(command: Command, list: () => readonly ResponseFields[]): void {
  fieldsByCommand.set(command, list);
}

/** Returns the words of a command below the program, such as `job get`. */
export function wordsOfCommand(command: Command): string {
  const words: string[] = [];
  for (let one: Command | null = command; one?.parent; one = one.parent) words.unshift(one.name());
  return words.join(' ');
}

/** Returns the width of the help, in characters. */
export function helpWidth(): number {
  return Math.min(process.stdout.columns ?? defaultWidth, maxWidth);
}

/** Longer lists of choices would make the column of all commands wide. */
const maxChoicesLength = 16;

function operandTerm(argument: Argument): string {
  const choices = argument.argChoices?.join('|') ?? '';
  return choices === '' || choices.length > maxChoicesLength ? argument.name() : choices;
}

/** Returns the term of a command in a list of commands: its name with its arguments. */
export function commandTerm(command: Command): string {
  return [command.name(), ...command.registeredArguments.map(operandTerm)].join(' ');
}

/** Heading of the commands of the operator. */
export const operatorGroup = 'Commands of the operator:';

interface Item {
  term: string;
  description: string;
}

function sectionLines(title: string, items: readonly Item[], helper: Help, width: number): string[] {
  if (items.length === 0) return [];
  return [
    emphasize(title, 'heading'),
    ...items.map(({ term, description }) => helper.formatItem(term, width, description, helper)),
    '',
  ];
}

function exampleLines(command: Command): string[] {
  const examples = examplesByCommand.get(command) ?? [];
  if (examples.length === 0) return [];
  const lines = examples.flatMap(([purpose, line]) => [
    emphasize(`  # ${purpose}`, 'comment'),
    `  webdata ${line}`,
    '',
  ]);
  return [emphasize('Examples:', 'heading'), ...lines];
}

function optionItem(option: Option, helper: Help): Item {
  return { term: helper.optionTerm(option), description: helper.optionDescription(option) };
}

/** Returns the section of the fields of the response. Their paths have a column of their own width. */
function fieldLines(command: Command, helper: Help): string[] {
  const items = (fieldsByCommand.get(command)?.() ?? []).map(({ path, names }) => ({
    term: path,
    description: names.join(', '),
  }));
  const width = Math.max(0, ...items.map(({ term }) => term.length));
  return sectionLines('Fields of the JSON:', items, helper, width);
}

/**
 * Formats the help of a command: what it does, how it is used, examples, commands, arguments, and flags last, because their list can
 * be long.
 */
export function formatHelp(command: Command, helper: Help): string {
  const width = helper.padWidth(command, helper);
  const section = (title: string, items: readonly Item[]) => sectionLines(title, items, helper, width);
  const groups = Map.groupBy(helper.visibleCommands(command), (one) => one.helpGroup() || 'Commands:');
  // The commands of the operator are added first, and shown last.
  const commands = [...groups].sort(
    ([one], [other]) => Number(one === operatorGroup) - Number(other === operatorGroup),
  );
  const options = [...Map.groupBy(helper.visibleOptions(command), (one) => one.helpGroupHeading ?? 'Flags:')];
  const paragraphs = helper.commandDescription(command).split('\n\n').filter(Boolean);
  return [
    ...paragraphs.flatMap((one) => [helper.boxWrap(one, helper.helpWidth ?? defaultWidth), '']),
    `${emphasize('Usage:', 'heading')} ${helper.commandUsage(command)}`,
    '',
    ...commands.flatMap(([title, group]) =>
      section(
        title,
        group.map((one) => ({
          term: helper.subcommandTerm(one),
          description: helper.subcommandDescription(one),
        })),
      ),
    ),
    ...exampleLines(command),
    ...section(
      'Arguments:',
      helper.visibleArguments(command).map((one) => ({
        term: helper.argumentTerm(one),
        description: helper.argumentDescription(one),
      })),
    ),
    ...options.flatMap(([title, group]) =>
      section(
        title,
        group.map((one) => optionItem(one, helper)),
      ),
    ),
    ...fieldLines(command, helper),
    '',
  ].join('\n');
}
