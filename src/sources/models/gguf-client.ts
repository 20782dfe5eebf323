import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import type { JsonSchema } from '../../domain/extraction.ts';
import { messageOf } from '../../domain/failure.ts';
import type { ModelClient, ModelFault, ModelQuestion, ModelReply, ModelState } from '../../domain/model.ts';
import { createSlots } from '../../domain/slots.ts';
import { countEffort, type EffortCount } from './effort.ts';
import { readJson } from './read-json.ts';
import { wireSchema } from './wire-schema.ts';

/** The little of `node-llama-cpp` 3 that is used; the package is the operator's to install. */
interface LlamaPackage {
  getLlama(options: { logLevel: string; build: 'never' }): Promise<Llama>;
  LlamaChatSession: new (options: { contextSequence: Sequence; systemPrompt: string }) => Session;
}

interface Llama {
  loadModel(options: { modelPath: string }): Promise<LlamaModel>;
  createGrammarForJsonSchema(schema: JsonSchema): Promise<unknown>;
  dispose(): Promise<void>;
}

interface LlamaModel {
  createContext(options: { contextSize: { max: number }; sequences: number }): Promise<Context>;
  tokenize(text: string): readonly unknown[];
}

interface Context {
  getSequence(): Sequence;
  dispose(): Promise<void>;
}

interface Sequence {
  dispose(): void;
}

interface Session {
  setChatHistory(history: readonly unknown[]): void;
  prompt(
    text: string,
    options: {
      grammar: unknown;
      maxTokens: number;
      temperature: number;
      signal: AbortSignal;
      stopOnAbortSignal: false;
    },
  ): Promise<string>;
}

interface Engine {
  llama: Llama;
  model: LlamaModel;
  newSession: LlamaPackage['LlamaChatSession'];
}

const packageName = 'node-llama-cpp';
/** Tokens that question and answer may have together: what a context takes of memory grows with it. */
const contextTokens = 8_192;

class NotInstalled extends Error {}

async function loadPackage(): Promise<LlamaPackage> {
  try {
    return (await import(packageName)) as LlamaPackage;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const isAbsent = code === 'ERR_MODULE_NOT_FOUND';
    const reason = isAbsent ? 'is not installed' : `cannot be loaded (${messageOf(error)})`;
    throw new NotInstalled(
      `WEBDATA_MODEL_FILE needs the package ${packageName}, which ${reason}: see docs/models.md`,
      { cause: error },
    );
  }
}

async function startEngine(file: string): Promise<Engine> {
  const { getLlama, LlamaChatSession } = await loadPackage();
  if (!existsSync(file)) throw new NotInstalled(`there is no file ${file} (WEBDATA_MODEL_FILE)`);
  // Never compiles: a service that starts must not build programs.
  const llama = await getLlama({ logLevel: 'error', build: 'never' });
  try {
    const model = await llama.loadModel({ modelPath: file });
    return { llama, model, newSession: LlamaChatSession };
  } catch (error) {
    await llama.dispose();
    throw new NotInstalled(`${file} cannot be used as a model: ${messageOf(error)}`, { cause: error });
  }
}

/** A model in this process, over a GGUF file; loaded with the first question, one question at a time. */
export function createGgufClient(file: string): ModelClient {
  const slots = createSlots(1);
  const name = basename(file);
  let engine: Promise<Engine> | null = null;
  let last: ModelState['last'] = null;

  function started(): Promise<Engine> {
    engine ??= startEngine(file).catch((error: unknown) => {
      engine = null;
      throw error;
    });
    return engine;
  }

  async function answer(
    question: ModelQuestion,
    effort: EffortCount,
    signal: AbortSignal,
  ): Promise<ModelReply> {
    const { llama, model, newSession } = await started();
    signal.throwIfAborted();
    const context = await model.createContext({ contextSize: { max: contextTokens }, sequences: 1 });
    try {
      const session = new newSession({
        contextSequence: context.getSequence(),
        systemPrompt: question.system,
      });
      const earlier = question.turns.slice(0, -1);
      session.setChatHistory([
        { type: 'system', text: question.system },
        ...earlier.map(({ role, text }) =>
          role === 'user' ? { type: 'user', text } : { type: 'model', response: [text] },
        ),
      ]);
      effort.call('grammar');
      const grammar = await llama.createGrammarForJsonSchema(wireSchema(question.schema));
      const text = await session.prompt(question.turns.at(-1)?.text ?? '', {
        grammar,
        maxTokens: question.maxTokens,
        temperature: 0,
        signal,
        stopOnAbortSignal: false,
      });
      const asked = [question.system, ...question.turns.map((turn) => turn.text)].join('\n');
      effort.spend(question, text, model.tokenize(asked).length, model.tokenize(text).length);
      const found = readJson(text);
      if (found === null)
        return { kind: 'fault', code: 'no_json', message: 'the model answered no JSON', ...effort.soFar() };
      return { kind: 'answer', ...found, text, ...effort.soFar() };
    } finally {
      await context.dispose();
    }
  }

  function faultOf(error: unknown): Pick<ModelFault, 'code' | 'message'> {
    if (error instanceof NotInstalled) return { code: 'not_installed', message: error.message };
    return { code: 'refused', message: `the model ${name} failed: ${messageOf(error)}` };
  }

  async function askWithin(
    question: ModelQuestion,
    effort: EffortCount,
    signal: AbortSignal,
  ): Promise<ModelReply> {
    const late = AbortSignal.timeout(question.withinMs);
    const either = AbortSignal.any([signal, late]);
    try {
      const leave = await slots.take(either);
      try {
        return await answer(question, effort, either);
      } finally {
        leave();
      }
    } catch (error) {
      signal.throwIfAborted();
      const fault = late.aborted
        ? ({
            code: 'timeout',
            message: `the model gave no answer within ${question.withinMs / 1000} s`,
          } as const)
        : faultOf(error);
      return { kind: 'fault', ...fault, ...effort.soFar() };
    }
  }

  return {
    async ask(question, signal) {
      signal.throwIfAborted();
      const reply = await askWithin(question, countEffort(name, 'grammar'), signal);
      last = reply.kind === 'answer' ? { kind: 'answer' } : { kind: 'fault', message: reply.message };
      return reply;
    },
    state: () => ({ name: `${name} in this process`, last }),
    async close() {
      const open = await engine?.catch(() => null);
      await open?.llama.dispose();
      engine = null;
    },
  };
}
