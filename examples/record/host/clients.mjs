/**
 * The real SDK clients behind one small face: `connect`, `list` (all pages), `first_page`, `call`,
 * `close`. What the SDK does by itself on `list_changed` is asked for with `sdk_refresh`.
 */
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as StdioV1 } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport as HttpV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { ToolListChangedNotificationSchema } from '@modelcontextprotocol/sdk/types.js';
import {
  Client as ClientV2,
  StreamableHTTPClientTransport as HttpV2,
} from '@modelcontextprotocol/client';
import { StdioClientTransport as StdioV2 } from '@modelcontextprotocol/client/stdio';

export const CLIENT_INFO = { name: 'workshop-agent', version: '1.4.0' };

/** A subclass keeps the v2 client from probing on a second process: one process, one recording. */
class OneProcessStdioV2 extends StdioV2 {}

/**
 * The options every client takes: `sdk_refresh(error, tools)` hands the refresh to the SDK;
 * `on_signal()` only says that a signal came; without either the client pays no heed to it.
 */
function list_changed_options({ sdk_refresh }) {
  if (!sdk_refresh) return {};
  return { listChanged: { tools: { onChanged: sdk_refresh, debounceMs: 0 } } };
}

export class V1 {
  era = 'legacy';
  #client;

  constructor(options) {
    this.#client = new ClientV1(CLIENT_INFO, list_changed_options(options));
    if (options.on_signal)
      this.#client.setNotificationHandler(ToolListChangedNotificationSchema, options.on_signal);
  }

  connect({ url, http, stdio }) {
    return this.#client.connect(url ? new HttpV1(new URL(url), http) : new StdioV1(stdio));
  }

  /** v1 gives one page a call; following the cursors is the caller's work. */
  async list() {
    const tools = [];
    let cursor;
    do {
      const page = await this.#client.listTools(cursor === undefined ? undefined : { cursor });
      tools.push(...page.tools);
      cursor = page.nextCursor;
    } while (cursor !== undefined);
    return tools;
  }

  call(name, args) {
    return this.#client.callTool({ name, arguments: args });
  }

  close() {
    return this.#client.close();
  }
}

export class V2 {
  #client;

  constructor(era, options) {
    this.era = era;
    const negotiation =
      era === 'modern' ? { versionNegotiation: { mode: { pin: '2026-07-28' } } } : {};
    this.#client = new ClientV2(CLIENT_INFO, { ...negotiation, ...list_changed_options(options) });
    if (options.on_signal)
      this.#client.setNotificationHandler('notifications/tools/list_changed', options.on_signal);
  }

  connect({ url, http, stdio }) {
    return this.#client.connect(
      url ? new HttpV2(new URL(url), http) : new OneProcessStdioV2(stdio),
    );
  }

  /** v2 walks to the last page by itself and serves its cache while a TTL holds. */
  async list() {
    return (await this.#client.listTools()).tools;
  }

  call(name, args) {
    return this.#client.callTool({ name, arguments: args });
  }

  close() {
    return this.#client.close();
  }
}

export const CLIENTS = {
  v1: (options) => new V1(options),
  'v2-legacy': (options) => new V2('legacy', options),
  'v2-modern': (options) => new V2('modern', options),
};
