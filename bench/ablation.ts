// npm run bench -- ablation FOLDER [units=N] [share=N] [part=K/N] [only=TEXT]
// [sets=A,B] [out=FILE] [table=FILE]: what each heuristic of content,
// extraction and listings gains. Every function with a neutral answer, pattern and set of words of these modules is switched
// off in turn on pages on which it answers something. FOLDER holds the unpacked archives of samples. Each heuristic is judged
// in at most `units` units of each set, of every `share`th unit; `part` takes a part of the units, to run in several
// processes. `only` limits the heuristics to files whose path contains it.
import { writeFileSync } from 'node:fs';
import { instrumentModules } from './ablation/instrument-modules.ts';

const argument = (name: string): string | null =>
  process.argv.find((one) => one.startsWith(`${name}=`))?.slice(name.length + 1) ?? null;

const folder = process.argv[3] ?? '/nowhere';
const switches = instrumentModules();
const { judgedUnits } = await import('./ablation/judged-sets.ts');
const { measureGains, intervalOf } = await import('./ablation/measure-gains.ts');
const { tableOf } = await import('./ablation/gain-table.ts');

/** Returns a generator of numbers from 0 to 1 (Park and Miller 1988) that begins the same in every run. */
function createRandom(): () => number {
  let state = 20_261_127;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

function shuffled<Item>(list: readonly Item[], random: () => number): Item[] {
  return list
    .map((item) => ({ item, key: random() }))
    .sort((one, other) => one.key - other.key)
    .map(({ item }) => item);
}

const random = createRandom();
const [part = 0, parts = 1] = (argument('part') ?? '0/1').split('/').map(Number);
const share = Number(argument('share') ?? 1);
const only = argument('only');
const sets =
  argument('sets')
    ?.split(',')
    .map((one) => one.replace('@', ',')) ?? null;
const units = shuffled(judgedUnits(folder), random)
  .filter(({ set }) => sets === null || sets.includes(set))
  // The small sets are read completely.
  .filter(({ set }, at) => at % share === 0 || /^(?:everyday|sale|swde, learnt)/.test(set))
  .filter((_, at) => at % parts === part);
const silenced = console.error;
console.error = () => {};
const measured = await measureGains(units, switches, Number(argument('units') ?? 40), (id) => {
  const heuristic = switches.heuristics[id];
  return only === null || heuristic?.file.includes(only) === true;
});
console.error = silenced;
const rows = switches.heuristics
  .filter(({ file }) => only === null || file.includes(only))
  .map((heuristic) => {
    const effects = measured.effects.filter((effect) => effect.heuristic === heuristic.id);
    const bySet = [...Map.groupBy(effects, ({ set }) => set)].map(([set, own]) => [
      set,
      intervalOf(own, random),
    ]);
    return {
      ...heuristic,
      firedIn: measured.firedIn.get(heuristic.id) ?? 0,
      time: (measured.times[heuristic.id] ?? 0) / measured.allTime,
      all: intervalOf(effects, random),
      sets: Object.fromEntries(bySet),
      effects: effects.map(({ set, site, gain }) => [set, site, gain]),
    };
  });
writeFileSync(argument('out') ?? 'ablation.json', JSON.stringify({ units: units.length, rows }));
const table = argument('table');
if (table !== null) writeFileSync(table, tableOf(rows, units.length));
process.stdout.write(`${units.length} units, ${rows.length} heuristics\n`);
