import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { z } from "zod";
import { wavOfPcm } from "#app/engines/speech/wav-file.ts";
import { listen } from "../../listen.ts";

/** What the service does instead of speaking. */
export type SpeechTrouble =
  | { status: number; headers?: Record<string, string>; message?: string }
  /** Ends the connection before or within the answer. */
  | "cut"
  | "cut-in-answer"
  | "silence"
  | "not-wav"
  /** Of a rate that no sound has. */
  | "impossible-rate"
  | "huge"
  | "hold"
  | "none";

interface SpokenText {
  text: string;
  voice: string;
  speakingRate: number;
  /** Morae with audible falls, such as シ'ソオニ/イ'ク; VOICEVOX only. */
  kana?: string;
}

/** A service on loopback: each character is a tone of 50 ms at the voice's pitch. */
export interface SpeechServer {
  url: string;
  apiKey: string;
  spoken: SpokenText[];
  /** For the next requests, one each. */
  troubles: SpeechTrouble[];
  format: SoundFormat;
  /** Of the last answer, taken by the client or its system. */
  takenBytes(): number;
  /** Resolves when a request is held. */
  held(): Promise<void>;
  close(): Promise<void>;
}

interface SoundFormat {
  sampleRate: number;
  channels: 1 | 2;
}

/** Null for a step before the speech, already answered. */
type ReadText = (
  request: IncomingMessage,
  url: URL,
  body: string,
  response: ServerResponse,
) => SpokenText | null;

const hugeBytes = 24 * 1024 * 1024;

async function startSpeechServer(o: {
  apiKey: string;
  path: string;
  read: ReadText;
  /** Wraps the file; default unchanged. */
  write?: (file: Buffer, format: SoundFormat) => { type: string; body: Buffer };
}): Promise<SpeechServer> {
  let onHeld = Promise.withResolvers<void>();
  let taken = 0;
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
      const file =
        trouble === "not-wav" ? Buffer.from("<html>".repeat(8)) : wavOf(text, trouble, double.format);
      const { type, body } = o.write?.(file, double.format) ?? { type: "audio/wav", body: file };
      if (trouble === "huge") {
        // Without a length, as streaming programs.
        response.writeHead(200, { "Content-Type": type });
        taken = 0;
        const pieces = Readable.from(piecesOf(body)).on("data", (piece: Buffer) => {
          taken += piece.length;
        });
        return void (await pipeline(pieces, response).catch(() => {}));
      }
      response.writeHead(200, { "Content-Type": type, "Content-Length": body.length });
      if (trouble === "cut-in-answer") response.write(body.subarray(0, 100), () => request.socket.destroy());
      else response.end(body);
    }
  }

  const double: SpeechServer = {
    url: `http://127.0.0.1:${await listen(server)}${o.path}`,
    apiKey: o.apiKey,
    spoken: [],
    troubles: [],
    format: { sampleRate: 24_000, channels: 1 },
    takenBytes: () => taken,
    held: () => onHeld.promise,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return double;
}

function* piecesOf(body: Buffer): Generator<Buffer> {
  for (let at = 0; at < body.length; at += 65_536) yield body.subarray(at, at + 65_536);
}

export const pitchOf = (voice: string): number =>
  100 + (Buffer.from(voice).reduce((sum, byte) => sum + byte, 0) % 200);

/** The voice's tone, in both channels if stereo. */
function wavOf(
  { text, voice, speakingRate }: SpokenText,
  trouble: SpeechTrouble | undefined,
  { sampleRate, channels }: SoundFormat,
): Buffer {
  const samples = Math.round((0.05 * sampleRate * text.length) / speakingRate);
  const pcm = Buffer.alloc(2 * channels * samples);
  if (trouble !== "silence") {
    for (let at = 0; at < samples; at++) {
      const sample = Math.round(8000 * Math.sin((2 * Math.PI * pitchOf(voice) * at) / sampleRate));
      for (let channel = 0; channel < channels; channel++)
        pcm.writeInt16LE(sample, 2 * (channels * at + channel));
    }
  }
  const sound = trouble === "huge" ? Buffer.alloc(hugeBytes, pcm) : pcm;
  return Buffer.from(wavOfPcm(sound, trouble === "impossible-rate" ? 1 : sampleRate, channels));
}

const accentPhrases = z.array(
  z.strictObject({
    moras: z.array(z.strictObject({ text: z.string(), pitch: z.number() })).min(1),
    accent: z.number().int().min(1),
    pause_mora: z.null(),
    is_interrogative: z.boolean(),
  }),
);
type AccentPhrases = z.infer<typeof accentPhrases>;

/** A phrase per mark, falling after its first mora: katakana, long vowels by vowel, else ア. */
const analyse = (text: string): AccentPhrases =>
  text.split(/[、。？！ ]+/).flatMap((phrase) => {
    const kana = phrase.replace(/(?<=[オコソトノホモヨロ])ー/g, "オ").replace(/[^ァ-ヶー]/g, "ア");
    const moras = (kana.match(/.[ャュョ]?/g) ?? []).map((mora) => ({ text: mora, pitch: 0 }));
    return moras.length === 0 ? [] : [{ moras, accent: 1, pause_mora: null, is_interrogative: false }];
  });

/** High from the second mora to the accent. */
const withPitches = (phrases: AccentPhrases): AccentPhrases =>
  phrases.map((phrase) => ({
    ...phrase,
    moras: phrase.moras.map((mora, at) => ({
      ...mora,
      pitch: at < phrase.accent && (at > 0 || phrase.accent === 1) ? 6 : 5,
    })),
  }));

const kanaOf = (phrases: AccentPhrases): string =>
  phrases
    .map(({ moras }) =>
      moras
        .map(({ text, pitch }, at) => (pitch > (moras[at + 1]?.pitch ?? pitch) ? `${text}'` : text))
        .join(""),
    )
    .join("/");

/** A VOICEVOX engine with styles 0, 2 and 3. */
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
      if (!["0", "2", "3"].includes(voice))
        return refuse(response, 404, `該当する話者(${voice})が見つかりません`);
      if (pathname === "/audio_query") {
        const text = query.get("text") ?? "";
        const phrases = withPitches(analyse(text));
        const asked = { accent_phrases: phrases, kana: text, speedScale: 1, outputSamplingRate: 24_000 };
        response.writeHead(200, { "Content-Type": "application/json" }).end(JSON.stringify(asked));
        return null;
      }
      if (pathname === "/accent_phrases") {
        const phrases = withPitches(analyse(query.get("text") ?? ""));
        response.writeHead(200, { "Content-Type": "application/json" }).end(JSON.stringify(phrases));
        return null;
      }
      if (pathname === "/mora_data") {
        const phrases = withPitches(accentPhrases.parse(JSON.parse(body)));
        response.writeHead(200, { "Content-Type": "application/json" }).end(JSON.stringify(phrases));
        return null;
      }
      if (pathname !== "/synthesis") return refuse(response, 404, "Not Found");
      const { kana, speedScale, accent_phrases } = z
        .looseObject({ kana: z.string(), speedScale: z.number(), accent_phrases: accentPhrases })
        .parse(JSON.parse(body));
      return { text: kana, voice, speakingRate: speedScale, kana: kanaOf(accent_phrases) };
    },
  });
}

/** A service that answers as OpenAI's `POST /v1/audio/speech`. */
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

const geminiRequest = z.strictObject({
  contents: z.tuple([
    z.strictObject({
      role: z.literal("user"),
      parts: z.tuple([
        z.strictObject({
          text: z.string().min(1),
          speechMetadata: z.strictObject({ speaker: z.string(), style: z.string().optional() }),
        }),
      ]),
    }),
  ]),
  generationConfig: z.strictObject({
    responseModalities: z.tuple([z.literal("AUDIO")]),
    speechConfig: z.strictObject({
      languageCode: z.literal("ja"),
      multiSpeakerVoiceConfig: z.strictObject({
        speakerVoiceConfigs: z
          .array(z.strictObject({ speaker: z.string(), voiceConfig: z.strictObject({ voice: z.string() }) }))
          .length(2),
      }),
    }),
  }),
});

/**
 * Gemini's speech models: WAV, or as older ones bare samples of `bareType`, such as `audio/L16;codec=pcm`, with rate and
 * channels appended.
 */
export function startGeminiSpeech({ bareType = "" } = {}): Promise<SpeechServer> {
  const apiKey = "gemini-example-of-speech";
  return startSpeechServer({
    apiKey,
    path: "",
    read(request, { pathname }, body, response) {
      const refuse = (status: number, message: string) => {
        const error = { code: status, message, status: "ERROR" };
        response.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify({ error }));
        return null;
      };
      if (!/^\/v1\/models\/[\w.-]+:generateContent$/.test(pathname)) return refuse(404, "not found");
      if (request.headers["x-goog-api-key"] !== apiKey) return refuse(401, "API key not valid.");
      const { contents, generationConfig } = geminiRequest.parse(JSON.parse(body));
      const [{ parts }] = contents;
      const [{ text, speechMetadata }] = parts;
      const { speakerVoiceConfigs } = generationConfig.speechConfig.multiSpeakerVoiceConfig;
      const voice = speakerVoiceConfigs.find(({ speaker }) => speaker === speechMetadata.speaker);
      if (!voice) return refuse(400, "unknown speaker");
      const speakingRate = speechMetadata.style?.startsWith("fast") ? 2 : 1;
      return { text, voice: voice.voiceConfig.voice, speakingRate };
    },
    write(file, { channels }) {
      const rest = `;rate=${file.readUInt32LE(24)}${channels === 1 ? "" : `;channels=${channels}`}`;
      const inlineData = {
        mimeType: bareType ? bareType + rest : "audio/wav",
        data: file.subarray(bareType ? 44 : 0).toString("base64"),
      };
      const candidate = { content: { role: "model", parts: [{ inlineData }] }, finishReason: "STOP" };
      const usageMetadata = { promptTokenCount: 9, candidatesTokenCount: 50, totalTokenCount: 59 };
      const body = Buffer.from(JSON.stringify({ candidates: [candidate], usageMetadata }));
      return { type: "application/json", body };
    },
  });
}
