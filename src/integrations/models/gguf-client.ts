import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { basename } from 'node:path';
import type { JsonSchema } from '../../domain/pages/extraction.ts';
import type {
  ModelClient,
  ModelError,
  ModelRequest,
  ModelResponse,
  ModelState,
} from '../../domain/resources/model.ts';
import { errorMessage } from '../../domain/system/failure.ts';
import { createSemaphore } from '../../domain/system/semaphore.ts';
import { systemTextOf } from './chat-exchange.ts';
import { createEffortCounter, type EffortCounter, estimateInputTokens } from './effort-counter.ts';
import { readJson } from './read-json.ts';
import type { TokenBudget } from './token-budget.ts';
import { createWireSchema } from './wire-schema.ts';

/** Part of the API of `node-llama-cpp` 3 in use; the operator installs the package. */
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
/** Maximum tokens of question and answer together; the memory of a context grows with it. */
const contextTokens = 8_192;

class ModelNotInstalledError extends Error {}

async function loadPackage(): Promise<LlamaPackage> {
  try {
    return (await import(packageName)) as LlamaPackage;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const isAbsent = code === 'ERR_MODULE_NOT_FOUND';
    const reason = isAbsent ? 'is not installed' : `cannot be loaded (${errorMessage(error)})`;
    throw new ModelNotInstalledError(
      `WEBDATA_MODEL_FILE needs the package ${packageName}, which ${reason}. See docs/models.md.`,
      { cause: error },
    );
  }
}

/** First bytes of a GGUF file. */
const ggufMagic = 'GGUF';

/** Returns what is wrong with a model file, or null. */
export function findModelFileError(file: string): string | null {
  const advice = 'Set WEBDATA_MODEL_FILE to the path of a GGUF file.';
  let descriptor: number;
  try {
    descriptor = openSync(file, 'r');
  } catch (error) {
    const isAbsent = (error as NodeJS.ErrnoException).code === 'ENOENT';
    const reason = isAbsent ? 'does not exist' : `cannot be read (${errorMessage(error)})`;
    return `The model file ${file} ${reason}. ${advice}`;
  }
  try {
    if (!fstatSync(descriptor).isFile()) return `The model file ${file} is not a file. ${advice}`;
    const start = Buffer.alloc(ggufMagic.length);
    readSync(descriptor, start, 0, start.length, 0);
    return start.toString('latin1') === ggufMagic ? null : `The file ${file} is not a GGUF model. ${advice}`;
  } finally {
    closeSync(descriptor);
  }
}

async function startEngine(file: string): Promise<Engine> {
  const fileError = findModelFileError(file);
  if (fileError !== null) throw new ModelNotInstalledError(fileError);
  const { getLlama, LlamaChatSession } = await loadPackage();
  // Never compile: starting the service must not build programs.
  const llama = await getLlama({ logLevel: 'error', build: 'never' });
  try {
    const model = await llama.loadModel({ modelPath: file });
    return { llama, model, newSession: LlamaChatSession };
  } catch (error) {
    await llama.dispose();
    throw new ModelNotInstalledError(`The model file ${file} cannot be loaded: ${errorMessage(error)}`, {
      cause: error,
    });
  }
}

/**
 * Creates a client of a GGUF model in this process. The model is loaded with the first question and answers one
 * question at a time.
 */
export function createGgufClient(file: string, budget: TokenBudget): ModelClient {
  const slots = createSemaphore(1);
  const name = basename(file);
  let engine: Promise<Engine> | null = null;
  const fileError = findModelFileError(file);
  let last: ModelState['last'] =
    fileError === null ? null : { kind: 'fault', message: fileError, at: new Date() };

  function getEngine(): Promise<Engine> {
    engine ??= startEngine(file).catch((error: unknown) => {
      engine = null;
      throw error;
    });
    return engine;
  }

  async function generateAnswer(
    question: ModelRequest,
    effort: EffortCounter,
    signal: AbortSignal,
  ): Promise<ModelResponse> {
    const { llama, model, newSession } = await getEngine();
    signal.throwIfAborted();
    const context = await model.createContext({ contextSize: { max: contextTokens }, sequences: 1 });
    try {
      const system = systemTextOf(question);
      const session = new newSession({
        contextSequence: context.getSequence(),
        systemPrompt: system,
      });
      const earlier = question.messages.slice(0, -1);
      session.setChatHistory([
        { type: 'system', text: system },
        ...earlier.map(({ role, text }) =>
          role === 'user' ? { type: 'user', text } : { type: 'model', response: [text] },
        ),
      ]);
      effort.addCall('grammar');
      const grammar = await llama.createGrammarForJsonSchema(createWireSchema(question.schema));
      const text = await session.prompt(question.messages.at(-1)?.text ?? '', {
        grammar,
        maxTokens: question.maxTokens,
        temperature: 0,
        signal,
        stopOnAbortSignal: false,
      });
      const prompt = [system, ...question.messages.map((turn) => turn.text)].join('\n');
      const inputTokens = model.tokenize(prompt).length;
      const outputTokens = model.tokenize(text).length;
      effort.addTokens(question, { text, inputTokens, outputTokens, cachedTokens: 0 });
      const parsed = readJson(text);
      if (parsed === null)
        return {
          kind: 'fault',
          code: 'no_json',
          message: 'The answer of the model contains no JSON. Try again, or use a larger model.',
          ...effort.total(),
        };
      return { kind: 'answer', ...parsed, text, ...effort.total() };
    } finally {
      await context.dispose();
    }
  }

  async function generateWithinBudget(
    question: ModelRequest,
    effort: EffortCounter,
    signal: AbortSignal,
  ): Promise<ModelResponse> {
    const maxTokens = estimateInputTokens(question) + question.maxTokens;
    const reservation = await budget.reserve(question.accountId, maxTokens);
    if (reservation.kind === 'denied')
      return { kind: 'fault', code: 'token_limit', message: reservation.message, ...effort.total() };
    try {
      return await generateAnswer(question, effort, signal);
    } finally {
      const { input, output } = effort.total().tokens;
      await reservation.settle(input + output);
    }
  }

  function createModelError(error: unknown): Pick<ModelError, 'code' | 'message'> {
    if (error instanceof ModelNotInstalledError) return { code: 'not_installed', message: error.message };
    return { code: 'refused', message: `The model ${name} failed: ${errorMessage(error)}` };
  }

  async function askBeforeTimeout(
    question: ModelRequest,
    effort: EffortCounter,
    signal: AbortSignal,
  ): Promise<ModelResponse> {
    const timeout = AbortSignal.timeout(Math.floor(question.timeoutMs));
    const anySignal = AbortSignal.any([signal, timeout]);
    try {
      const release = await slots.acquire(anySignal);
      try {
        return await generateWithinBudget(question, effort, anySignal);
      } finally {
        release();
      }
    } catch (error) {
      signal.throwIfAborted();
      const modelError = timeout.aborted
        ? ({
            code: 'timeout',
            message: `The model did not answer within ${question.timeoutMs / 1000} s. Try again, or use a smaller model.`,
          } as const)
        : createModelError(error);
      return { kind: 'fault', ...modelError, ...effort.total() };
    }
  }

  return {
    async generate(question, signal) {
      signal.throwIfAborted();
      const reply = await askBeforeTimeout(question, createEffortCounter(name, 'grammar'), signal);
      if (reply.kind === 'fault' && reply.code === 'token_limit') return reply;
      const at = new Date();
      last = reply.kind === 'answer' ? { kind: 'answer', at } : { kind: 'fault', message: reply.message, at };
      return reply;
    },
    state: () => ({ name: `${name} in this process`, last }),
    async close() {
      // An engine that failed to start holds no resources.
      const openEngine = await engine?.catch(() => null);
      await openEngine?.llama.dispose();
      engine = null;
    },
  };
}
