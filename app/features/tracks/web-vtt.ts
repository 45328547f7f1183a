import type { Cue } from "./track.ts";

/** A transcript as WebVTT with each line's speaker in a voice span (W3C WebVTT §4). */
export function webVtt(cues: readonly Cue[]): string {
  const blocks = cues.map(
    ({ speaker, text, startMs, endMs }, position) =>
      `${position + 1}\n${timestamp(startMs)} --> ${timestamp(endMs)}\n<v ${speaker}>${asCueText(text)}</v>`,
  );
  return `${["WEBVTT", ...blocks].join("\n\n")}\n`;
}

/** `HH:MM:SS.mmm` */
function timestamp(ms: number): string {
  const pad = (value: number, width: number) => String(value).padStart(width, "0");
  const whole = Math.floor(ms);
  return `${pad(Math.floor(whole / 3_600_000), 2)}:${pad(Math.floor(whole / 60_000) % 60, 2)}:${pad(Math.floor(whole / 1000) % 60, 2)}.${pad(whole % 1000, 3)}`;
}

/** A cue's text may hold neither markup nor a blank line nor the arrow. */
function asCueText(text: string): string {
  return text
    .replace(/\s*\n\s*/g, " ")
    .replace(/&/g, "&amp;")
    .replace(/</g, "&lt;")
    .replace(/>/g, "&gt;");
}
