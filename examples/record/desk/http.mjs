/**
 * The desk over Streamable HTTP on a free loopback port, in one of three ways that the SDK knows:
 * `modern` (2026-07-28 only), `sessions` (2025-11-25 with session ids and a GET stream) and
 * `stateless` (2025-11-25 without them: GET is answered 405).
 */
import { createServer } from 'node:http';
import { Readable } from 'node:stream';
import {
  WebStandardStreamableHTTPServerTransport,
  createMcpHandler,
} from '@modelcontextprotocol/server';

function modern(desk) {
  const handler = createMcpHandler(() => desk.server(), { legacy: 'reject', keepAliveMs: 0 });
  desk.announce = async () => handler.notify.toolsChanged();
  return handler.fetch;
}

function stateless(desk) {
  const handler = createMcpHandler(() => desk.server(), { keepAliveMs: 0 });
  return handler.fetch;
}

function sessions(desk) {
  const open = new Map();
  desk.announce = async () => {
    for (const { server } of open.values()) await server.sendToolListChanged();
  };
  desk.forget_sessions = async () => open.clear();
  let count = 0;
  return async (request, extra) => {
    const id = request.headers.get('mcp-session-id');
    if (open.has(id)) return open.get(id).transport.handleRequest(request, extra);
    if (id !== null) return session_not_found();
    const server = desk.server();
    const transport = new WebStandardStreamableHTTPServerTransport({
      // A counted id keeps recordings comparable; a public server draws it from a random source.
      sessionIdGenerator: () => `desk-session-${(count += 1)}`,
      onsessioninitialized: (id) => void open.set(id, { server, transport }),
      keepAliveMs: 0,
    });
    await server.connect(transport);
    return transport.handleRequest(request, extra);
  };
}

function session_not_found() {
  const error = { code: -32001, message: 'Session not found' };
  return Response.json({ jsonrpc: '2.0', id: null, error }, { status: 404 });
}

/** Node's request as the web standard's, and the web standard's response back, streams unbuffered. */
async function serve(fetch, incoming, outgoing) {
  const gone = new AbortController();
  outgoing.on('close', () => gone.abort());
  const init = { method: incoming.method, headers: incoming.headers, signal: gone.signal };
  if (incoming.method === 'POST')
    Object.assign(init, { body: Readable.toWeb(incoming), duplex: 'half' });
  const answer = await fetch(new Request(`http://${incoming.headers.host}${incoming.url}`, init));
  outgoing.writeHead(answer.status, Object.fromEntries(answer.headers)).flushHeaders();
  if (!answer.body) return outgoing.end();
  const body = Readable.fromWeb(answer.body);
  body.on('error', () => outgoing.destroy());
  outgoing.on('close', () => body.destroy());
  return body.pipe(outgoing);
}

const WAYS = { modern, sessions, stateless };

export async function serve_http(desk, options) {
  const fetch = WAYS[options.http ?? 'sessions'](desk);
  const streams = new Set();
  const http = createServer((request, response) => {
    response.on('close', () => streams.delete(response));
    streams.add(response);
    serve(fetch, request, response).catch(() => response.destroy());
  });
  desk.cut_streams = async () => streams.forEach((response) => response.socket?.destroy());
  await new Promise((ready) => http.listen(0, '127.0.0.1', ready));
  return http.address().port;
}
