import { formatScript, parseScript, type Speaker } from "#app/engines/script/script.ts";

interface Cue {
  speaker: Speaker;
  text: string;
  startMs: number;
  endMs: number;
}

interface Transcript {
  script: string;
  cues: Cue[];
}

/**
 * Reads WebVTT with its times, or plain text with `A:` and `B:`. Of WebVTT's voices the first is A, the others B. Null for
 * WebVTT without a readable line.
 */
export function parseTranscript(text: string): Transcript | null {
  const plain = text.replace(/^\uFEFF/, "").replace(/\r\n?/g, "\n");
  if (!/^WEBVTT(?:[ \t\n]|$)/.test(plain)) return { script: formatScript(parseScript(plain)), cues: [] };
  const cues = parseWebVtt(plain);
  return cues.length === 0 ? null : { script: formatScript(cues), cues };
}

const timing = /^\s*((?:\d{2,}:)?\d{2}:\d{2}\.\d{3})\s+-->\s+((?:\d{2,}:)?\d{2}:\d{2}\.\d{3})(?:\s|$)/;

/** Skips blocks without times, such as notes and styles. */
function parseWebVtt(text: string): Cue[] {
  const voices: string[] = [];
  const cues = text.split(/\n{2,}/).flatMap((block) => {
    const lines = block.split("\n");
    const at = lines.findIndex((line) => timing.test(line));
    const times = timing.exec(lines[at] ?? "");
    if (at < 0 || at > 1 || !times) return [];
    const startMs = milliseconds(times[1] ?? "");
    const endMs = milliseconds(times[2] ?? "");
    const content = lines.slice(at + 1).join(" ");
    const voice = /^\s*<v(?:\.[^\s>]*)?\s+([^>]*)>/.exec(content)?.[1]?.trim();
    if (voice && !voices.includes(voice)) voices.push(voice);
    const marked = parseScript(plainText(content))[0];
    if (!marked || endMs <= startMs) return [];
    const speaker: Speaker = voice ? speakerOf(voice, voices) : marked.speaker;
    return [{ speaker, text: marked.text.replace(/\s+/g, " "), startMs, endMs }];
  });
  return cues.sort((a, b) => a.startMs - b.startMs);
}

/** Voices called A and B stay so. */
function speakerOf(voice: string, voices: readonly string[]): Speaker {
  if (voice === "A" || voice === "B") return voice;
  return voices.indexOf(voice) === 0 ? "A" : "B";
}

function milliseconds(time: string): number {
  return Math.round(time.split(":").reduce((sum, part) => sum * 60 + Number(part), 0) * 1000);
}

const entities: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  nbsp: " ",
  lrm: "",
  rlm: "",
};

function plainText(content: string): string {
  return content
    .replace(/<[^>]*>/g, "")
    .replace(/&(\w+);/g, (whole, name: string) => entities[name] ?? whole)
    .trim();
}
