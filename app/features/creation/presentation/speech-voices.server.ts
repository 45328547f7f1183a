/** A voice from which members choose. */
export interface SpeechVoiceChoice {
  id: string;
  name: string;
}

/** The voices of this installation's speech engine. */
export interface SpeechVoices {
  /** The engine's name. */
  engine: string;
  voices: readonly SpeechVoiceChoice[];
  defaultVoices: Readonly<{ A: string; B: string }>;
  /** Speaks the sample of a voice: an MP3 file. Throws what the engine throws. */
  speakSample(o: { voiceId: string; userId: string; signal: AbortSignal }): Promise<Uint8Array>;
}

let open: (() => Promise<SpeechVoices>) | undefined;

/** Says how the voices are found; called once at start. */
export function registerSpeechVoices(openVoices: () => Promise<SpeechVoices>): void {
  open = openVoices;
}

/** The voices of this installation. Rejects when the configured engine is missing. */
export async function findSpeechVoices(): Promise<SpeechVoices> {
  if (!open) throw new Error("no speech voices are registered");
  return open();
}
