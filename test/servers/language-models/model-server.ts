import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { PassThrough, Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { listen } from "../../listen.ts";

/** A question in any protocol. */
export interface Asked {
  system: string;
  prompt: string;
  schema: unknown;
  searches: boolean;
}

/** What the server does instead of a model's answer. */
export type Trouble =
  | { status: number; headers?: Record<string, string>; message?: string }
  /** Ends the connection before or within the answer. */
  | "cut"
  | "cut-in-answer"
  | "not-json"
  /** Output limit (`length`, `MAX_TOKENS`), or the service's rules. */
  | "cut-off"
  | "refusal"
  | "empty"
  | "huge"
  | "huge-packed"
  | "hold";

/** A model's server on loopback. */
export interface ModelServer {
  origin: string;
  apiKey: string;
  asked: Asked[];
  /** For the next requests, one each. */
  troubles: Trouble[];
  /** Returns the answer's text; honest at first. */
  answer(asked: Asked): string;
  /** Of the last huge answer, taken by the client or its system. */
  takenBytes(): number;
  /** Resolves when a request is held. */
  held(): Promise<void>;
  close(): Promise<void>;
}

/** How questions and answers are carried. */
export interface Protocol {
  /** Throws for what the real service refuses with 400. Null if answered otherwise. */
  read(request: IncomingMessage, body: unknown): Asked | { refusal: { status: number; body: unknown } };
  write(text: string, asked: Asked): unknown;
  writeTrouble(trouble: "cut-off" | "refusal" | "empty"): unknown;
  writeError(status: number, message: string): unknown;
}

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

  const double: ModelServer = {
    origin: `http://127.0.0.1:${await listen(server)}`,
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

const hugeBytes = 12 * 1024 * 1024;

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
