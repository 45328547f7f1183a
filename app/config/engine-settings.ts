import { z } from "zod";
import { isConfidentialOrNear } from "./url-safety.ts";

/** A setting that may be left out. */
export const optionalText = z.string().trim().min(1).optional();

/** With one message for whatever else is given: zod's speaks of types. */
export function wholeNumber(min: number, max: number) {
  const error = `must be a whole number from ${min} to ${max}`;
  return z.coerce.number({ error }).int({ error }).min(min, { error }).max(max, { error });
}

const count = wholeNumber(0, 1_000_000_000);
const engineUrl = z
  .url()
  .refine(
    isConfidentialOrNear,
    "must begin with https:// (http:// only on this machine or in its own network)",
  )
  .transform((url) => url.replace(/\/+$/, ""));

/** Its name at the service and for people, and its style. */
export interface ServiceVoice {
  id: string;
  name: string;
  style?: string | undefined;
}

const voices = z.string().transform((list, context): ServiceVoice[] => {
  const all = list.split(",").map((entry): ServiceVoice => {
    const [id = "", label = id] = entry.split("=").map((part) => part.trim());
    const [name = "", style] = label.split("/").map((part) => part.trim());
    return { id, name, ...(style ? { style } : {}) };
  });
  const ids = new Set(all.map(({ id }) => id));
  if (all.length >= 2 && ids.size === all.length && all.every(({ id, name }) => id && name)) return all;
  context.addIssue("must look like voice,voice or voice=name,voice=name/style, with at least two voices");
  return z.NEVER;
});

/** Yen per million tokens sent and received, and characters sent. */
interface EnginePrice {
  input: number;
  output: number;
  characters: number;
}

export const engineSettings = {
  SCRIPT_ENGINE: z
    .enum(["local", "gemini", "openai"])
    .default("local")
    .describe(
      "Who writes scripts: rules in this program, Gemini, or a server that speaks OpenAI's protocol. A model, or else that of `FACT_CHECK_ENGINE`, also looks at what is about to be published.",
    ),
  FACT_CHECK_ENGINE: z
    .enum(["local", "gemini", "openai"])
    .default("local")
    .describe(
      "Who checks facts; `gemini` searches with Google and names sources, the others search nothing.",
    ),
  CHAT_ENGINE: z
    .enum(["local", "gemini", "openai"])
    .default("local")
    .describe("Who answers in the support chat, always from the help and legal texts only."),
  GEMINI_API_KEY: optionalText.describe(
    "Key of the Gemini API, for the engines `gemini`. Google's terms forbid it in services that are directed at people under 18 or likely to be used by them: set `MINIMUM_AGE=18`.",
  ),
  GEMINI_MODEL: z.string().default("gemini-flash-latest").describe("Gemini's model for texts."),
  GEMINI_BASE_URL: engineUrl
    .default("https://generativelanguage.googleapis.com")
    .describe("Address of the Gemini API; another one for tests or a gateway."),
  OPENAI_BASE_URL: engineUrl
    .default("https://api.openai.com/v1")
    .describe(
      "Address of the server for the engines `openai`: OpenAI, or llama.cpp, Ollama (`http://127.0.0.1:11434/v1`), vLLM, LM Studio.",
    ),
  OPENAI_API_KEY: optionalText.describe("Its key; servers of your own often need none."),
  OPENAI_MODEL: optionalText.describe("Its model for texts; needed with an engine `openai`."),
  GEMINI_SPEECH_MODEL: z.string().default("gemini-3.8-flash-tts").describe("Gemini's model for speech."),
  GEMINI_SPEECH_VOICES: voices
    .prefault("Kore,Charon,Leda,Puck,Sulafat,Algieba,Aoede,Orus")
    .describe("Its voices: of A and of B, then others from which members may choose."),
  VOICEVOX_URL: engineUrl
    .default("http://127.0.0.1:50021")
    .describe("Address of the VOICEVOX engine (port 50021) or of AivisSpeech (10101)."),
  VOICEVOX_VOICES: voices
    .prefault(
      "2=四国めたん,3=ずんだもん,0=四国めたん/あまあま,6=四国めたん/ツンツン,1=ずんだもん/あまあま,7=ずんだもん/ツンツン",
    )
    .describe(
      "Its voices as `number of the style=name of the character/style`: of A and of B, then others from which members may choose. Each character has terms of its own, and some ask companies, or everybody who earns, for consent: see `VOICE_PERMISSIONS`.",
    ),
  VOICEVOX_CREDIT: z
    .string()
    .trim()
    .min(1)
    .default("VOICEVOX")
    .describe("Stands before the characters' names in the credit of a track, as VOICEVOX's terms ask."),
  VOICE_PERMISSIONS: z
    .string()
    .default("")
    .transform((list) =>
      list
        .split(",")
        .map((name) => name.trim())
        .filter(Boolean),
    )
    .describe(
      "Names of voices of `VOICEVOX_VOICES`, with commas between, for which you have the consent that their terms ask for. Without it the server refuses to start with such a voice.",
    ),
  OPENAI_SPEECH_URL: engineUrl
    .optional()
    .describe("Address of the server that speaks; by default `OPENAI_BASE_URL`."),
  OPENAI_SPEECH_MODEL: optionalText.describe(
    "Its model for speech; needed with `SPEECH_ENGINE=openai`. OpenAI itself shuts down all its models of `/audio/speech` on 2027-01-06; servers of your own go on.",
  ),
  OPENAI_SPEECH_VOICES: voices
    .prefault("marin,cedar,alloy,ash,coral,nova,onyx,sage,shimmer,verse")
    .describe("Its voices: of A and of B, then others from which members may choose."),
  AI_NOTE: z
    .enum(["written", "spoken", "feeds"])
    .default("feeds")
    .describe(
      "How tracks say that they were made with AI: `written` on pages, in feeds and in the files; `feeds` also aloud at the start of the files of feeds and downloads, as Apple Podcasts asks; `spoken` aloud at the start of each new track wherever it is heard.",
    ),
  SCRIPT_PART_CHARACTERS: wholeNumber(200, 2000)
    .default(1000)
    .describe(
      "A language model gets longer texts in parts of this length; fewer for models with a small context.",
    ),
  ENGINE_TIMEOUT_SECONDS: z.coerce
    .number({ error: "must be a number from 1 to 280" })
    .min(1)
    .max(280)
    .default(120)
    .describe("How long a service may take to answer one request."),
  ENGINE_CONCURRENCY: wholeNumber(1, 32)
    .default(2)
    .describe("Concurrent requests of one process to one service."),
  ENGINE_DAILY_REQUESTS: count.default(20_000).describe("Requests to one service a day, for the whole site."),
  ENGINE_DAILY_CHARACTERS: count
    .default(5_000_000)
    .describe("Characters sent to one service a day, for the whole site."),
  ENGINE_MEMBER_DAILY_REQUESTS: count
    .default(600)
    .describe(
      "Requests to one service a day for one member. A script takes a few, speech one for each line.",
    ),
  ENGINE_MEMBER_DAILY_CHARACTERS: count
    .default(200_000)
    .describe("Characters sent to one service a day for one member."),
  ENGINE_PRICES: z
    .string()
    .transform((list, context) => {
      const prices = parseEnginePrices(list);
      if (prices === null)
        context.addIssue("must look like model=input/output or model=input/output/characters");
      return prices ?? {};
    })
    .optional()
    .describe(
      "Prices in yen per million, to show costs: `model=input tokens/output tokens[/characters]`, with commas between," +
        " such as `gemini-flash-latest=120/600`.",
    ),
};

type EngineSettings = z.infer<z.ZodObject<typeof engineSettings>> & { SPEECH_ENGINE: string };

/** One line for each setting that a chosen engine lacks. */
export function missingEngineSettings(settings: EngineSettings): string[] {
  const engines = [settings.SCRIPT_ENGINE, settings.FACT_CHECK_ENGINE, settings.CHAT_ENGINE];
  const missing: string[] = [];
  if ([...engines, settings.SPEECH_ENGINE].includes("gemini") && !settings.GEMINI_API_KEY)
    missing.push("GEMINI_API_KEY: needed with an engine `gemini`");
  if (engines.includes("openai") && !settings.OPENAI_MODEL)
    missing.push("OPENAI_MODEL: needed with an engine `openai`");
  if (settings.SPEECH_ENGINE === "openai" && !settings.OPENAI_SPEECH_MODEL)
    missing.push(
      "OPENAI_SPEECH_MODEL: needed with SPEECH_ENGINE=openai; set it to the name of a model of /audio/speech on the server of OPENAI_SPEECH_URL (OpenAI's own end on 2027-01-06)",
    );
  return missing;
}

/** By model; null if it is no such list. */
function parseEnginePrices(list: string): Record<string, EnginePrice> | null {
  const prices: Record<string, EnginePrice> = {};
  for (const entry of list.split(",")) {
    if (entry.trim() === "") continue;
    const [, model, input, output, characters = "0"] =
      /^\s*([^=\s]+)=([\d.]+)\/([\d.]+)(?:\/([\d.]+))?\s*$/.exec(entry) ?? [];
    const numbers = [input, output, characters].map(Number);
    if (!model || !numbers.every(Number.isFinite)) return null;
    const [inputPrice = 0, outputPrice = 0, characterPrice = 0] = numbers;
    prices[model] = { input: inputPrice, output: outputPrice, characters: characterPrice };
  }
  return prices;
}
