/** Reads an event stream (text/event-stream) and cuts it into its events. */
import { Lines } from './lines.mjs';

export class SseEvents {
  #lines = new Lines();
  #raw = [];
  #data = [];

  /**
   * The events that `chunk` completes: `data`, and `raw` as it stood on the wire. Events without data
   * (keep-alives) are none. Lines end with a line feed here; the SDK servers send no lone CR.
   */
  feed(chunk) {
    const events = [];
    for (const line of this.#lines.feed(chunk)) {
      this.#raw.push(line);
      const text = line.toString('latin1').replace(/\r?\n$/, '');
      if (text.startsWith('data:')) this.#data.push(text.slice(5).replace(/^ /, ''));
      if (text === '') events.push(...this.#finish());
    }
    return events;
  }

  #finish() {
    const data = Buffer.from(this.#data.join('\n'), 'latin1');
    const raw = Buffer.concat(this.#raw);
    this.#data = [];
    this.#raw = [];
    return data.length > 0 ? [{ data, raw }] : [];
  }
}
