import type { VoicePace } from "#app/engines/speech/voice-pace.ts";

/** In a neutral mood: fitted to 340 sentences of all kinds, held by `voice-paces.test.ts`. */
export const voicePaces: ReadonlyMap<string, VoicePace> = new Map([
  ["mei", { secondsPerMora: 0.127, secondsPerComma: 0.36 }],
  ["nitech", { secondsPerMora: 0.134, secondsPerComma: 0.17 }],
  ["mei-happy", { secondsPerMora: 0.1245, secondsPerComma: 0.4 }],
  ["mei-low", { secondsPerMora: 0.1315, secondsPerComma: 0.37 }],
  ["mei-child", { secondsPerMora: 0.127, secondsPerComma: 0.36 }],
  ["nitech-young", { secondsPerMora: 0.127, secondsPerComma: 0.185 }],
  ["nitech-low", { secondsPerMora: 0.141, secondsPerComma: 0.185 }],
]);
