/**
 * The lending desk as an MCP server: one catalogue, one SDK `Server` for every connection (stdio,
 * sessions) or request (modern HTTP), and the commands that change it while it runs.
 */
import { ProtocolError, ProtocolErrorCode, Server } from '@modelcontextprotocol/server';
import { Catalog, UnknownCursor } from './catalog.mjs';

const INFO = { name: 'lending-desk', version: '3.1.0' };

export class Desk {
  #catalog;
  #options;
  #held = [];
  #hold_next = 0;
  #on_held = () => {};
  /** Set by whoever serves the desk: how a change is announced over its transport. */
  announce = async () => {};
  /** Set by whoever serves the desk: cuts the open event streams. */
  cut_streams = async () => {};
  /** Set by whoever serves sessions: forgets them all, as after a restart. */
  forget_sessions = async () => {};

  /**
   * @param options `page_size`, `list_changed` (declare the capability), `ttl_ms` and `cache_scope`
   *   (put on modern answers; without them the SDK's own defaults stand).
   */
  constructor(options = {}) {
    this.#options = { list_changed: true, ...options };
    this.#catalog = new Catalog(options);
  }

  /** A fresh SDK server over the one catalogue. */
  server() {
    const tools = this.#options.list_changed ? { listChanged: true } : {};
    const server = new Server(INFO, { capabilities: { tools } });
    server.setRequestHandler('tools/list', (request) => this.#list(request.params?.cursor));
    server.setRequestHandler('tools/call', (request) => this.#catalog.call(request.params.name));
    return server;
  }

  /** One command of the recorder. Resolves when it has taken effect. */
  async command(order) {
    if (order.hold_next) this.#hold_next += 1;
    if (order.forget_next_cursor) this.#catalog.forget_next_cursor();
    if (order.clear) this.#catalog.clear();
    if (order.add || order.remove || order.redefine) this.#catalog.change(order);
    if (order.await_held && this.#held.length === 0)
      await new Promise((go) => (this.#on_held = go));
    if (order.release) this.#held.splice(0).forEach((go) => go());
    if (order.announce) await this.announce();
    if (order.cut_streams) await this.cut_streams();
    if (order.forget_sessions) await this.forget_sessions();
    if (order.die) process.exit(70);
  }

  async #list(cursor) {
    const page = this.#page(cursor);
    if (this.#hold_next > 0) {
      this.#hold_next -= 1;
      await new Promise((go) => {
        this.#held.push(go);
        this.#on_held();
      });
    }
    const { ttl_ms, cache_scope } = this.#options;
    if (ttl_ms !== undefined) page.ttlMs = ttl_ms;
    if (cache_scope !== undefined) page.cacheScope = cache_scope;
    return page;
  }

  #page(cursor) {
    try {
      return this.#catalog.page(cursor);
    } catch (error) {
      if (!(error instanceof UnknownCursor)) throw error;
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, error.message);
    }
  }
}
