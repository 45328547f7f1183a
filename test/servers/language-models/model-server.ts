import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { PassThrough, Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";

/** What a model is asked, whatever protocol it came by. */
export interface Asked {
  system: string;
  prompt: string;
  /** Null where the server was not given one. */
  schema: unknown;
  searches: boolean;
}

/** What the server does instead of answering a request as a model would. */
export type Trouble =
  | { status: number; headers?: Record<string, string>; message?: string }
  /** Ends the connection: before the answer, or in the middle of it. */
  | "cut"
  | "cut-in-answer"
  /** A body that is no JSON. */
  | "not-json"
  /** Ends where the output does (`length`, `MAX_TOKENS`), or by the service's rules. */
  | "cut-off"
  | "refusal"
  | "empty"
  /** An answer of 64 MB; packed, it is sent as 64 KB. */
  | "huge"
  | "huge-packed"
  /** Never answers. */
  | "hold";

/** A server of a language model on loopback, and what its model does. */
export interface ModelServer {
  origin: string;
  apiKey: string;
  asked: Asked[];
  /** Done to the next requests, one each. */
  troubles: Trouble[];
  /** The model: the text of its answer. Honest to begin with. */
  answer(asked: Asked): string;
  /** Bytes of the last huge answer that the client has taken, or its system for it. */
  takenBytes(): number;
  /** Resolves when a request is held. */
  held(): Promise<void>;
  close(): Promise<void>;
}

/** How a protocol carries questions and answers. */
export interface Protocol {
  /** Throws for a request that the real service would refuse with 400. Null for one that is answered otherwise. */
  read(request: IncomingMessage, body: unknown): Asked | { refusal: { status: number; body: unknown } };
  write(text: string, asked: Asked): unknown;
  writeTrouble(trouble: "cut-off" | "refusal" | "empty"): unknown;
  writeError(status: number, message: string): unknown;
}

/** Starts a server that speaks `protocol` on a free port of loopback. */
export async function startModelServer(o: {
  apiKey: string;
  protocol: Protocol;
  answer: (asked: Asked) => string;
}): Promise<ModelServer> {
  let onHeld = Promise.withResolvers<void>();
  let taken = 0;
  const server = createServer((request, response) => {
    answerRequest(request, response).catch((error: unknown) => {
      send(response, 400, o.protocol.writeError(400, String(error)));
    });
  });

  async function answerRequest(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body: unknown = JSON.parse(await bodyOf(request));
    const asked = o.protocol.read(request, body);
    if ("refusal" in asked) return send(response, asked.refusal.status, asked.refusal.body);
    double.asked.push(asked);
    const trouble = double.troubles.shift();
    if (trouble === undefined) return send(response, 200, o.protocol.write(double.answer(asked), asked));
    if (trouble === "hold") {
      onHeld.resolve();
      onHeld = Promise.withResolvers();
    } else if (trouble === "cut") request.socket.destroy();
    else if (trouble === "cut-in-answer") {
      const whole = JSON.stringify(o.protocol.write(double.answer(asked), asked));
      response.writeHead(200, {
        "Content-Type": "application/json",
        "Content-Length": Buffer.byteLength(whole),
      });
      response.write(whole.slice(0, 40), () => request.socket.destroy());
    } else if (trouble === "not-json") {
      response.writeHead(200, { "Content-Type": "application/json" }).end("<html>Bad Gateway</html>");
    } else if (trouble === "huge" || trouble === "huge-packed") {
      const whole = JSON.stringify(o.protocol.write(" ".repeat(hugeBytes) + double.answer(asked), asked));
      const pieces = Readable.from(piecesOf(Buffer.from(whole)));
      const packing = trouble === "huge" ? {} : { "Content-Encoding": "gzip" };
      response.writeHead(200, { "Content-Type": "application/json", ...packing });
      const counted = new PassThrough().on("data", (piece: Buffer) => {
        taken += piece.length;
      });
      taken = 0;
      const way = trouble === "huge" ? pieces : pieces.pipe(createGzip());
      await pipeline(way, counted, response).catch(() => {});
    } else if (typeof trouble === "object") {
      const { status, headers, message = "out of order" } = trouble;
      send(response, status, o.protocol.writeError(status, message), headers);
    } else send(response, 200, o.protocol.writeTrouble(trouble));
  }

  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (!address || typeof address === "string") throw new Error("no port");
  const double: ModelServer = {
    origin: `http://127.0.0.1:${address.port}`,
    apiKey: o.apiKey,
    asked: [],
    troubles: [],
    answer: o.answer,
    takenBytes: () => taken,
    held: () => onHeld.promise,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return double;
}

const hugeBytes = 64 * 1024 * 1024;

function* piecesOf(body: Buffer): Generator<Buffer> {
  for (let at = 0; at < body.length; at += 65_536) yield body.subarray(at, at + 65_536);
}

function send(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { "Content-Type": "application/json", ...headers });
  response.end(JSON.stringify(body));
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString("utf8");
}
