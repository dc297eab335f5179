"""Evidence records in our own words, one for each verdict."""
import copy

DAY = "2026-07-20T"

BOOK_ROOM = {"name": "book_room", "description": "Book one room",
             "inputSchema": {"type": "object", "properties": {"roomId": {"type": "string"}},
                             "required": ["roomId"]}}
BOOK_ROOM_BY_FLOOR = {"name": "book_room", "description": "Book one room on a floor",
                      "inputSchema": {"type": "object",
                                      "properties": {"floor": {"type": "integer"},
                                                     "roomId": {"type": "string"}},
                                      "required": ["floor", "roomId"]}}


def page(tools, cursor=None, next_cursor=None, at="09:05:00.090Z"):
    return {"cursor": cursor, "nextCursor": next_cursor, "receivedAt": DAY + at, "tools": tools}


def converged():
    return {
        "schema": "lockstep.evidence/v1", "client": {"id": "desk"}, "server": {"id": "rooms"},
        "vantage": "client",
        "session": {"transport": "stdio", "era": "legacy", "openedAt": DAY + "09:00:00.000Z",
                    "closedAt": None},
        "protocolVersion": "2025-11-25", "tools": {"listChanged": True},
        "notificationAt": DAY + "09:05:00.000Z",
        "signal": {"kind": "list_changed", "at": DAY + "09:05:00.000Z", "count": 1},
        "discoveryStartedAt": DAY + "09:05:00.040Z",
        "discoveryCompletedAt": DAY + "09:05:00.090Z",
        "pages": [page([BOOK_ROOM])],
        "registry": {"installedAt": DAY + "09:05:00.092Z", "witness": "client",
                     "tools": [BOOK_ROOM]}}


def stale():
    record = converged()
    record["pages"] = [page([BOOK_ROOM_BY_FLOOR])]
    record["registry"]["installedAt"] = DAY + "09:00:00.100Z"
    return record


def incomplete():
    record = converged()
    record["pages"] = [page([BOOK_ROOM], next_cursor="more")]
    record["discoveryCompletedAt"] = None
    return record


def unverifiable():
    record = converged()
    del record["registry"]
    return record


def named(record, client=None, server=None, tool=None):
    """A copy with other names in the places that a peer fills."""
    record = copy.deepcopy(record)
    if client is not None:
        record["client"]["id"] = client
    if server is not None:
        record["server"]["id"] = server
    if tool is not None:
        for side in record["pages"] + [record["registry"]]:
            for definition in side["tools"]:
                definition["name"] = tool
    return record


STDIO_SESSION = [
    {"t": 0, "from": "client", "via": "stdio", "json": {
        "jsonrpc": "2.0", "id": 0, "method": "initialize",
        "params": {"protocolVersion": "2025-11-25", "capabilities": {},
                   "clientInfo": {"name": "desk", "version": "1"}}}},
    {"t": 1, "from": "server", "via": "stdio", "json": {
        "jsonrpc": "2.0", "id": 0, "result": {
            "protocolVersion": "2025-11-25", "capabilities": {"tools": {"listChanged": True}},
            "serverInfo": {"name": "rooms", "version": "1"}}}},
    {"t": 2, "from": "client", "via": "stdio",
     "json": {"jsonrpc": "2.0", "method": "notifications/initialized"}},
    {"t": 10, "from": "client", "via": "stdio",
     "json": {"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {}}},
    {"t": 11, "from": "server", "via": "stdio",
     "json": {"jsonrpc": "2.0", "id": 1, "result": {"tools": [BOOK_ROOM]}}},
    {"t": 12, "app": "installed", "tools": [BOOK_ROOM]},
    {"t": 20, "from": "server", "via": "stdio",
     "json": {"jsonrpc": "2.0", "method": "notifications/tools/list_changed"}},
    {"t": 90000, "app": "audit"},
]
