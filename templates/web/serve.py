# serve.py PORT FOLDER - shows a folder at http://localhost:PORT until Ctrl-C.
import sys
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer

port, folder = sys.argv[1:3]
if not port.isdecimal() or not 0 < int(port) < 65536:
    sys.exit(f"serve: PORT={port}: a number from 1 to 65535, such as 8000")
try:
    handler = partial(SimpleHTTPRequestHandler, directory=folder)
    server = ThreadingHTTPServer(("127.0.0.1", int(port)), handler)
except OSError as error:
    sys.exit(f"serve: PORT={port}: {error.strerror}: choose another, such as PORT=8001")
print(f"Open http://localhost:{port}, and end with Ctrl-C", flush=True)
try:
    server.serve_forever()
except KeyboardInterrupt:
    pass
