// npm run bench -- ablation FOLDER [units=N] [share=N] [part=K/N] [only=TEXT] [sets=A,B] [out=FILE]: what each heuristic of
// content, extraction and listings gains. Every function with a neutral answer, pattern and set of words of these modules is
// switched off in turn on pages on which it answers something. FOLDER holds the unpacked archives of samples. Each heuristic is
// judged in at most `units` units of each set, of every `share`th unit; `part` takes a part of the units, to run in several
// processes. `only` limits the heuristics to files whose path
// contains one of its parts.
// npm run bench -- ablation table FILE ...: the table of what such runs wrote.
import { readFileSync, writeFileSync } from 'node:fs';
import { createRandom, joinParts, type MeasuredPart, tableOf } from './ablation/gain-table.ts';

const argument = (name: string): string | null =>
  process.argv.find((one) => one.startsWith(`${name}=`))?.slice(name.length + 1) ?? null;

function shuffled<Item>(list: readonly Item[]): Item[] {
  const random = createRandom();
  return list
    .map((item) => ({ item, key: random() }))
    .sort((one, other) => one.key - other.key)
    .map(({ item }) => item);
}

async function measure(folder: string): Promise<void> {
  // The modules that are imported from now on have switches.
  const { instrumentModules } = await import('./ablation/instrument-modules.ts');
  const switches = instrumentModules();
  const { judgedUnits } = await import('./ablation/judged-sets.ts');
  const { measureGains } = await import('./ablation/measure-gains.ts');
  const [part = 0, parts = 1] = (argument('part') ?? '0/1').split('/').map(Number);
  const share = Number(argument('share') ?? 1);
  const only = argument('only')?.split(',') ?? null;
  const sets = argument('sets')?.split(',') ?? null;
  const units = shuffled(judgedUnits(folder))
    .filter(({ set }) => sets === null || sets.includes(set))
    // The small sets are read completely.
    .filter(({ set }, at) => at % share === 0 || /^(?:everyday|sale|swde learnt)/.test(set))
    .filter((_, at) => at % parts === part);
  const isJudged = (file: string) => only === null || only.some((part) => file.includes(part));
  const silenced = console.error;
  console.error = () => {};
  const measured = await measureGains(units, switches, Number(argument('units') ?? 40), (id) =>
    isJudged(switches.heuristics[id]?.file ?? ''),
  );
  console.error = silenced;
  const heuristics = switches.heuristics
    .filter(({ file }) => isJudged(file))
    .map(({ id, ...heuristic }) => ({
      ...heuristic,
      firedIn: measured.firedIn.get(id) ?? 0,
      ms: measured.times[id] ?? 0,
      effects: measured.effects
        .filter((effect) => effect.heuristic === id)
        .map(({ set, site, gain }) => ({ set, site, gain })),
    }));
  const result: MeasuredPart = { units: units.length, ms: measured.allTime, heuristics };
  writeFileSync(argument('out') ?? 'bench/results/ablation.json', JSON.stringify(result));
  process.stdout.write(`${units.length} units, ${heuristics.length} heuristics\n`);
}

const [, , , command = '', ...files] = process.argv;
if (command === 'table') {
  const parts = files.map((file) => JSON.parse(readFileSync(file, 'utf8')) as MeasuredPart);
  process.stdout.write(tableOf(joinParts(parts)));
} else await measure(command);
