import { dayBack, layOut, linkList, type SitePage } from './site-layout.ts';
import { diceOf, paragraph, sentence, slugOf } from './words.ts';

const chapters = [
  'Getting started',
  'Commands',
  'Configuration',
  'Formats',
  'Storage',
  'Networking',
  'Recipes',
  'Reference',
];
const topics = [
  'Overview',
  'Install',
  'First steps',
  'Options',
  'Errors',
  'Limits',
  'Examples',
  'Upgrading',
  'Security',
  'Glossary',
  'Tuning',
];
const languages = ['js', 'python', 'sh', 'json', 'sql'];

const samples: Record<string, string> = {
  js: "import { open } from 'quay';\n\n// Opens the dock and waits.\nconst dock = await open({ berth: 4 });\nif (dock.depth < 3 && !dock.isClosed) {\n  console.log('depth', dock.depth);\n}",
  python:
    'from quay import Dock\n\ndef depth(dock: Dock) -> float:\n    """Metres of water."""\n    return dock.depth * 0.3048 if dock.feet else dock.depth',
  sh: '# installs the tool\nquay install --berth 4 \\\n  --quiet > install.log 2>&1',
  json: '{\n  "berth": 4,\n  "tides": ["low", "high"],\n  "open": true\n}',
  sql: "SELECT berth, count(*) AS ships\nFROM moorings\nWHERE arrived >= '2026-01-01' AND draught < 6\nGROUP BY berth;",
};

/** Returns documentation: an index, eight chapters and their topics, with code in five languages and tables. */
export function documentationPages(): SitePage[] {
  const byChapter = chapters.map((chapter, at) =>
    topics.map((topic, number) => topicPage(chapter, topic, at * topics.length + number)),
  );
  const indexes = chapters.map((chapter, at) =>
    layOut({
      path: `/docs/${slugOf(chapter)}/`,
      kind: 'documentation',
      title: chapter,
      phrase: `Chapter ${at + 1} of the Quay handbook: ${chapter.toLowerCase()}.`,
      changed: dayBack(at),
      content: linkList(byChapter[at] ?? []),
    }),
  );
  const top = layOut({
    path: '/docs/',
    kind: 'documentation',
    title: 'Documentation',
    phrase: `The Quay handbook has ${chapters.length} chapters.`,
    changed: dayBack(0),
    content: linkList(indexes),
  });
  return [top, ...indexes, ...byChapter.flat()];
}

function topicPage(chapter: string, topic: string, at: number): SitePage {
  const dice = diceOf(3000 + at);
  const language = languages[at % languages.length] as string;
  const code = (samples[language] as string)
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;');
  const next = topics[(topics.indexOf(topic) + 1) % topics.length] as string;
  return layOut({
    path: `/docs/${slugOf(chapter)}/${slugOf(topic)}`,
    kind: 'documentation',
    title: `${chapter}: ${topic}`,
    phrase: `Page ${at + 1} of the Quay handbook explains ${topic.toLowerCase()} under ${chapter.toLowerCase()}.`,
    changed: dayBack(at),
    content: [
      `<h2 id="use">Use<a class="anchor" href="#use" aria-label="Permalink">#</a></h2>`,
      `<p>${paragraph(dice, 3)} See <a href="${slugOf(next)}">${next}</a> or <a href="../">the handbook</a>.</p>`,
      `<pre><code class="language-${language}">${code}</code></pre>`,
      `<h2 id="options">Options</h2>`,
      optionTable(at),
      `<ol><li>${sentence(dice)}<ul><li>${sentence(dice)}</li></ul></li><li>${sentence(dice)}</li></ol>`,
      `<p>Call <code>quay run --berth ${at}</code> to try it. ${paragraph(dice, 2)}</p>`,
    ].join('\n'),
  });
}

function optionTable(at: number): string {
  const rows = ['berth', 'depth', 'tide', 'crew'].map(
    (name, row) =>
      `<tr><td><code>--${name}</code></td><td>${(at + 1) * (row + 2)}</td><td>${name} of the ship | as a number</td></tr>`,
  );
  return `<table><thead><tr><th>Option</th><th align="right">Default</th><th>Meaning</th></tr></thead><tbody>${rows.join('')}</tbody></table>`;
}
