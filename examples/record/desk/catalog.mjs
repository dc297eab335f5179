/**
 * What the lending desk of a small tool library can offer, and how it hands out its list: in pages,
 * with cursors that belong to one edition of the list.
 */

const text = (description, more = {}) => ({ type: 'string', description, ...more });
const object = (properties, required) => ({ type: 'object', properties, required });

/** Every tool that the desk can put on its counter; `open` names those that it starts with. */
const SHELF = {
  find_item: {
    name: 'find_item',
    title: 'Find an item',
    description: 'Search the shelves by name, maker or inventory number.',
    inputSchema: object(
      {
        words: text('What to look for'),
        limit: { type: 'integer', minimum: 1, maximum: 50, description: 'Most items to return' },
      },
      ['words'],
    ),
    annotations: { readOnlyHint: true },
  },
  lend_item: {
    name: 'lend_item',
    title: 'Lend an item',
    description: 'Hand an item out to a member until a given day.',
    inputSchema: object(
      { itemId: text('Inventory number'), memberId: text('Who borrows'), until: text('ISO date') },
      ['itemId', 'memberId'],
    ),
    annotations: { destructiveHint: false },
  },
  return_item: {
    name: 'return_item',
    title: 'Take an item back',
    description: 'Book an item in again and note its condition.',
    inputSchema: object(
      {
        itemId: text('Inventory number'),
        condition: text('Seen at the desk', { enum: ['good', 'worn', 'broken'] }),
      },
      ['itemId'],
    ),
    annotations: { idempotentHint: true },
  },
  list_overdue: {
    name: 'list_overdue',
    title: 'List overdue items',
    description: 'All items that should have come back before a given day.',
    inputSchema: object({ before: text('ISO date') }, []),
    annotations: { readOnlyHint: true },
  },
  reserve_item: {
    name: 'reserve_item',
    title: 'Reserve an item',
    description: 'Keep an item for a member as soon as it is back.',
    inputSchema: object({ itemId: text('Inventory number'), memberId: text('Who waits') }, [
      'itemId',
      'memberId',
    ]),
  },
  extend_loan: {
    name: 'extend_loan',
    title: 'Extend a loan',
    description: 'Give a member more days, unless somebody waits for the item.',
    inputSchema: object(
      { itemId: text('Inventory number'), days: { type: 'integer', minimum: 1, maximum: 28 } },
      ['itemId', 'days'],
    ),
  },
  scrap_item: {
    name: 'scrap_item',
    title: 'Scrap an item',
    description: 'Take a broken item out of the inventory for good.',
    inputSchema: object({ itemId: text('Inventory number'), reason: text('Why it goes') }, [
      'itemId',
      'reason',
    ]),
    annotations: { destructiveHint: true },
  },
};

/** A tool's second edition: a lending needs a deposit now, and a return asks for the branch. */
const SECOND_EDITION = {
  lend_item: {
    ...SHELF.lend_item,
    description: 'Hand an item out to a member until a given day, against a deposit.',
    inputSchema: object(
      {
        itemId: text('Inventory number'),
        memberId: text('Who borrows'),
        until: text('ISO date'),
        depositCents: { type: 'integer', minimum: 0, description: 'Deposit taken at the desk' },
      },
      ['itemId', 'memberId', 'depositCents'],
    ),
  },
  return_item: {
    ...SHELF.return_item,
    inputSchema: object(
      {
        itemId: text('Inventory number'),
        condition: text('Seen at the desk', { enum: ['good', 'worn', 'broken'] }),
        branchId: text('Where it was handed in'),
      },
      ['itemId', 'branchId'],
    ),
  },
};

export const OPENING_TOOLS = [
  'find_item',
  'lend_item',
  'return_item',
  'list_overdue',
  'reserve_item',
];

export class UnknownCursor extends Error {
  constructor() {
    super('This cursor belongs to an earlier edition of the list');
  }
}

/** The desk's list of tools. It changes on command only, so every recording tells the same story. */
export class Catalog {
  #tools;
  #page_size;
  #edition = 1;
  #cursors_to_forget = 0;

  constructor({ page_size = 2, tools = OPENING_TOOLS } = {}) {
    this.#page_size = page_size;
    this.#tools = new Map(tools.map((name) => [name, SHELF[name]]));
  }

  change({ add = [], remove = [], redefine = [] }) {
    for (const name of add) this.#tools.set(name, SHELF[name]);
    for (const name of remove) this.#tools.delete(name);
    for (const name of redefine) this.#tools.set(name, SECOND_EDITION[name]);
    this.#edition += 1;
  }

  clear() {
    this.#tools.clear();
    this.#edition += 1;
  }

  /** The next continuation is refused, as by a server that keeps its cursors in a short memory. */
  forget_next_cursor() {
    this.#cursors_to_forget += 1;
  }

  page(cursor) {
    const start = this.#position(cursor);
    const all = [...this.#tools.values()];
    const end = start + this.#page_size;
    const page = { tools: all.slice(start, end) };
    if (end < all.length) page.nextCursor = `edition-${this.#edition}/from-${end}`;
    return page;
  }

  call(name) {
    if (!this.#tools.has(name))
      return { content: [{ type: 'text', text: `No tool ${name}` }], isError: true };
    return { content: [{ type: 'text', text: `${name}: done at the desk` }] };
  }

  #position(cursor) {
    if (cursor === undefined || cursor === null) return 0;
    const forgotten = this.#cursors_to_forget > 0;
    if (forgotten) this.#cursors_to_forget -= 1;
    const match = /^edition-(\d+)\/from-(\d+)$/.exec(cursor);
    if (forgotten || !match || Number(match[1]) !== this.#edition) throw new UnknownCursor();
    return Number(match[2]);
  }
}
