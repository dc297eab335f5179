/**
 * Records the scenarios anew: `node record.mjs [NAME…]` writes ../recordings/NAME.jsonl. Each runs
 * alone: desk, observer, agent host, in this order, on loopback and on free ports only.
 */
import './node18.mjs';
import { spawn } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { mkdirSync } from 'node:fs';
import { Journal, monotonic_ns } from './recorder/journal.mjs';
import { open_proxy } from './recorder/http_proxy.mjs';
import { Agent } from './host/agent.mjs';
import { CLIENT_INFO } from './host/clients.mjs';
import { SCENARIOS } from './scenarios.mjs';

const HERE = dirname(fileURLToPath(import.meta.url));
const DESK = join(HERE, 'desk', 'main.mjs');
const TEE = join(HERE, 'recorder', 'stdio_tee.mjs');
const RECORDINGS = join(HERE, '..', 'recordings');

/** How the client reaches the desk: through the wrapper process or through the proxy. */
async function place_observer(journal, scenario) {
  const desk_args = [DESK, JSON.stringify(scenario.desk)];
  const env = { ...process.env, LENDING_DESK_CONTROL: journal.path };
  if (scenario.transport === 'stdio') {
    const args = [TEE, journal.path, process.execPath, ...desk_args];
    return { where: { stdio: { command: process.execPath, args, env } }, close() {} };
  }
  const desk = spawn(process.execPath, desk_args, { env, stdio: ['ignore', 'inherit', 'inherit'] });
  const { port } = await journal.desk();
  const proxy = await open_proxy(journal, port);
  const gone = new Promise((resolve) => desk.on('exit', resolve));
  const close = async () => {
    proxy.close();
    journal.dismiss_desk();
    await gone;
  };
  return { where: { url: proxy.url }, close };
}

/** What a scenario's `run` can do and wait for. */
function session(journal, agent, scenario, where, release_stream) {
  const is_app = (kind) => (event) => event.app === kind;
  return {
    agent,
    release_stream,
    waits_for_stream: scenario.transport === 'streamable-http' && agent.era === 'legacy',
    connect: () => agent.connect(where),
    order: (order) => journal.order(order),
    app: (kind) => journal.until(kind, is_app(kind)),
    installs: (count) => journal.until(`install ${count}`, is_app('installed'), count),
    seen: (method, count = 1) =>
      journal.until(
        method,
        (event) => event.json?.method === method && !event.json.params?.cursor,
        count,
      ),
    server_error: () =>
      journal.until('an error answer', (event) => event.from === 'server' && event.json?.error),
    get_refused: () =>
      journal.until('a refused GET', (event) => event.via === 'get' && event.http?.status >= 400),
  };
}

async function record(name, scenario) {
  const journal = new Journal();
  await journal.open();
  const observer = await place_observer(journal, scenario);
  let release_stream = () => {};
  const habits = { ...scenario.habits };
  if (habits.hold_stream) habits.hold_stream = new Promise((go) => (release_stream = go));
  const agent = new Agent(journal, scenario.client, habits);
  await scenario.run(session(journal, agent, scenario, observer.where, release_stream));
  // What is still on its way inside this machine gets a moment to arrive before the judgement.
  await new Promise((go) => setTimeout(go, 50));
  journal.app('audit');
  const end_ns = monotonic_ns();
  await agent.close().catch(() => {});
  await observer.close();
  const header = {
    client: { id: `agent-${scenario.client}`, ...CLIENT_INFO },
    server: { id: 'lending-desk' },
    era: agent.era,
    transport: scenario.transport,
  };
  const events = await journal.write(join(RECORDINGS, `${name}.jsonl`), header, end_ns);
  journal.close();
  process.stdout.write(`${name}: ${events} events\n`);
}

const wanted = process.argv.slice(2);
const names = wanted.length > 0 ? wanted : Object.keys(SCENARIOS);
const unknown = names.filter((name) => !(name in SCENARIOS));
if (unknown.length > 0) {
  process.stderr.write(`no such scenario: ${unknown.join(', ')}\n`);
  process.exit(2);
}
mkdirSync(RECORDINGS, { recursive: true });
for (const name of names) await record(name, SCENARIOS[name]);
process.exit(0);
