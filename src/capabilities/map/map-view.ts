import type { AgentText, AnswerView } from '../../operations/declaration/answer-view.ts';
import { commonLines, commonWords } from '../../operations/views/page-text.ts';
import { oneLine } from '../../operations/views/terminal-text.ts';
import type { MapResponse } from './map-response.ts';

function agentText(value: MapResponse): AgentText {
  const { status, url, total, complete, links, llms_txt: texts = [] } = value;
  const head = `${status} ${url}: ${total} URLs${complete ? '' : ', not complete'}; \`search\` selects by words`;
  return {
    essence: [head, ...commonLines(value)].join('\n'),
    untrusted: commonWords(value),
    body: [
      ...texts.map((to) => `${to} (the site for language models)`),
      ...links.map(({ url: to, title }) => (title ? `${to} (${title})` : to)),
    ],
  };
}

/** Shows the addresses of a site, for a terminal one per line. */
export const mapView: AnswerView<MapResponse> = {
  agentText,
  cliText: ({ links, llms_txt: texts = [] }) =>
    [...texts, ...links.map(({ url }) => url)].map((url) => oneLine(url)).join('\n'),
  cliNotes: (value) => [...commonLines(value), ...(commonWords(value)?.split('\n') ?? [])],
  isOk: ({ status }) => status === 'ok',
};
