/**
 * A reverse proxy on a free loopback port that stands between a client and the desk's Streamable
 * HTTP endpoint. It notes envelopes and messages in the journal before it passes them on.
 */
import { createServer, request as http_request } from 'node:http';
import { SseEvents } from './sse.mjs';
import { message_or_bytes } from './lines.mjs';

/** The only headers that reach a recording; everything else, credentials above all, stays out. */
const RECORDED = [
  'accept',
  'allow',
  'content-type',
  'last-event-id',
  'mcp-method',
  'mcp-name',
  'mcp-protocol-version',
  'mcp-session-id',
  'retry-after',
];

function recorded_headers(headers) {
  return Object.fromEntries(
    RECORDED.filter((name) => headers[name]).map((name) => [name, headers[name]]),
  );
}

async function body_of(stream) {
  const chunks = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks);
}

function note_request(journal, request, body) {
  const headers = recorded_headers(request.headers);
  if (request.method === 'POST') {
    const message = message_or_bytes(body);
    journal.note({ from: 'client', via: 'post', ...message, headers });
    return message.json;
  }
  const via = request.method === 'GET' ? 'get' : 'post';
  journal.note({ from: 'client', via, http: { method: request.method, headers } });
  return undefined;
}

/** `get` for the GET stream; `post#N` for the answer to request N; `post` where there is no N. */
function answer_via(request, message) {
  if (request.method === 'GET') return 'get';
  return message?.id === undefined || message.method === undefined ? 'post' : `post#${message.id}`;
}

async function note_whole_answer(journal, via, answer) {
  const http = { status: answer.statusCode, headers: recorded_headers(answer.headers) };
  const body = await body_of(answer);
  const message = message_or_bytes(body);
  const ok = answer.statusCode >= 200 && answer.statusCode < 300;
  if (body.length > 0 && !(ok && message.json)) {
    if (message.json) http.body = message.json;
    else http.body_text = body.toString('utf8');
  }
  journal.note({ from: 'server', via, http });
  if (ok && message.json) journal.note({ from: 'server', via, json: message.json });
  return body;
}

/** A stream that ends although nobody asked for it is lost; an answered request just ends. */
function pass_stream(journal, via, answer, response, is_channel) {
  const events = new SseEvents();
  let ended = false;
  const end = (by) => {
    if (ended) return;
    ended = true;
    if (is_channel) journal.app('stream_lost', { via, by });
    answer.destroy();
    response.destroy();
  };
  answer.on('data', (chunk) => {
    for (const { data, raw } of events.feed(chunk))
      journal.note({ from: 'server', via, ...message_or_bytes(data, raw) });
    response.write(chunk);
  });
  answer.on('end', () => {
    if (is_channel) return end('server');
    ended = true;
    response.end();
  });
  answer.on('aborted', () => end('server'));
  answer.on('error', () => end('server'));
  response.on('close', () => end('client'));
}

async function exchange(journal, port, request, response) {
  const body = await body_of(request);
  const message = note_request(journal, request, body);
  const via = answer_via(request, message);
  const upstream = http_request(
    {
      host: '127.0.0.1',
      port,
      path: request.url,
      method: request.method,
      headers: request.headers,
    },
    async (answer) => {
      const is_stream = /^text\/event-stream/i.test(answer.headers['content-type'] ?? '');
      if (is_stream) {
        const headers = recorded_headers(answer.headers);
        journal.note({ from: 'server', via, http: { status: answer.statusCode, headers } });
        response.writeHead(answer.statusCode, answer.headers).flushHeaders();
        const is_channel = request.method === 'GET' || message?.method === 'subscriptions/listen';
        pass_stream(journal, via, answer, response, is_channel);
        return;
      }
      const whole = await note_whole_answer(journal, via, answer);
      response.writeHead(answer.statusCode, answer.headers).end(whole);
    },
  );
  upstream.on('error', () => response.destroy());
  upstream.end(body);
}

/** Starts the proxy; gives the URL for the client and a function that stops it. */
export async function open_proxy(journal, port) {
  const proxy = createServer((request, response) => {
    exchange(journal, port, request, response).catch(() => response.destroy());
  });
  await new Promise((ready) => proxy.listen(0, '127.0.0.1', ready));
  const close = () => {
    proxy.close();
    proxy.closeAllConnections?.();
  };
  return { url: `http://127.0.0.1:${proxy.address().port}/mcp`, close };
}
