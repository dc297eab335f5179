/** Splits a byte stream into lines without touching a byte of them. */
export class Lines {
  #rest = Buffer.alloc(0);

  /** The lines that `chunk` completes, each with its line feed. */
  feed(chunk) {
    const bytes = Buffer.concat([this.#rest, chunk]);
    const lines = [];
    let start = 0;
    for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, start)) {
      lines.push(bytes.subarray(start, at + 1));
      start = at + 1;
    }
    this.#rest = bytes.subarray(start);
    return lines;
  }

  /** What came after the last line feed. */
  rest() {
    return this.#rest;
  }
}

const strict_utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * `{json}` where the bytes are one JSON text that loses nothing by being parsed and written again (no
 * number in another spelling, no member twice); elsewhere `{b64}` with `raw`, the bytes as they stood.
 */
export function message_or_bytes(bytes, raw = bytes) {
  try {
    const text = strict_utf8.decode(bytes).trim();
    const json = JSON.parse(text);
    if (JSON.stringify(json) === text) return { json };
  } catch {
    // Not UTF-8 or not JSON: the bytes say it best.
  }
  return { b64: Buffer.from(raw).toString('base64') };
}
