"""Sessions between a client and a server in which every field that a peer controls holds a secret.

A session is a list of steps: ("client" | "server", message), ("raw", text of the server that is no
JSON), ("stderr", text), ("refused", request, status, body text) over HTTP, ("app", report).
"""
MODERN = "2026-07-28"
LEGACY = "2025-11-25"
META = "io.modelcontextprotocol/"


class Marks:
    """Gives out texts that occur nowhere else, and remembers what each stands for."""

    def __init__(self):
        self.places = {}
        self.shown_places = {}

    def secret(self, place):
        return self.add("zqx", self.places, place)

    def shown(self, place):
        """A text that the outputs may hold: a name by which people know a thing."""
        return self.add("zqv", self.shown_places, place)

    @staticmethod
    def add(beginning, places, place):
        mark = f"{beginning}{len(places):05d}qz"
        places[mark] = place
        return mark


class Author:
    """Writes the messages of one session."""

    def __init__(self, marks, era):
        self.marks = marks
        self.s = marks.secret
        self.era = era
        self.ids = 0
        self.steps = []
        self.names = [marks.shown("tool name") for _ in range(3)]
        self.titles = marks.shown("property name")
        self.version = MODERN if era == "modern" else LEGACY
        self.subscription = None

    def meta(self):
        meta = {self.s("key in _meta"): self.s("value in _meta"),
                "progressToken": self.s("progress token"),
                "traceparent": self.s("trace context")}
        if self.era == "modern":
            meta[META + "protocolVersion"] = self.version
            meta[META + "clientInfo"] = self.party("client")
            meta[META + "clientCapabilities"] = {"experimental": {self.s("capability"): {
                "x": self.s("capability value")}}}
        return meta

    def party(self, who):
        return {"name": self.marks.shown(f"{who} name"),
                "version": self.marks.shown(f"{who} version"),
                "title": self.s(f"{who}Info.title"), "websiteUrl": self.s(f"{who}Info.websiteUrl"),
                "icons": [{"src": "https://" + self.s("icon host") + "/i.png"}],
                self.s(f"member of {who}Info"): self.s(f"extra of {who}Info")}

    def extra(self, place):
        return {self.s(f"unknown member of {place}"): self.s(f"unknown value in {place}")}

    def send(self, method, params=None, number=None):
        self.ids += 1
        number = self.s("request id") if number is None else number
        message = {"jsonrpc": "2.0", "id": number, "method": method, **self.extra("a request")}
        message["params"] = {**(params or {}), **self.extra("params"), "_meta": self.meta()}
        self.steps.append(("client", message))
        return number

    def notify(self, side, method, params=None):
        meta = self.meta() if side == "client" else {self.s("key in _meta"): self.s("_meta value")}
        if side == "server" and self.subscription is not None:
            meta[META + "subscriptionId"] = self.subscription
        self.steps.append((side, {"jsonrpc": "2.0", "method": method, "params": {
            **(params or {}), **self.extra("a notification"), "_meta": meta},
            **self.extra("a notification")}))

    def answer(self, number, result):
        result = {**result, **self.extra("a result"),
                  "_meta": {self.s("key in _meta of a result"): self.s("value in _meta")}}
        if self.era == "modern":
            result["resultType"] = "complete"
        self.steps.append(("server", {"jsonrpc": "2.0", "id": number, "result": result,
                                      **self.extra("an answer")}))

    def fail(self, number, code=-32603, place="an error"):
        self.steps.append(("server", {"jsonrpc": "2.0", "id": number, "error": {
            "code": code, "message": self.s(f"message of {place}"),
            "data": {self.s(f"key in the data of {place}"): self.s(f"data of {place}")},
            **self.extra("an error")}}))

    def report(self, **event):
        self.steps.append(("app", event))

    # The pieces of a session.

    def open(self, version=None):
        capabilities = {"tools": {"listChanged": True, **self.extra("tools capability")},
                        "experimental": {self.s("experimental capability"): self.s("value")}}
        rest = {"serverInfo": self.party("server"), "instructions": self.s("instructions")}
        if self.era == "legacy":
            number = self.send("initialize", {
                "protocolVersion": self.version, "clientInfo": self.party("client"),
                "capabilities": {"sampling": {}, **self.extra("client capabilities")}})
            self.answer(number, {"protocolVersion": version or self.version,
                                 "capabilities": capabilities, **rest})
            self.notify("client", "notifications/initialized")
            return
        number = self.send("server/discover")
        versions = [version] if version else [self.s("supported version"), self.version]
        self.answer(number, {"supportedVersions": versions, "capabilities": capabilities,
                             **rest, "ttlMs": self.s("ttlMs of a wrong type"),
                             "cacheScope": self.s("cacheScope")})
        self.subscription = self.send("subscriptions/listen", {
            "notifications": {"toolsListChanged": True, **self.extra("a subscription")}})
        self.notify("server", "notifications/subscriptions/acknowledged", {
            "notifications": {"toolsListChanged": True, **self.extra("an acknowledgement")}})

    def tool(self, index, **members):
        schema = {"type": "object", "description": self.s("schema description"),
                  "properties": {self.titles: {
                      "type": "string", "title": self.s("schema title"),
                      "description": self.s("argument description"),
                      "default": self.s("default"), "enum": [self.s("enum value"), "b"],
                      "examples": [self.s("example")], "pattern": self.s("pattern"),
                      "const": self.s("const"),
                      self.marks.shown("schema keyword"): self.s("keyword value")}},
                  "$id": "https://" + self.s("$id"), "$comment": self.s("$comment")}
        return {"name": self.names[index], "title": self.s("tool title"),
                "description": self.s("tool description"), "inputSchema": schema,
                "outputSchema": {"type": "object", "title": self.s("output title")},
                "annotations": {"title": self.s("annotation title"),
                                self.marks.shown("annotation"): self.s("annotation value")},
                "icons": [{"src": self.s("tool icon")}], "execution": {
                    "taskSupport": self.s("taskSupport")},
                "_meta": {self.s("key in _meta of a tool"): self.s("value in _meta of a tool")},
                self.s("member of a tool"): self.s("extra of a tool"), **members}

    def page(self, tools, cursor=None, following=None, **members):
        number = self.send("tools/list", {} if cursor is None else {"cursor": cursor})
        result = {"tools": tools, **members}
        if following is not None:
            result["nextCursor"] = following
        self.answer(number, result)

    def walk(self, tools, **members):
        """Three pages, with a short cursor and a long one."""
        short = self.s("cursor")
        long = "".join(self.s("long cursor") for _ in range(400))
        self.page(tools[:1], None, short, **members)
        self.page(tools[1:2], short, long, **members)
        self.page(tools[2:], long, None, **members)

    def call(self):
        number = self.send("tools/call", {"name": self.names[0], "arguments": {
            self.s("argument name"): self.s("argument"), "deep": [{"x": self.s("deep argument")}]}})
        self.notify("server", "notifications/progress", {
            "progressToken": self.s("progress token"), "message": self.s("progress message")})
        self.answer(number, {
            "content": [{"type": "text", "text": self.s("tool result")},
                        {"type": "resource_link", "uri": self.s("link in a result")}],
            "structuredContent": {self.s("key of a result"): self.s("structured result")}})

    def traffic(self):
        """What a session says beside discovery."""
        self.call()
        number = self.send("prompts/get", {"name": self.s("prompt name"), "arguments": {
            self.s("prompt argument name"): self.s("prompt argument")}})
        self.answer(number, {"description": self.s("prompt description"), "messages": [
            {"role": "user", "content": {"type": "text", "text": self.s("prompt")}}]})
        number = self.send("resources/read", {"uri": "file:///" + self.s("resource uri")})
        self.answer(number, {"contents": [{"uri": self.s("uri"), "text": self.s("resource")}]})
        number = self.send("completion/complete", {"argument": {"value": self.s("completion")}})
        self.fail(number)
        number = self.send(self.s("unknown method"), {"password": self.s("password")})
        self.fail(number, -32601)
        self.fail(self.s("id that nobody asked with"))
        self.notify("client", "notifications/cancelled", {
            "requestId": self.s("cancelled id"), "reason": self.s("reason of a cancellation")})
        self.notify("server", "notifications/message", {
            "level": "error", "logger": self.s("logger"), "data": self.s("log line")})
        self.notify("server", "notifications/resources/updated", {"uri": self.s("updated uri")})
        self.notify("server", self.s("unknown notification"))
        asked = self.s("id of the server's request")
        self.steps.append(("server", {"jsonrpc": "2.0", "id": asked, "params": {
            "systemPrompt": self.s("system prompt"), "messages": [{"role": "user", "content": {
                "type": "text", "text": self.s("sampling prompt")}}]},
            "method": "sampling/createMessage"}))
        self.steps.append(("client", {"jsonrpc": "2.0", "id": asked, "result": {
            "model": self.s("model"), "content": {"type": "text", "text": self.s("sample")}}}))
        self.steps.append(("stderr", self.s("line of stderr")))
        self.steps.append(("raw", self.s("line of stdout that is no JSON")))
        self.steps.append(("raw", '{"jsonrpc":"2.0","method":"' + self.s("broken JSON")))
        self.steps.append(("raw", '{"' + self.s("name twice") + '":1,"method":"'
                           + self.s("method beside it") + '"}'))
        self.steps.append(("server", {self.s("member of no message"): self.s("no message")}))

    def installed(self, tools):
        self.report(app="installed", tools=tools, auth=self.s("authorization context"),
                    note=self.s("note"), text=self.s("text of a report"))


def converged(author, tools):
    author.installed(tools)


def refused_over_http(author, _tools):
    author.installed(_tools)
    number = author.s("request id")
    message = {"jsonrpc": "2.0", "id": number, "method": "tools/list",
               "params": {"_meta": author.meta()}}
    author.steps.append(("refused", message, 401, author.s("body that is no JSON")))
    author.steps.append(("refused", {**message, "id": author.s("request id")}, 404,
                         '{"jsonrpc":"2.0","error":{"code":-1,"message":"'
                         + author.s("error in the body of a 404") + '"},"id":null}'))


def signalled(author, tools):
    author.installed(tools)
    author.notify("server", "notifications/tools/list_changed")
    author.call()


def other_schema(author, tools):
    author.installed([author.tool(0), *tools[1:]])


def text_changed(author, tools):
    held = {**tools[0], "description": author.s("older description"),
            author.s("dropped member"): author.s("dropped value")}
    author.installed([held, *tools[1:]])


def lost(author, tools):
    author.installed(tools)
    author.report(app="process_exit", code=1, note=author.s("note of an exit"))
    author.report(app="reconnect")
    author.report(app="cache_hit", tools=tools, ttlMs=1, ageMs=5000)


def cut(author, tools):
    author.notify("server", "notifications/tools/list_changed")
    author.page(tools[:1], None, author.s("open cursor"))
    author.call()
    author.installed(tools[:1])


def page_error(author, tools):
    author.notify("server", "notifications/tools/list_changed")
    cursor = author.s("cursor that is refused")
    author.page(tools[:1], None, cursor)
    author.fail(author.send("tools/list", {"cursor": cursor}), -32602, "a page error")
    author.installed(tools[:1])


def wrong_cursor(author, tools):
    author.page(tools[:1], None, {author.s("key in a cursor"): author.s("cursor of a wrong type")})
    author.installed(tools[:1])


def asked_with_wrong_cursor(author, tools):
    number = author.send("tools/list", {"cursor": [author.s("cursor that is an array")]})
    author.answer(number, {"tools": author.s("tools of a wrong type")})
    author.installed(tools[:1])


def unknown_registry(author, _tools):
    author.call()


def unreadable(author, _tools):
    author.send("tools/list")
    author.steps.append(("raw", '{"jsonrpc":"2.0","result":{"tools":["' + author.s("broken list")))


def ambiguous(author, _tools):
    number = author.send("tools/list")
    author.steps.append(("raw", '{"jsonrpc":"2.0","id":"' + number + '","result":{"tools":[],"'
                         + author.s("a") + '":{"' + (name := author.s("name twice")) + '":1,"'
                         + name + '":2}}}'))


def twice(author, tools):
    number = author.send("tools/list")
    author.answer(number, {"tools": tools})
    author.answer(number, {"tools": [author.tool(0)]})
    author.installed(tools)


def conflicting(author, tools):
    author.page([tools[0], author.tool(0), {"description": author.s("tool without a name")},
                 author.s("tool that is a string")])
    author.installed(tools)


def bad_hints(author, tools):
    author.walk(tools, ttlMs={author.s("key in ttlMs"): author.s("ttlMs of a wrong type")},
                cacheScope=author.s("cacheScope of a wrong value"))
    author.installed(tools)


def merged(author, tools):
    author.report(app="filter_declared", include=[tool["name"] for tool in tools])
    author.report(app="installed", merged=[
        {"exposed": tool["name"], "tool": tool, **author.extra("a merged entry")}
        for tool in tools])


ENDINGS = [converged, refused_over_http, signalled, other_schema, text_changed, lost, cut,
           page_error, wrong_cursor, asked_with_wrong_cursor, unknown_registry, unreadable,
           ambiguous, twice, conflicting, bad_hints, merged]


def generate(marks):
    """All sessions: (name, era, steps)."""
    for era in ("legacy", "modern"):
        for ending in ENDINGS:
            author = Author(marks, era)
            author.open()
            author.traffic()
            tools = [author.tool(i, **({"x-mcp-header": author.s("header name")} if i else {}))
                     for i in range(3)]
            author.walk(tools)
            ending(author, tools)
            yield f"{ending.__name__}-{era}", era, author.steps
        author = Author(marks, era)
        author.open(version=marks.secret("protocolVersion of the server"))
        author.traffic()
        author.page([author.tool(0)])
        yield f"version-{era}", era, author.steps
