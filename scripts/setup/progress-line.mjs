// The line of the set-up that states what is being done.
import { performance } from 'node:perf_hooks';

const refreshMs = 1_000;

/** Writes messages of one process to standard error. A terminal shows what is being done in one line, with the time it took. */
export class ProgressLine {
  #started = performance.now();
  #doing = null;
  #timer = null;

  /** True if something was started. */
  get isStarted() {
    return this.#doing !== null;
  }

  /** States what is being done from now on. */
  start(doing) {
    this.#doing = doing;
    if (process.stderr.isTTY) {
      this.#timer ??= setInterval(() => this.#draw(), refreshMs).unref();
      this.#draw();
    } else process.stderr.write(`webdata: ${doing}\n`);
  }

  /** Writes a message that remains. */
  say(message) {
    this.#clear();
    process.stderr.write(`webdata: ${message}\n`);
    if (this.#timer !== null) this.#draw();
  }

  /** Ends the line; `isDone` is true if everything was done. Writes nothing if nothing was started. */
  end(isDone) {
    clearInterval(this.#timer);
    this.#clear();
    this.#timer = null;
    if (isDone && this.isStarted) process.stderr.write(`webdata: installed in ${this.#seconds()} s\n`);
  }

  #seconds() {
    return Math.round((performance.now() - this.#started) / 1_000);
  }

  #clear() {
    if (process.stderr.isTTY && this.#timer !== null) process.stderr.write('\r\x1b[K');
  }

  #draw() {
    const time = ` … ${this.#seconds()} s`;
    // A line that wraps could not be written over.
    const width = (process.stderr.columns ?? 80) - time.length - 1;
    process.stderr.write(`\r\x1b[K${`webdata: ${this.#doing}`.slice(0, width)}${time}`);
  }
}
