/** Sentences of the watched pages. */
export const sentences = [
  'The northern lock is open from 6 to 10 on working days.',
  'Ships of more than 90 metres wait at the outer quay.',
  'The keeper answers on channel 12 at any hour.',
  'Berth 4 has a depth of 9 metres at low water.',
  'The fee for one night is 38 euros and includes water.',
  'Pilots board at the red buoy in front of the eastern mole.',
  'Diesel is sold at the fuel dock until half past seven.',
];

/** Texts of a page of sentences: each step adds, changes, removes, rewords, restores or appends. */
export function createText(seed: number) {
  const lines = sentences.map((sentence, at) => sentences[(at + seed) % sentences.length] ?? sentence);
  const original = [...lines];
  return {
    lines: () => lines,
    change(step: number): void {
      const at = (step * 3 + seed) % Math.max(1, lines.length);
      const line = lines[at] ?? '';
      if (step % 6 === 1) lines.push(`From week ${step + 20} on, gate ${step + seed} is closed at night.`);
      else if (step % 6 === 2) lines[at] = changeNumber(line, step);
      else if (step % 6 === 3) lines.splice(at, 1);
      else if (step % 6 === 4) lines[at] = `${line.replace(/\.$/, '')}, as notice ${step * 11 + seed} says.`;
      else if (step % 6 === 5)
        lines[at] = original.find((one) => !lines.includes(one)) ?? changeNumber(line, step);
      else lines.push(longAddition(step, seed));
    },
  };
}

function changeNumber(line: string, step: number): string {
  const changed = line.replace(/\d+/, (number) => String(Number(number) + step));
  return changed === line ? `${line} Since day ${step}.` : changed;
}

function longAddition(step: number, seed: number): string {
  return Array.from(
    { length: 6 },
    (_, at) => `Crane ${at + step} stands at berth ${at + seed} and lifts ${at * 4 + 9} tons in any wind.`,
  ).join(' ');
}
