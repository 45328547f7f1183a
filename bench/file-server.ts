import { closeSync, fstatSync, openSync, read } from "node:fs";
import { createServer, type ServerResponse } from "node:http";
import { parseArgs } from "node:util";

// The least that Node needs for a correct range: a plain node:http server of one file. `node bench/file-server.ts --file …
// --port …`; SIGTERM ends it.
const { values } = parseArgs({ options: { file: { type: "string" }, port: { type: "string" } } });
const fd = openSync(values.file ?? "", "r");
const { size, mtime } = fstatSync(fd);

function send(response: ServerResponse, span: { start: number; end: number }, status: 200 | 206): void {
  const bytes = Buffer.allocUnsafeSlow(span.end - span.start + 1);
  read(fd, bytes, 0, bytes.length, span.start, (error, got) => {
    if (error || got < bytes.length) {
      response.destroy(error ?? undefined);
      return;
    }
    response.writeHead(status, {
      "Content-Type": "audio/mpeg",
      "Content-Length": bytes.length,
      "Accept-Ranges": "bytes",
      "Last-Modified": mtime.toUTCString(),
      ...(status === 206 ? { "Content-Range": `bytes ${span.start}-${span.end}/${size}` } : {}),
    });
    response.end(bytes);
  });
}

const server = createServer((request, response) => {
  const asked = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? "");
  if (!asked) {
    send(response, { start: 0, end: size - 1 }, 200);
    return;
  }
  const start = Number(asked[1]);
  const end = asked[2] ? Math.min(Number(asked[2]), size - 1) : size - 1;
  if (start >= size || end < start) {
    response.writeHead(416, { "Content-Range": `bytes */${size}`, "Content-Length": 0 }).end();
    return;
  }
  send(response, { start, end }, 206);
});
server.listen(Number(values.port), "127.0.0.1");
process.on("SIGTERM", () => {
  server.closeAllConnections();
  server.close(() => closeSync(fd));
});
