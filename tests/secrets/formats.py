"""Writes a session in each format that the program reads."""
import base64
import datetime
import json

STARTED = datetime.datetime(2026, 7, 20, 9, 0, tzinfo=datetime.timezone.utc)


def text(value):
    return json.dumps(value, separators=(",", ":"))


def moment(milliseconds):
    at = STARTED + datetime.timedelta(milliseconds=milliseconds)
    return at.strftime("%Y-%m-%dT%H:%M:%S.") + f"{at.microsecond // 1000:03d}Z"


def lines(values):
    return "".join(text(value) + "\n" for value in values)


def is_answer(message):
    return "id" in message and "method" not in message


class Exchange:
    """One HTTP request and its answer: a list of messages, or a status with a text."""

    def __init__(self, marks, method, message=None):
        s = marks.secret
        self.method = method
        self.message = message
        self.id = None if message is None else message.get("id")
        self.url = f"https://mcp.example/mcp?token={s('query of a URL')}#{s('fragment')}"
        self.headers = [
            ("Host", "mcp.example"), ("Authorization", "Bearer " + s("Authorization")),
            ("Cookie", "sid=" + s("cookie")), ("X-Api-Key", s("API key")),
            ("Content-Type", "application/json"), ("User-Agent", s("user agent")),
            ("Accept", "application/json, text/event-stream"),
            ("Last-Event-ID", s("Last-Event-ID")), ("Mcp-Name", s("Mcp-Name")),
            ("Mcp-Session-Id", SESSION_IDS.setdefault(id(marks), s("session id"))),
            (s("name of a header"), s("value of a header"))]
        self.answer_headers = [
            ("Set-Cookie", "sid=" + s("set cookie")), ("Location", s("redirect")),
            ("WWW-Authenticate", "Bearer realm=" + s("realm")),
            ("Mcp-Session-Id", SESSION_IDS[id(marks)]), (s("header name"), s("header value"))]
        self.event_id = s("id of an event")
        self.comment = s("comment in a stream")
        self.event_type = s("type of an event")
        self.status = 202
        self.reason = s("reason phrase")
        self.answers = []
        self.body_text = ""
        self.stream = method == "GET"
        self.ends = True

    def type(self):
        if self.status >= 400:
            return "text/html"
        return "text/event-stream" if self.stream else "application/json"

    def all_answer_headers(self):
        return [("Content-Type", self.type()), *self.answer_headers]

    def frame(self, message):
        return f": {self.comment}\nid: {self.event_id}\ndata: {text(message)}\n\n"

    def body(self):
        if self.stream:
            return (f"event: {self.event_type}\ndata: {self.comment}\n\n"
                    + "".join(map(self.frame, self.answers)))
        return text(self.answers[0]) if self.answers else self.body_text


SESSION_IDS = {}


def exchanges(marks, steps, era):
    """The same steps over HTTP: (exchanges, order), order of ("ask" | "say" | "app", …)."""
    order, open_ = [], {}
    channel = None
    for step in steps:
        kind = step[0]
        if kind == "client":
            exchange = Exchange(marks, "POST", step[1])
            order.append(("ask", exchange, None))
            if step[1].get("method") == "subscriptions/listen":
                channel, exchange.stream, exchange.ends = exchange, True, False
            if "method" in step[1] and "id" in step[1]:
                exchange.status = 200
                open_[exchange.id] = exchange
            else:
                order.append(("end", exchange, None))
            if step[1].get("method") == "notifications/initialized" and era == "legacy":
                channel = Exchange(marks, "GET")
                channel.status, channel.ends = 200, False
                order.append(("ask", channel, None))
        elif kind == "server":
            target = open_.pop(step[1]["id"], None) if is_answer(step[1]) else None
            if target is None:
                if channel is not None:
                    order.append(("say", channel, step[1]))
                continue
            order.append(("say", target, step[1]))
            order.append(("end", target, None))
        elif kind == "refused":
            exchange = Exchange(marks, "POST", step[1])
            exchange.status, exchange.body_text = step[2], step[3]
            order.extend([("ask", exchange, None), ("end", exchange, None)])
        elif kind == "raw" and open_:
            target = list(open_.values())[-1]
            if target is not channel:
                del open_[target.id]
                target.body_text = step[1]
                order.append(("end", target, None))
        elif kind == "app":
            order.append(("app", None, step[1]))
    for _, exchange, message in order:
        if exchange is not None and message is not None:
            exchange.answers.append(message)
    return order


def via_of(exchange):
    return "get" if exchange.method == "GET" else f"post#{exchange.id}"


def http_events(order):
    events = []
    begun = set()
    for kind, exchange, message in order:
        if kind == "app":
            events.append(message)
        elif kind == "ask" and exchange.method == "GET":
            events.append({"from": "client", "via": "get", "http": {
                "method": "GET", "headers": dict(exchange.headers), "url": exchange.url}})
        elif kind == "ask":
            events.append({"from": "client", "via": "post", "json": exchange.message,
                           "headers": dict(exchange.headers), "url": exchange.url})
        if exchange is None:
            continue
        if id(exchange) not in begun and (kind != "ask" or not exchange.ends):
            begun.add(id(exchange))
            envelope = {"status": exchange.status, "headers": dict(exchange.all_answer_headers())}
            if exchange.body_text:
                envelope["body_text"] = exchange.body_text
            events.append({"from": "server", "via": via_of(exchange), "http": envelope})
        if kind == "say":
            events.append({"from": "server", "via": via_of(exchange), "json": message})
    return events


def stdio_events(steps, raw_form="b64"):
    events = []
    for step in steps:
        if step[0] in ("client", "server"):
            events.append({"from": step[0], "via": "stdio", "json": step[1]})
        elif step[0] == "raw" and raw_form == "b64":
            events.append({"from": "server", "via": "stdio",
                           "b64": base64.b64encode((step[1] + "\n").encode()).decode()})
        elif step[0] == "raw":
            events.append({"from": "server", "via": "stdio", "gen": [step[1], ["\n", 1]]})
        elif step[0] == "stderr":
            events.append({"app": "note", "text": step[1]})
        elif step[0] == "app":
            events.append(step[1])
    return events


def timed(marks, events):
    known = [{"t": 10 * (i + 1), **event, marks.secret("member of an event"): marks.secret("extra")}
             for i, event in enumerate(events)]
    return known + [{"t": 10 * (len(events) + 2), "app": marks.secret("unknown report")},
                    {"t": 10 * (len(events) + 3), "app": "audit"}]


def transcript(marks, events, era, transport):
    header = {"lockstep": "transcript/v1", "era": era, "transport": transport,
              "client": {"id": "agent", "name": marks.shown("client name"),
                         "version": marks.shown("client version")},
              "server": {"id": "desk", marks.secret("member of a header"): marks.secret("extra")},
              "startedAt": moment(0), marks.secret("header member"): marks.secret("header value")}
    return lines([header, *timed(marks, events)])


def case(marks, name, arms, era, transport):
    return text({"case": name, "title": marks.secret("title of a case"), "era": era,
                 "note": marks.secret("note of a case"), "transport": transport,
                 "arms": [{"arm": arm, "events": timed(marks, events),
                           marks.secret("member of an arm"): marks.secret("extra")}
                          for arm, events in arms]})


def numbered(records):
    return lines({"seq": i, "t": moment(10 * (i + 1)), "us": 10000 * (i + 1), **record}
                 for i, record in enumerate(records))


def stdio_capture(marks, steps):
    records = [{"transport": "stdio", "dir": "meta", "event": "spawn",
                "argv": [marks.secret("argument of the process")],
                "env": {marks.secret("variable"): marks.secret("environment")}}]
    for step in steps:
        if step[0] in ("client", "server"):
            records.append({"transport": "stdio", "dir": "c2s" if step[0] == "client" else "s2c",
                            "msg": step[1], marks.secret("member of a line"): marks.secret("x")})
        elif step[0] == "raw":
            records.append({"transport": "stdio", "dir": "s2c", "raw": step[1]})
        elif step[0] == "stderr":
            records.append({"transport": "stdio", "dir": "stderr", "raw": step[1]})
    return numbered(records)


def http_capture(marks, order):
    records, numbers = [], {}

    def put(exchange, direction, event, **members):
        number = numbers.setdefault(id(exchange), len(numbers) + 1)
        records.append({"transport": "http", "x": number, "dir": direction, "event": event,
                        **members, marks.secret("member of a line"): marks.secret("extra")})

    def head(exchange):
        put(exchange, "s2c", "response-headers", status=exchange.status, reason=exchange.reason,
            headers=exchange.all_answer_headers())

    for kind, exchange, message in order:
        if kind == "ask":
            put(exchange, "c2s", "request-headers", method=exchange.method, url=exchange.url,
                headers=exchange.headers)
            if exchange.message is not None:
                put(exchange, "c2s", "request-body", msg=exchange.message)
            if exchange.stream:
                head(exchange)
        elif kind == "say" and exchange.stream:
            put(exchange, "s2c", "sse-frame", raw=exchange.frame(message), msg=message)
        elif kind == "end":
            head(exchange)
            put(exchange, "s2c", "response-body", raw=exchange.body())
    return numbered(records)


def tcp_capture(_marks, order):
    records, numbers = [], {}

    def block(first, headers):
        return first + "\r\n" + "".join(f"{name}: {value}\r\n" for name, value in headers)

    def head(exchange, more):
        return block(f"HTTP/1.1 {exchange.status} {exchange.reason}",
                     [*exchange.all_answer_headers(), more]) + "\r\n"

    def put(exchange, direction, raw):
        records.append({"conn": numbers[id(exchange)], "dir": direction, "raw": raw})

    for kind, exchange, message in order:
        if kind == "ask":
            numbers[id(exchange)] = len(numbers) + 1
            records.append({"conn": numbers[id(exchange)], "event": "open"})
            body = "" if exchange.message is None else text(exchange.message)
            path = exchange.url.removeprefix("https://mcp.example")
            put(exchange, "c2s", block(f"{exchange.method} {path} HTTP/1.1", [
                *exchange.headers, ("Content-Length", len(body))]) + "\r\n" + body)
            if exchange.stream:
                put(exchange, "s2c", head(exchange, ("Transfer-Encoding", "chunked")))
        elif kind == "say" and exchange.stream:
            frame = exchange.frame(message)
            put(exchange, "s2c", f"{len(frame):x}\r\n{frame}\r\n")
        elif kind == "end":
            body = exchange.body()
            put(exchange, "s2c", head(exchange, ("Content-Length", len(body))) + body)
    return numbered(records)


def har(marks, order):
    entries, started, said = [], {}, {}
    for place, (kind, exchange, message) in enumerate(order):
        if kind == "ask":
            started[id(exchange)] = place
            entries.append(exchange)
        elif kind == "say":
            said.setdefault(id(exchange), []).append((10 * (place + 1), message))

    def pairs(headers):
        return [{"name": name, "value": value} for name, value in headers]

    def entry(exchange):
        request = {"method": exchange.method, "url": exchange.url, "httpVersion": "HTTP/1.1",
                   "headers": pairs(exchange.headers),
                   "queryString": [{"name": "token", "value": marks.secret("query in a HAR")}],
                   "cookies": [{"name": "sid", "value": marks.secret("cookie in a HAR")}]}
        if exchange.message is not None:
            request["postData"] = {"mimeType": "application/json", "text": text(exchange.message)}
        body = exchange.body()
        events = {"_eventSourceMessages": [
            {"type": "receive", "time": STARTED.timestamp() + at / 1000, "eventName": "message",
             "eventId": marks.secret("id of an event in a HAR"), "data": text(message)}
            for at, message in said.get(id(exchange), [])]} if exchange.stream else {}
        return {"startedDateTime": moment(10 * (started[id(exchange)] + 1)), **events,
                "time": -1 if exchange.stream else 5,
                "request": request, "timings": {"wait": 4, "receive": 1},
                "serverIPAddress": marks.secret("address in a HAR"),
                "comment": marks.secret("comment in a HAR"),
                "response": {"status": exchange.status, "statusText": exchange.reason,
                             "headers": pairs(exchange.all_answer_headers()),
                             "redirectURL": marks.secret("redirect in a HAR"),
                             "content": {"size": len(body), "mimeType": exchange.type(),
                                         "text": body}}}

    return text({"log": {"version": "1.2", "creator": {"name": "x", "version": "1"},
                         "pages": [{"title": marks.secret("page title")}],
                         "entries": [entry(exchange) for exchange in entries]}})
