import { z } from "zod";
import type { ServiceVoice } from "#app/config/engine-settings.ts";
import { findVoiceTerms } from "#app/config/voice-terms.ts";
import { describeAnswer, EngineError, failureOfStatus } from "#app/engines/providers/engine-error.ts";
import { engineErrorIn, fetchAnswer, maxTextBytes } from "#app/engines/providers/fetch-answer.ts";
import { setAccents } from "#app/engines/speech/set-accents.ts";
import type { WordAccent } from "#app/engines/speech/speech-engine.ts";
import { parseRetryAfter } from "#app/lib/retry-after.ts";
import { maxSpeechBytes, type SpeechService, speechVoices } from "./remote-speech-engine.ts";

const engine = "voicevox";

/** The rest is passed on. */
const accentPhrasesSchema = z.array(
  z.looseObject({
    moras: z.array(z.looseObject({ text: z.string() })),
    /** The pitch falls after this mora, from 1; the last one if flat. */
    accent: z.number().int(),
    pause_mora: z.unknown(),
    is_interrogative: z.boolean().optional(),
  }),
);
type AccentPhrase = z.infer<typeof accentPhrasesSchema>[number];

const withoutEnd = (phrase: AccentPhrase): AccentPhrase => ({
  ...phrase,
  pause_mora: null,
  is_interrogative: false,
});

const creditOfVoice = (name: string, creditName: string) =>
  findVoiceTerms(name, { VOICEVOX_CREDIT: creditName })?.credit ?? `${creditName}:${name}`;

/**
 * VOICEVOX or AivisSpeech: a query, changed in speed and accents, then synthesis. Leaves the server's dictionary alone, since
 * it is everybody's. Voices are style numbers. No key.
 */
export function createVoicevoxService(o: {
  baseUrl: string;
  creditName: string;
  voices: readonly ServiceVoice[];
}): SpeechService {
  async function post(
    path: string,
    query: URLSearchParams,
    signal: AbortSignal,
    body?: string,
    maxBytes = maxTextBytes,
  ): Promise<Response> {
    let response: Response;
    try {
      response = await fetchAnswer({ service: "VOICEVOX", maxBytes })(`${o.baseUrl}${path}?${query}`, {
        method: "POST",
        signal,
        ...(body === undefined ? {} : { body, headers: { "Content-Type": "application/json" } }),
      });
    } catch (error) {
      signal.throwIfAborted();
      throw unavailable(error);
    }
    if (response.ok) return response;
    const said = describeAnswer(await response.text().catch(() => ""), []);
    throw new EngineError(failureOfStatus(response.status), `VOICEVOX ${response.status}: ${said}`, {
      retryAfterS: parseRetryAfter(response.headers.get("retry-after")),
    });
  }

  /** A connection that breaks is no answer. */
  async function read<T>(response: Response, signal: AbortSignal, part: (response: Response) => Promise<T>) {
    try {
      return await part(response);
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof SyntaxError) throw new EngineError("unusable", "VOICEVOX: no JSON");
      throw unavailable(error);
    }
  }

  /** With words' accents and their pitches; null if none of the words is there. */
  async function accent(
    phrases: unknown,
    accents: readonly WordAccent[],
    speaker: { speaker: string },
    signal: AbortSignal,
  ): Promise<unknown> {
    const known = accentPhrasesSchema.safeParse(phrases);
    const changed = known.success ? setAccents(known.data, accents, withoutEnd) : null;
    if (!changed) return null;
    const answer = await post("/mora_data", new URLSearchParams(speaker), signal, JSON.stringify(changed));
    return read(answer, signal, (response) => response.json());
  }

  return {
    engine,
    model: engine,
    sampleRate: 24_000,
    takesAccents: true,
    voices: speechVoices(o.voices).map((voice, at) => ({
      ...voice,
      credit: creditOfVoice(o.voices[at]?.name ?? "", o.creditName),
    })),
    async readText({ text, voice, signal }) {
      const asked = await post("/accent_phrases", new URLSearchParams({ text, speaker: voice }), signal);
      const phrases = accentPhrasesSchema.safeParse(await read(asked, signal, (response) => response.json()));
      if (!phrases.success) throw new EngineError("unusable", "VOICEVOX: no accent phrases");
      return phrases.data.map(({ moras, accent }) => ({
        morae: moras.map((mora) => mora.text),
        accent: accent === moras.length ? 0 : accent,
      }));
    },
    async speak({ text, accents, voice, speakingRate, signal }) {
      const speaker = { speaker: voice };
      const asked = await post("/audio_query", new URLSearchParams({ text, ...speaker }), signal);
      const query: unknown = await read(asked, signal, (response) => response.json());
      if (typeof query !== "object" || query === null || !("accent_phrases" in query))
        throw new EngineError("unusable", "VOICEVOX: no query");
      const accented =
        accents.length === 0 ? null : await accent(query.accent_phrases, accents, speaker, signal);
      // Pauses between turns are ours.
      const changed = {
        ...query,
        ...(accented ? { accent_phrases: accented } : {}),
        speedScale: speakingRate,
        prePhonemeLength: 0.05,
        postPhonemeLength: 0.05,
        outputSamplingRate: 24_000,
        outputStereo: false,
      };
      const synthesised = await post(
        "/synthesis",
        new URLSearchParams(speaker),
        signal,
        JSON.stringify(changed),
        maxSpeechBytes({ text, speakingRate }),
      );
      const wav = new Uint8Array(await read(synthesised, signal, (response) => response.arrayBuffer()));
      return { wav, usage: {} };
    },
  };
}

function unavailable(error: unknown): EngineError {
  const refused = engineErrorIn(error);
  if (refused) return refused;
  const { message, cause } = error instanceof Error ? error : new Error(String(error));
  const because = cause instanceof Error ? ` (${cause.message})` : "";
  return new EngineError("unavailable", `VOICEVOX: ${describeAnswer(message + because, [])}`);
}
