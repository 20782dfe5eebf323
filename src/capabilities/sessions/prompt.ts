import {
  type PromptDeclaration,
  requiredArgument,
  toolCall,
} from '../../operations/tools/prompt-declaration.ts';

/** The prompt of MCP clients for a common task: fill a form in a browser. */
export const browserPrompt: PromptDeclaration = {
  name: 'fill_form',
  title: 'Fill a form in a browser',
  description: 'Fills a form step by step and asks before it is submitted.',
  arguments: [
    requiredArgument('url', 'URL', 'URL of the form.'),
    requiredArgument('values', 'Values', 'What to enter, such as "name: Ada; city: Paris".'),
  ],
  tools: ['browser'],
  write: ({ url, values }) => `Fill the form at ${url} with: ${values}
1. ${toolCall('browser', { action: 'open', url })}. The snapshot numbers the elements.
2. ${toolCall('browser', { action: 'step', sid: 'SID', type: 'fill', form: { NUMBER: 'VALUE' } })} sets all controls at once: text, true or false for boxes, options for lists. Use the numbers of the latest snapshot.
3. Show me the filled values and what is missing. Do not submit before I agree; never invent a value.
4. Submit with a click, check the snapshot for errors, and report what the page says.
5. ${toolCall('browser', { action: 'close', sid: 'SID' })}`,
};
