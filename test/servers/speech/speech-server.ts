import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** What a service does instead of speaking. */
export type SpeechTrouble =
  | { status: number; headers?: Record<string, string>; message?: string }
  /** Ends the connection: before the answer, or in the middle of it. */
  | "cut"
  | "cut-in-answer"
  | "silence"
  /** A body that is no WAV file. */
  | "not-wav"
  /** A WAV file of another sample rate. */
  | "other-rate"
  /** Never answers. */
  | "hold";

export interface SpokenText {
  text: string;
  voice: string;
  speakingRate: number;
}

/** A service that speaks, on loopback: each character is a tone of 50 ms, whose pitch is the voice's. */
export interface SpeechServer {
  url: string;
  apiKey: string;
  spoken: SpokenText[];
  /** Done to the next texts, one each. */
  troubles: SpeechTrouble[];
  /** Resolves when a request is held. */
  held(): Promise<void>;
  close(): Promise<void>;
}

/** How a protocol carries texts; null for a step before the speech, which has been answered. */
type ReadText = (
  request: IncomingMessage,
  url: URL,
  body: string,
  response: ServerResponse,
) => SpokenText | null;

const sampleRate = 24_000;

async function startSpeechServer(o: { apiKey: string; path: string; read: ReadText }): Promise<SpeechServer> {
  let onHeld = Promise.withResolvers<void>();
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      response.writeHead(400).end(JSON.stringify({ error: { message: String(error) } }));
    });
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const url = new URL(request.url ?? "/", "http://127.0.0.1");
    const text = o.read(request, url, Buffer.concat(chunks).toString(), response);
    if (text === null) return;
    const trouble = double.troubles.shift();
    if (trouble === "hold") {
      onHeld.resolve();
      onHeld = Promise.withResolvers();
    } else if (trouble === "cut") request.socket.destroy();
    else if (typeof trouble === "object") {
      const message = trouble.message ?? `Refused, key ${double.apiKey}`;
      response.writeHead(trouble.status, { "Content-Type": "application/json", ...trouble.headers });
      response.end(JSON.stringify({ error: { message } }));
    } else {
      double.spoken.push(text);
      const file = trouble === "not-wav" ? Buffer.from("<html>") : wavOf(text, trouble);
      response.writeHead(200, { "Content-Type": "audio/wav", "Content-Length": file.length });
      if (trouble === "cut-in-answer") response.write(file.subarray(0, 100), () => request.socket.destroy());
      else response.end(file);
    }
  }

  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const double: SpeechServer = {
    url: `http://127.0.0.1:${port}${o.path}`,
    apiKey: o.apiKey,
    spoken: [],
    troubles: [],
    held: () => onHeld.promise,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return double;
}

function wavOf({ text, voice, speakingRate }: SpokenText, trouble: SpeechTrouble | undefined): Buffer {
  const rate = trouble === "other-rate" ? 16_000 : sampleRate;
  const samples = Math.round((0.05 * rate * text.length) / speakingRate);
  const pitch = 100 + (Buffer.from(voice).reduce((sum, byte) => sum + byte, 0) % 200);
  const file = Buffer.alloc(44 + 2 * samples);
  file.write("RIFF", 0);
  file.writeUInt32LE(36 + 2 * samples, 4);
  file.write("WAVEfmt ", 8);
  file.writeUInt32LE(16, 16);
  file.writeUInt16LE(1, 20);
  file.writeUInt16LE(1, 22);
  file.writeUInt32LE(rate, 24);
  file.writeUInt32LE(2 * rate, 28);
  file.writeUInt16LE(2, 32);
  file.writeUInt16LE(16, 34);
  file.write("data", 36);
  file.writeUInt32LE(2 * samples, 40);
  if (trouble !== "silence") {
    for (let at = 0; at < samples; at++)
      file.writeInt16LE(Math.round(8000 * Math.sin((2 * Math.PI * pitch * at) / rate)), 44 + 2 * at);
  }
  return file;
}

/** A VOICEVOX engine with the styles 2 and 3. */
export function startVoicevox(): Promise<SpeechServer> {
  const refuse = (response: ServerResponse, status: number, detail: string) => {
    response.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify({ detail }));
    return null;
  };
  return startSpeechServer({
    apiKey: "",
    path: "",
    read(request, { pathname, searchParams: query }, body, response) {
      const voice = query.get("speaker") ?? "";
      if (request.method !== "POST") return refuse(response, 405, "Method Not Allowed");
      if (!["2", "3"].includes(voice)) return refuse(response, 404, `該当する話者(${voice})が見つかりません`);
      if (pathname === "/audio_query") {
        const text = query.get("text") ?? "";
        const asked = { accent_phrases: [], kana: text, speedScale: 1, outputSamplingRate: 24_000 };
        response.writeHead(200, { "Content-Type": "application/json" }).end(JSON.stringify(asked));
        return null;
      }
      if (pathname !== "/synthesis") return refuse(response, 404, "Not Found");
      const { kana, speedScale }: { kana: string; speedScale: number } = JSON.parse(body);
      return { text: kana, voice, speakingRate: speedScale };
    },
  });
}

/** `POST /v1/audio/speech`, as OpenAI answers it. */
export function startOpenaiSpeech(): Promise<SpeechServer> {
  const apiKey = "sk-example-of-speech";
  return startSpeechServer({
    apiKey,
    path: "/v1",
    read(request, { pathname }, body, response) {
      const refuse = (status: number, message: string) => {
        response.writeHead(status, { "Content-Type": "application/json" });
        response.end(JSON.stringify({ error: { message, type: "invalid_request_error" } }));
        return null;
      };
      if (pathname !== "/v1/audio/speech") return refuse(404, "Not Found");
      if (request.headers.authorization !== `Bearer ${apiKey}`)
        return refuse(401, `Incorrect API key provided: ${request.headers.authorization?.slice(7)}.`);
      const asked: { input: string; voice: string; speed: number; response_format: string } =
        JSON.parse(body);
      if (asked.input.length > 4096 || asked.response_format !== "wav") return refuse(400, "bad request");
      return { text: asked.input, voice: asked.voice, speakingRate: asked.speed };
    },
  });
}
