import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { tag } from '../../src/page/parse/names/tags.ts';
import { parseHtml } from '../../src/page/parse/parse-html.ts';
import { attributeValue, namespace, sourceTextOf, type Tree } from '../../src/page/tree/tree.ts';
import { type DataPackage, downloadData, packageText } from './download-data.ts';
import { type CaseResult, compareValues, type Suite } from './suite.ts';

const source: DataPackage = { client: 'go', name: 'golang.org/x/net', version: 'v0.30.0' };

/** Sections of one case of a `.dat` file by their names, such as `data` and `document`. */
type Sections = ReadonlyMap<string, string>;

/** Splits a `.dat` file into its cases; a line `#data` starts one. */
function readCases(text: string): Sections[] {
  const cases: Map<string, string[]>[] = [];
  let lines: string[] = [];
  for (const line of text.split('\n')) {
    if (line === '#data') cases.push(new Map());
    const name = /^#(data|errors|new-errors|document-fragment|document|script-on|script-off)$/.exec(
      line,
    )?.[1];
    if (name === undefined) lines.push(line);
    else {
      lines = [];
      cases.at(-1)?.set(name, lines);
    }
  }
  return cases.map((one) => new Map([...one].map(([name, content]) => [name, content.join('\n')])));
}

/** One node of a tree in the format of the suite: depth, and what follows its indentation. */
interface Line {
  depth: number;
  text: string;
}

/** Splits the expected tree into its lines; a text may span several. */
function readLines(document: string): Line[] {
  const lines: Line[] = [];
  for (const line of document.replace(/\n+$/, '').split('\n')) {
    const indent = /^\| ( *)/.exec(line)?.[1];
    const last = lines.at(-1);
    if (indent !== undefined) lines.push({ depth: indent.length / 2, text: line.slice(2 + indent.length) });
    else if (last !== undefined) last.text += `\n${line}`;
  }
  return lines;
}

/** Removes what the product's tree does not keep: comments, doctypes, and the level of the content of templates. */
function reduceLines(lines: readonly Line[]): Line[] {
  const kept: Line[] = [];
  const contents: number[] = [];
  for (const { depth, text } of lines) {
    while (contents.length > 0 && depth <= (contents.at(-1) ?? 0)) contents.pop();
    if (text === 'content') contents.push(depth);
    else if (!/^<[!?]/.test(text)) kept.push({ depth: depth - contents.length, text });
  }
  return kept;
}

/** Sorts the attributes of each element, whose order depends on the case of their names. */
function sortAttributes(lines: readonly string[]): string[] {
  const sorted: string[] = [];
  let attributes: string[] = [];
  for (const line of lines) {
    if (!/^ *[<"]/.test(line)) attributes.push(line);
    else {
      sorted.push(...attributes.toSorted(), line);
      attributes = [];
    }
  }
  return [...sorted, ...attributes.toSorted()];
}

/** Joins texts between which a comment was removed, and returns one line per node. */
function joinLines(lines: readonly Line[]): string[] {
  const joined: Line[] = [];
  for (const { depth, text } of lines) {
    const last = joined.at(-1);
    const isJoined = text.startsWith('"') && last?.depth === depth && last.text.startsWith('"');
    if (isJoined && last !== undefined) last.text = last.text.slice(0, -1) + text.slice(1);
    else joined.push({ depth, text: text.startsWith('"') ? text : text.toLowerCase() });
  }
  return sortAttributes(joined.map(({ depth, text }) => ' '.repeat(depth) + text));
}

const prefixes = ['', 'svg ', 'math '];

function attributeLines(tree: Tree, node: number): string[] {
  const lines = new Map<string, string>();
  for (let row = tree.from[node] ?? 0; row < (tree.to[node] ?? 0); row++) {
    const name = tree.attributeNames[tree.attributeName[row] ?? 0] ?? '';
    const isForeign = tree.namespace[node] !== namespace.html;
    const shown = isForeign ? name.replace(/^(xlink|xml|xmlns):/, '$1 ') : name;
    if (!lines.has(shown)) lines.set(shown, `${shown}="${attributeValue(tree, row)}"`);
  }
  return [...lines.values()];
}

/** Returns the tree of the product's parser in the format of the suite. */
function linesOfTree(tree: Tree): Line[] {
  const lines: Line[] = [];
  for (let node = 1; node < tree.count; node++) {
    const depth = (tree.depth[node] ?? 1) - 1;
    if (tree.tag[node] === tag.text) lines.push({ depth, text: `"${sourceTextOf(tree, node)}"` });
    else {
      const name = tree.names[tree.name[node] ?? 0] ?? '';
      lines.push({ depth, text: `<${prefixes[tree.namespace[node] ?? 0]}${name}>` });
      for (const text of attributeLines(tree, node)) lines.push({ depth: depth + 1, text });
    }
  }
  return lines.filter(({ text }) => text !== '""');
}

function judge(id: string, sections: Sections): CaseResult {
  const data = sections.get('data') ?? '';
  const wanted = joinLines(reduceLines(readLines(sections.get('document') ?? '')));
  const returned = joinLines(linesOfTree(parseHtml(data)));
  const isNul = data.includes('\0') && data.includes('<frameset');
  const reason = isNul ? 'U+0000 before a frameset is text like any other' : undefined;
  return compareValues(id, data, wanted, returned, reason);
}

/** Tree construction of html5lib-tests: whole documents without scripting, which is how the product reads pages. */
export const html5lib: Suite = {
  name: 'html5lib',
  title: 'html5lib-tests, tree construction',
  source: packageText(source),
  async run() {
    const folder = join(await downloadData(source), 'html', 'testdata', 'webkit');
    const files = (await readdir(folder)).filter((file) => file.endsWith('.dat')).toSorted();
    const results: CaseResult[] = [];
    for (const file of files) {
      const cases = readCases(await readFile(join(folder, file), 'utf8'));
      for (const [index, sections] of cases.entries())
        if (!sections.has('document-fragment') && !sections.has('script-on'))
          results.push(judge(`${file} ${index + 1}`, sections));
    }
    return results;
  },
};
