/**
 * An agent host around a real SDK client. It holds the registry that its agent sees and reports each
 * install to the journal; the habits, good and bad, are those that a scenario gives it.
 */
import { CLIENTS } from './clients.mjs';

export class Agent {
  #journal;
  #client;
  #refreshes = Promise.resolve();
  #streams_opened = 0;
  #stream_waiters = [];
  registry = [];

  /**
   * @param habits `on_change`: `'list'` (walk again and install), `'sdk'` (let the SDK refresh and
   *   install what it hands over), or nothing; `keep(registry, tools)`: what to install of a result;
   *   `reconnect`: the SDK's reconnection options; `hold_stream`: a promise that the GET waits for;
   *   `list_after_gap`: list again when the stream is open again.
   */
  constructor(journal, client, habits = {}) {
    this.#journal = journal;
    this.habits = { keep: (_, tools) => tools, ...habits };
    const options = {};
    if (this.habits.on_change === 'list') options.on_signal = () => void this.refresh();
    if (this.habits.on_change === 'sdk')
      options.sdk_refresh = (error, tools) => error || this.install(tools);
    this.#client = CLIENTS[client](options);
    this.era = this.#client.era;
  }

  async connect(where) {
    const http = {
      fetch: (url, init) => this.#fetch(url, init),
      reconnectionOptions: this.habits.reconnect,
    };
    await this.#client.connect({ ...where, http });
  }

  /** The answer to the newest GET has come: from now on a legacy server can announce changes. */
  async stream_open(count = 1) {
    if (this.#streams_opened < count)
      await new Promise((go) => this.#stream_waiters.push({ count, go }));
  }

  install(tools) {
    this.registry = this.habits.keep(this.registry, tools);
    this.#journal.app('installed', { tools: this.registry });
  }

  /** Lists to the last page and installs. One refresh at a time, in order; an error keeps what is held. */
  refresh() {
    const once = async () => {
      try {
        this.install(await this.#client.list());
      } catch {
        // The old registry stays in use: keeping it is right, saying nothing about it is not.
      }
    };
    return (this.#refreshes = this.#refreshes.then(once));
  }

  /** The agent picks a tool from the registry as it stands and calls it. */
  async use(name, args) {
    this.#journal.app('access');
    await this.#client.call(name, args).catch(() => {});
  }

  /** The agent looks at its registry and calls nothing. */
  look() {
    this.#journal.app('access');
  }

  declare_filter(include) {
    this.#journal.app('filter_declared', { include });
  }

  close() {
    return this.#client.close();
  }

  async #fetch(url, init) {
    if (init?.method !== 'GET') return fetch(url, init);
    await this.habits.hold_stream;
    const answer = await fetch(url, init);
    if (answer.ok) this.#note_stream();
    return answer;
  }

  #note_stream() {
    this.#streams_opened += 1;
    const opened = this.#streams_opened;
    this.#stream_waiters = this.#stream_waiters.filter(
      ({ count, go }) => count > opened || void go(),
    );
    if (opened > 1 && this.habits.list_after_gap) void this.refresh();
  }
}
