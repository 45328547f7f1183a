type AudioKind = "mp3" | "m4a" | "ogg" | "flac" | "wav";

export const signatureBytes = 16;

const signatures: readonly { kind: AudioKind; parts: readonly [at: number, text: string][] }[] = [
  { kind: "flac", parts: [[0, "fLaC"]] },
  { kind: "ogg", parts: [[0, "OggS"]] },
  { kind: "m4a", parts: [[4, "ftyp"]] },
  {
    kind: "wav",
    parts: [
      [0, "RIFF"],
      [8, "WAVE"],
    ],
  },
  // An ID3 tag may precede other kinds too: `openAudio` looks behind it.
  { kind: "mp3", parts: [[0, "ID3"]] },
];

/** Tells the kind by the first bytes; null if it is no audio. */
export function identifyAudio(start: Uint8Array): AudioKind | null {
  const text = Buffer.from(start.subarray(0, signatureBytes)).toString("latin1");
  const found = signatures.find(({ parts }) => parts.every(([at, part]) => text.startsWith(part, at)));
  if (found) return found.kind;
  const [sync = 0, head = 0, rates = 0] = start;
  // MPEG layer III.
  const isMp3 = sync === 0xff && (head & 0xe6) === 0xe2 && rates >> 4 !== 15 && ((rates >> 2) & 3) !== 3;
  return isMp3 ? "mp3" : null;
}
