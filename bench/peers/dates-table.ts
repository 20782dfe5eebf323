// Dates: days that ICU writes in many locales, read by dateparser and chrono, which know the language, and by the service.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseDate } from '../../src/extract/typed/date.ts';
import { startProgram } from './child-program.ts';
import { type Measured, measureRow, openPeer, type SectionContext } from './section.ts';

const timeoutMs = 10 * 60_000;
const daysPerLocale = 8;
const styles = ['full', 'long', 'medium', 'short'] as const;
/** Locales on which the service's own tests read dates back. */
const tested =
  'en-US en-GB de-DE fr-FR es-ES pt-BR it-IT nl-NL pl-PL sv-SE da-DK fi-FI cs-CZ hu-HU ro-RO el-GR tr-TR ru-RU uk-UA id-ID ja-JP ko-KR zh-CN'.split(
    ' ',
  );
/** Other locales with the Gregorian calendar. */
const others =
  'ca-ES gl-ES eu-ES is-IS ga-IE cy-GB af-ZA sq-AL hy-AM az-AZ kk-KZ be-BY ms-MY fil-PH sw-KE'.split(' ');

/** A text, its language, and the day that it states. */
interface DateCase {
  text: string;
  locale: string;
  style: (typeof styles)[number];
  day: string;
}

/** Returns days of all months, the same in every run; days above 12, so that no order of the parts is ambiguous. */
function daysOf(locale: string): Date[] {
  const seed = [...locale].reduce((sum, sign) => sum + sign.charCodeAt(0), 0);
  return Array.from(
    { length: daysPerLocale },
    (_, at) =>
      new Date(Date.UTC(1998 + ((seed + at * 5) % 28), (seed + at * 7) % 12, 13 + ((seed + at * 11) % 15))),
  );
}

function casesOf(locale: string): DateCase[] {
  return styles.flatMap((style) => {
    const format = new Intl.DateTimeFormat(locale, { dateStyle: style, timeZone: 'UTC' });
    return daysOf(locale).map((day) => ({
      text: format.format(day),
      locale,
      style,
      day: day.toISOString().slice(0, 10),
    }));
  });
}

function figuresOf(
  { run }: SectionContext,
  system: string,
  cases: readonly DateCase[],
  found: readonly (string | null | undefined)[],
  ms: number,
): Measured {
  const log = `values-dates-${system}.log.jsonl`;
  for (const [at, one] of cases.entries()) run.log(log, { ...one, found: found[at] ?? null });
  const share = (test: (one: DateCase) => boolean, isRight: boolean): number | null => {
    const members = cases.flatMap((one, at) => (test(one) ? [{ wanted: one.day, given: found[at] }] : []));
    const hits = members.filter(({ wanted, given }) =>
      isRight ? given === wanted : given && given !== wanted,
    );
    return members.length === 0 ? null : hits.length / members.length;
  };
  const isTested = ({ locale }: DateCase) => tested.includes(locale);
  return {
    figures: {
      known: share(isTested, true),
      knownWrong: share(isTested, false),
      others: share((one) => !isTested(one), true),
      othersWrong: share((one) => !isTested(one), false),
      perSecond: (cases.length * 1_000) / ms,
    },
    log,
  };
}

/** Measures dates in texts. */
export async function measureDates(context: SectionContext): Promise<void> {
  const { run, size } = context;
  const cases = (size === 'small' ? tested.slice(0, 3) : [...tested, ...others]).flatMap(casesOf);
  const row = { section: 'values', table: 'dates' } as const;
  await measureRow(context, { ...row, system: 'webdata', title: 'webdata' }, async () => {
    const read = () => cases.map(({ text, locale }) => parseDate(text, locale)?.iso.slice(0, 10) ?? null);
    read();
    const before = process.cpuUsage();
    const found = read();
    const { user, system } = process.cpuUsage(before);
    return figuresOf(context, 'webdata', cases, found, (user + system) / 1_000);
  });
  const input = join(run.folder, 'values-dates.json');
  writeFileSync(input, JSON.stringify(cases));
  const readers = [
    { name: 'dateparser', script: 'parse_dates.py' },
    { name: 'chrono', script: 'parse-dates.mjs' },
  ] as const;
  for (const { name, script } of readers) {
    if (!context.isWanted(name)) continue;
    const peer = await openPeer(context, 'values', name);
    if (peer === null) continue;
    const { title, version } = peer;
    await measureRow(context, { ...row, system: name, title, version }, async () => {
      const output = join(run.folder, `values-dates-${name}.json`);
      const { result } = await startProgram({
        program: peer.program,
        script,
        args: [input, output, peer.folder],
        errorLog: join(run.folder, `values-dates-${name}.err`),
        timeoutMs,
      }).done;
      const found = JSON.parse(readFileSync(output, 'utf8')) as (string | null)[];
      return figuresOf(context, name, cases, found, Number(result.ms));
    });
  }
}
