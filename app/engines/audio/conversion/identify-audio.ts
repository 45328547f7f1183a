type AudioKind = "mp3" | "m4a" | "ogg" | "flac" | "wav";

/** Bytes from which `identifyAudio` can tell. */
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
  // An ID3 tag, which some programs put before other kinds as well: `openAudio` looks behind it.
  { kind: "mp3", parts: [[0, "ID3"]] },
];

/** The kind of an audio file by its first bytes, whatever its name is; null for anything else. */
export function identifyAudio(start: Uint8Array): AudioKind | null {
  const text = Buffer.from(start.subarray(0, signatureBytes)).toString("latin1");
  const found = signatures.find(({ parts }) => parts.every(([at, part]) => text.startsWith(part, at)));
  if (found) return found.kind;
  const [sync = 0, head = 0, rates = 0] = start;
  // A frame of MPEG layer III.
  const isMp3 = sync === 0xff && (head & 0xe6) === 0xe2 && rates >> 4 !== 15 && ((rates >> 2) & 3) !== 3;
  return isMp3 ? "mp3" : null;
}
