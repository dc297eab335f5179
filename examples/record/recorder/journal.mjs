/**
 * The journal of one session: everything that the observers between the peers saw and the client
 * host reported, in the order of the machine's monotonic clock, which its processes share.
 */
import { createServer } from 'node:net';
import { createInterface } from 'node:readline';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const monotonic_ns = () => process.hrtime.bigint();

export class Journal {
  #events = [];
  #waiting = [];
  #started_ns = monotonic_ns();
  #started_at = new Date();
  #folder = mkdtempSync(join(tmpdir(), 'lockstep-record-'));
  #sockets = createServer((socket) => this.#meet(socket));
  #desk;
  #orders = new Map();
  #tees_open = 0;

  /** Where the wrapper of a stdio server and the desk itself call in. */
  path = join(this.#folder, 'journal.sock');

  async open() {
    await new Promise((ready) => this.#sockets.listen(this.path, ready));
  }

  /** Notes an event as of now, or as of `at_ns` when its observer stands in another process. */
  note(event, at_ns = monotonic_ns()) {
    this.#events.push({ at_ns, event });
    this.#wake();
  }

  app(kind, members = {}) {
    this.note({ app: kind, ...members });
  }

  /** Resolves when `count` events of which `matches` holds have been noted. */
  until(what, matches, count = 1) {
    return this.#when(
      what,
      () => this.#events.filter(({ event }) => matches(event)).length >= count,
    );
  }

  /** The desk has called in; gives its greeting. */
  async desk() {
    await this.#when('the desk to call in', () => this.#desk);
    return this.#desk.greeting;
  }

  /** Gives the desk an order and resolves when it is carried out. */
  async order(order) {
    await this.desk();
    const number = this.#orders.size + 1;
    const done = new Promise((resolve) => this.#orders.set(number, resolve));
    this.#desk.socket.write(`${JSON.stringify({ number, ...order })}\n`);
    await done;
  }

  dismiss_desk() {
    this.#desk?.socket.destroy();
  }

  /** Writes what was noted before `end_ns`; the wrappers must have ended, so that nothing is late. */
  async write(file, header, end_ns) {
    await this.#when('the wrappers to end', () => this.#tees_open === 0);
    const lines = this.#events
      .map((entry, order) => ({ ...entry, order }))
      .filter(({ at_ns }) => at_ns <= end_ns)
      .sort((a, b) => (a.at_ns === b.at_ns ? a.order - b.order : a.at_ns < b.at_ns ? -1 : 1))
      .map(({ at_ns, event }) => JSON.stringify({ t: this.#milliseconds(at_ns), ...event }));
    const head = JSON.stringify({
      lockstep: 'transcript/v1',
      ...header,
      startedAt: this.#started_at.toISOString(),
    });
    writeFileSync(file, [head, ...lines, ''].join('\n'));
    return lines.length;
  }

  close() {
    this.dismiss_desk();
    this.#sockets.close();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #milliseconds(at_ns) {
    return Number((at_ns - this.#started_ns) / 1000n) / 1000;
  }

  #meet(socket) {
    let role;
    socket.on('error', () => {});
    const lines = createInterface({ input: socket });
    lines.on('line', (line) => {
      const message = JSON.parse(line);
      if (message.role) role = this.#greet(socket, message);
      else if (role === 'desk') this.#finish(message.done);
      else this.note(message.event, BigInt(message.at_ns));
    });
    lines.on('close', () => {
      if (role === 'tee') this.#tees_open -= 1;
      if (role === 'desk') for (const number of this.#orders.keys()) this.#finish(number);
      this.#wake();
    });
  }

  #greet(socket, message) {
    if (message.role === 'desk') this.#desk = { socket, greeting: message };
    else this.#tees_open += 1;
    this.#wake();
    return message.role;
  }

  #finish(number) {
    this.#orders.get(number)?.();
  }

  #when(what, holds) {
    return new Promise((resolve, reject) => {
      const late = setTimeout(() => reject(new Error(`waited 10 s for ${what}`)), 10_000);
      this.#waiting.push(() => {
        if (!holds()) return false;
        clearTimeout(late);
        resolve();
        return true;
      });
      this.#wake();
    });
  }

  #wake() {
    this.#waiting = this.#waiting.filter((done) => !done());
  }
}
