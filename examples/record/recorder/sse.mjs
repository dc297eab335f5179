/** Reads an event stream (text/event-stream) and gives the data of each event as bytes. */
import { Lines } from './lines.mjs';

export class SseEvents {
  #lines = new Lines();
  #data = [];

  /** The data of the events that `chunk` completes; events without data (keep-alives) are none. */
  feed(chunk) {
    const events = [];
    for (const line of this.#lines.feed(chunk)) {
      const text = line.toString('latin1').replace(/\r?\n$/, '');
      if (text === '') {
        if (this.#data.some((part) => part !== '')) events.push(Buffer.from(this.#data.join('\n'), 'latin1'));
        this.#data = [];
      } else if (text.startsWith('data:')) {
        this.#data.push(text.slice(5).replace(/^ /, ''));
      }
    }
    return events;
  }
}
