/**
 * Runs the lending desk: `node desk/main.mjs '{"serve":"stdio", …}'`, options as in `Desk` and
 * `serve_http`. Commands come over the socket that LENDING_DESK_CONTROL names, one JSON a line, each
 * answered by one line when it is done; without the variable the desk just serves.
 */
import '../node18.mjs';
import { createInterface } from 'node:readline';
import { connect } from 'node:net';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { Desk } from './desk.mjs';
import { serve_http } from './http.mjs';

function serve_stdio(desk) {
  let newest;
  serveStdio(() => (newest = desk.server()));
  desk.announce = () => newest.sendToolListChanged();
}

function obey(desk, path, greeting) {
  const socket = connect(path);
  // The desk lives as long as its transport; the control line alone keeps nothing open.
  if (greeting.port === undefined) socket.unref();
  socket.write(`${JSON.stringify({ role: 'desk', ...greeting })}\n`);
  createInterface({ input: socket }).on('line', async (line) => {
    const { number, ...order } = JSON.parse(line);
    await desk.command(order);
    socket.write(`${JSON.stringify({ done: number })}\n`);
  });
  socket.on('close', () => process.exit(0));
}

const options = JSON.parse(process.argv[2] ?? '{}');
const desk = new Desk(options);
const greeting = {};
if (options.serve === 'http') greeting.port = await serve_http(desk, options);
else serve_stdio(desk);
const control = process.env.LENDING_DESK_CONTROL;
if (control) obey(desk, control, greeting);
else if (greeting.port) process.stderr.write(`http://127.0.0.1:${greeting.port}/mcp\n`);
