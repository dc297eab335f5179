/**
 * Stands between a client and a stdio server: `node stdio_tee.mjs JOURNAL COMMAND ARG…`. Passes every
 * byte on as it came and tells the journal each line before the other side can see it.
 */
import { spawn } from 'node:child_process';
import { connect } from 'node:net';
import { Lines, message_or_bytes } from './lines.mjs';

const [path, command, ...args] = process.argv.slice(2);
const journal = connect(path);
journal.write(`${JSON.stringify({ role: 'tee' })}\n`);

function tell(event) {
  journal.write(`${JSON.stringify({ at_ns: String(process.hrtime.bigint()), event })}\n`);
}

let closed = false;

/** The client began the end: it closed the server's input or sent a signal. What follows is its own. */
function close() {
  if (!closed) tell({ app: 'close' });
  closed = true;
}

function tell_end(kind, members = {}) {
  if (!closed) tell({ app: kind, ...members });
}

function pass(from, input, output) {
  const lines = new Lines();
  input.on('data', (chunk) => {
    for (const line of lines.feed(chunk)) tell({ from, via: 'stdio', ...message_or_bytes(line) });
    output.write(chunk);
  });
  input.on('end', () => {
    if (lines.rest().length > 0) tell({ from, via: 'stdio', ...message_or_bytes(lines.rest()) });
    if (from === 'server') tell_end('stdout_eof');
    else close();
    output.end();
  });
}

function end_by(signal) {
  close();
  server.kill(signal);
}

const server = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] });
server.stdin.on('error', () => {});
process.stdout.on('error', () => {});
pass('client', process.stdin, server.stdin);
pass('server', server.stdout, process.stdout);
for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => end_by(signal));
server.on('close', (code, signal) => {
  tell_end('process_exit', signal ? { signal } : { code });
  journal.end(() => process.exit(code ?? 1));
});
