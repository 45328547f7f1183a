import { basename, dirname, join } from "node:path";
import type { Mood } from "#app/engines/script/text-kind.ts";
import type { VoiceStyle } from "./voices.ts";

/** What a mood changes, and the happy share of voices recorded in both moods. */
interface MoodShape {
  semitones: number;
  range: number;
  pace: number;
  happiness: (share: number) => number;
}

const moods: Readonly<Record<Mood, MoodShape>> = {
  neutral: { semitones: 0, range: 1, pace: 1, happiness: (share) => share },
  joy: { semitones: 0.5, range: 1.12, pace: 1.06, happiness: (share) => share + 0.5 * (1 - share) },
  calm: { semitones: -0.7, range: 0.85, pace: 0.94, happiness: (share) => 0.5 * share },
  mourning: { semitones: -1.2, range: 0.72, pace: 0.88, happiness: () => 0 },
};

const [normalFile, happyFile] = ["mei_normal.htsvoice", "mei_happy.htsvoice"];

export function inMood(style: VoiceStyle, mood: Mood): VoiceStyle {
  const { semitones, range, pace, happiness } = moods[mood];
  return {
    ...style,
    mix: mixMoods(style.mix, happiness),
    semitones: style.semitones + semitones,
    range: style.range * range,
    pace: style.pace * pace,
  };
}

/** 1: neutral. */
export const paceOfMood = (mood: Mood): number => moods[mood].pace;

function mixMoods(mix: VoiceStyle["mix"], happiness: MoodShape["happiness"]): VoiceStyle["mix"] {
  const isMood = ({ file }: { file: string }) => [normalFile, happyFile].includes(basename(file));
  const recorded = mix.filter(isMood);
  const [first] = recorded;
  const whole = recorded.reduce((sum, { weight }) => sum + weight, 0);
  if (!first || whole === 0) return mix;
  const happy = recorded.find(({ file }) => basename(file) === happyFile)?.weight ?? 0;
  const share = happiness(happy / whole);
  const folder = dirname(first.file);
  const mixed = [
    { file: join(folder, normalFile), weight: whole * (1 - share) },
    { file: join(folder, happyFile), weight: whole * share },
  ];
  return [...mixed.filter(({ weight }) => weight > 0), ...mix.filter((part) => !isMood(part))];
}
