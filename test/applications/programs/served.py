"""Serves a web application, and runs the commands that the caller writes as lines of JSON."""

import json
import sys
import threading
import traceback
from socketserver import ThreadingMixIn
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer, make_server


class Server(ThreadingMixIn, WSGIServer):
    daemon_threads = True


class Handler(WSGIRequestHandler):
    def log_message(self, *_):
        pass


def serve(create):
    """Serves the application of `create(folder, origin)`, which returns a WSGI application and its commands by name.

    Arguments of the program: a folder for the data, and a loopback address. Writes a line with `origin`, and then a line
    with `result` or `error` for each command. Ends with the standard input.
    """
    folder, address = sys.argv[1:]
    # Libraries print to the standard output, which belongs to the caller.
    answers, sys.stdout = sys.stdout, sys.stderr

    def answer(line):
        answers.write(json.dumps(line) + "\n")
        answers.flush()

    server = make_server(address, 0, None, Server, Handler)
    origin = f"http://{address}:{server.server_port}"
    application, commands = create(folder, origin)
    server.set_app(application)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    answer({"origin": origin})
    for line in sys.stdin:
        command = json.loads(line)
        try:
            answer({"result": commands[command["name"]](**command["input"])})
        except Exception:
            answer({"error": traceback.format_exc()})
