/**
 * The sessions that are recorded. Each says who talks to whom, how the desk is set up, what habits the
 * agent host has, and what happens. `s` is the running session: `s.agent`, `s.order` (the desk),
 * `s.installs(n)`, `s.seen(method, n)`, `s.app(kind)`.
 */

const HTTP = (desk = {}) => ({ transport: 'streamable-http', desk: { serve: 'http', ...desk } });
const STDIO = (desk = {}) => ({ transport: 'stdio', desk: { serve: 'stdio', ...desk } });
const LIST_CHANGED = 'notifications/tools/list_changed';
const pause = (ms) => new Promise((go) => setTimeout(go, ms));

/** Connect, have the change channel open, list to the last page, install. */
async function settle_in(s) {
  await s.connect();
  if (s.waits_for_stream) await s.agent.stream_open();
  await s.agent.refresh();
}

async function right_refresh(s) {
  await settle_in(s);
  await s.order({
    add: ['extend_loan'],
    remove: ['reserve_item'],
    redefine: ['lend_item'],
    announce: true,
  });
  await s.installs(2);
}

const right = (client, where) => ({
  client,
  ...where,
  habits: { on_change: client === 'v1' ? 'list' : 'sdk' },
  run: right_refresh,
});

export const SCENARIOS = {
  'right-refresh-v1-stdio': right('v1', STDIO()),
  'right-refresh-v2-legacy-stdio': right('v2-legacy', STDIO()),
  'right-refresh-v2-modern-stdio': right('v2-modern', STDIO()),
  'right-refresh-v1-http': right('v1', HTTP()),
  'right-refresh-v2-legacy-http': right('v2-legacy', HTTP()),
  'right-refresh-v2-modern-http': right('v2-modern', HTTP({ http: 'modern' })),

  /** The stream drops, a change falls into the gap, and the host lists again once it is back. */
  'gap-covered-v2-legacy-http': {
    client: 'v2-legacy',
    ...HTTP(),
    habits: { on_change: 'sdk', list_after_gap: true, reconnect: reconnect_after(150) },
    async run(s) {
      await settle_in(s);
      await s.order({ cut_streams: true });
      await s.app('stream_lost');
      await s.order({ redefine: ['return_item'], announce: true });
      await s.installs(2);
    },
  },

  /** The last tool leaves the desk. */
  'empty-catalog-v2-modern-stdio': {
    client: 'v2-modern',
    ...STDIO(),
    habits: { on_change: 'sdk' },
    async run(s) {
      await settle_in(s);
      await s.order({ clear: true, announce: true });
      await s.installs(2);
    },
  },

  /** No subscription, but the list's own time to live still holds when it is used. */
  'ttl-holds-v2-modern-http': {
    client: 'v2-modern',
    ...HTTP({ http: 'modern', ttl_ms: 60_000, cache_scope: 'private' }),
    habits: {},
    async run(s) {
      await settle_in(s);
      await s.agent.use('find_item', { words: 'sander' });
    },
  },

  /** The same short time to live runs out, and the host still serves what it holds. */
  'ttl-expired-served-v2-modern-http': {
    client: 'v2-modern',
    ...HTTP({ http: 'modern', ttl_ms: 200, cache_scope: 'private' }),
    habits: {},
    async run(s) {
      await settle_in(s);
      await s.order({ redefine: ['lend_item'] });
      await pause(250);
      await s.agent.use('lend_item', { itemId: 'W-17', memberId: 'M-4' });
    },
  },

  /** A host that offers only some tools, and says so. */
  'filter-declared-v2-legacy-stdio': {
    client: 'v2-legacy',
    ...STDIO({ tools: ['find_item', 'lend_item', 'scrap_item'] }),
    habits: { on_change: 'sdk', keep: without_destructive },
    async run(s) {
      await s.connect();
      s.agent.declare_filter(['find_item', 'lend_item', 'extend_loan']);
      await s.agent.refresh();
      await s.order({ add: ['extend_loan'], announce: true });
      await s.installs(2);
    },
  },

  /** The same host, and it says nothing. */
  'filter-undeclared-v2-legacy-stdio': {
    client: 'v2-legacy',
    ...STDIO({ tools: ['find_item', 'lend_item', 'scrap_item'] }),
    habits: { on_change: 'sdk', keep: without_destructive },
    async run(s) {
      await settle_in(s);
      await s.order({ add: ['extend_loan'], announce: true });
      await s.installs(2);
    },
  },

  /** The SDK's own refresh of v1 reads page one and hands it over as the list. */
  'page-one-only-v1-stdio': {
    client: 'v1',
    ...STDIO(),
    habits: { on_change: 'sdk' },
    async run(s) {
      await settle_in(s);
      await s.order({ redefine: ['lend_item'], announce: true });
      await s.installs(2);
    },
  },

  /** The second page is refused after the change; the host swallows the error. */
  'page-error-v1-stdio': {
    client: 'v1',
    ...STDIO(),
    habits: { on_change: 'list' },
    async run(s) {
      await settle_in(s);
      await s.order({ forget_next_cursor: true, redefine: ['lend_item'], announce: true });
      await s.server_error();
    },
  },

  /** The announcement arrives and nobody listens to it. */
  'ignores-change-v2-legacy-stdio': {
    client: 'v2-legacy',
    ...STDIO(),
    habits: {},
    async run(s) {
      await settle_in(s);
      await s.order({ remove: ['list_overdue'], redefine: ['lend_item'], announce: true });
      await s.seen(LIST_CHANGED);
      await s.agent.use('lend_item', { itemId: 'W-17', memberId: 'M-4' });
    },
  },

  /** The refresh runs to its end, but definitions that the host knows by name stay as they were. */
  'keeps-old-schema-v2-modern-stdio': {
    client: 'v2-modern',
    ...STDIO(),
    habits: { on_change: 'sdk', keep: keep_known_names },
    async run(s) {
      await settle_in(s);
      await s.order({ redefine: ['lend_item'], announce: true });
      await s.installs(2);
    },
  },

  /** Two changes, two refreshes; the answer to the first comes last and wins. */
  'older-result-last-v2-legacy-stdio': {
    client: 'v2-legacy',
    ...STDIO({ page_size: 10 }),
    habits: { on_change: 'sdk' },
    async run(s) {
      await settle_in(s);
      await s.order({ hold_next: true, redefine: ['lend_item'], announce: true });
      await s.order({ await_held: true });
      await s.order({ redefine: ['return_item'], announce: true });
      await s.installs(2);
      await s.order({ release: true });
      await s.installs(3);
    },
  },

  /** The subscription's stream drops; the v2 client does not listen again and the host goes on. */
  'deaf-after-drop-v2-modern-http': {
    client: 'v2-modern',
    ...HTTP({ http: 'modern' }),
    habits: { on_change: 'sdk' },
    async run(s) {
      await settle_in(s);
      await s.order({ cut_streams: true });
      await s.app('stream_lost');
      await s.order({ redefine: ['lend_item'], announce: true });
      await s.agent.use('lend_item', { itemId: 'W-17', memberId: 'M-4' });
    },
  },

  /** The GET stream drops and the host has switched the SDK's reconnection off. */
  'deaf-after-drop-v1-http': {
    client: 'v1',
    ...HTTP(),
    habits: { on_change: 'list', reconnect: { ...reconnect_after(50), maxRetries: 0 } },
    async run(s) {
      await settle_in(s);
      await s.order({ cut_streams: true });
      await s.app('stream_lost');
      await s.order({ redefine: ['lend_item'], announce: true });
      await s.agent.use('lend_item', { itemId: 'W-17', memberId: 'M-4' });
    },
  },

  /** The SDK opens the stream again by itself; what was announced meanwhile nobody asks for. */
  'gap-not-covered-v1-http': {
    client: 'v1',
    ...HTTP(),
    habits: { on_change: 'list', reconnect: reconnect_after(150) },
    async run(s) {
      await settle_in(s);
      await s.order({ cut_streams: true });
      await s.app('stream_lost');
      await s.order({ redefine: ['lend_item'], announce: true });
      await s.agent.stream_open(2);
    },
  },

  /** The host lists before its stream is open; a change between the two reaches nobody. */
  'listed-before-stream-v1-http': {
    client: 'v1',
    ...HTTP(),
    habits: { on_change: 'list', hold_stream: 'until released' },
    async run(s) {
      await s.connect();
      await s.agent.refresh();
      await s.order({ redefine: ['lend_item'], announce: true });
      s.release_stream();
      await s.agent.stream_open();
    },
  },

  /** A server that keeps no sessions refuses the GET stream: no change can be announced. */
  'no-change-channel-v2-legacy-http': {
    client: 'v2-legacy',
    ...HTTP({ http: 'stateless' }),
    habits: { on_change: 'sdk' },
    async run(s) {
      await s.connect();
      await s.get_refused();
      await s.agent.refresh();
      await s.order({ redefine: ['lend_item'], announce: true });
      await s.agent.use('lend_item', { itemId: 'W-17', memberId: 'M-4' });
    },
  },

  /** The server forgets the session; the host sees the 404 and goes on with its dead id. */
  'session-lost-v1-http': {
    client: 'v1',
    ...HTTP(),
    habits: { on_change: 'list' },
    async run(s) {
      await settle_in(s);
      await s.order({ forget_sessions: true, redefine: ['lend_item'] });
      await s.agent.use('lend_item', { itemId: 'W-17', memberId: 'M-4' });
    },
  },

  /** The server process dies and its tools stay on offer. */
  'dead-process-v2-legacy-stdio': {
    client: 'v2-legacy',
    ...STDIO(),
    habits: { on_change: 'sdk' },
    async run(s) {
      await settle_in(s);
      await s.order({ die: true });
      await s.app('process_exit');
      s.agent.look();
    },
  },
};

function reconnect_after(ms) {
  return {
    initialReconnectionDelay: ms,
    maxReconnectionDelay: ms,
    reconnectionDelayGrowFactor: 1,
    maxRetries: 5,
  };
}

function without_destructive(_, tools) {
  return tools.filter((tool) => tool.annotations?.destructiveHint !== true);
}

function keep_known_names(registry, tools) {
  const known = new Map(registry.map((tool) => [tool.name, tool]));
  return tools.map((tool) => known.get(tool.name) ?? tool);
}
