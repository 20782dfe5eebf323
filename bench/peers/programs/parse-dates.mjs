// Reads dates with chrono: `parse-dates.mjs INPUT OUTPUT PEER_FOLDER`. INPUT is a list of {text, locale}; OUTPUT gets the list of the
// days that it found, or null. The language of each text is given to it, as far as it has it.
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const [input, output, folder] = process.argv.slice(2);
const chrono = createRequire(join(folder, 'package.json'))('chrono-node');
const cases = JSON.parse(readFileSync(input, 'utf8'));

function read({ text, locale }) {
  const language = locale.slice(0, 2);
  const parser = locale === 'en-GB' ? chrono.en.GB : (chrono[language] ?? chrono);
  const [found] = parser.parse(text);
  if (found === undefined || !found.start.isCertain('day')) return null;
  const { start } = found;
  const parts = [start.get('year'), start.get('month'), start.get('day')];
  return parts.map((part) => String(part).padStart(2, '0')).join('-');
}

cases.map(read);
const before = process.cpuUsage();
const found = cases.map(read);
const { user, system } = process.cpuUsage(before);
writeFileSync(output, JSON.stringify(found));
process.stdout.write(`${JSON.stringify({ ms: (user + system) / 1000 })}\n`);
process.stdin.on('end', () => process.exit(0)).resume();
