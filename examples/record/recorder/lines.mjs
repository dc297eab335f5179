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

/** `{json}` where the bytes are one JSON text, `{b64}` with the bytes as they stood elsewhere. */
export function message_or_bytes(bytes) {
  try {
    return { json: JSON.parse(strict_utf8.decode(bytes)) };
  } catch {
    return { b64: Buffer.from(bytes).toString('base64') };
  }
}
