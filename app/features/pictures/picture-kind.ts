export type PictureKind = "jpeg" | "png" | "gif" | "webp";

const signatures: readonly { kind: PictureKind; bytes: readonly [at: number, text: string][] }[] = [
  { kind: "jpeg", bytes: [[0, "\xff\xd8\xff"]] },
  { kind: "png", bytes: [[0, "\x89PNG\r\n\x1a\n"]] },
  { kind: "gif", bytes: [[0, "GIF87a"]] },
  { kind: "gif", bytes: [[0, "GIF89a"]] },
  {
    kind: "webp",
    bytes: [
      [0, "RIFF"],
      [8, "WEBP"],
    ],
  },
];

/** What a file is by its first bytes; null for anything that is no picture of ours, whatever its name says. */
export function pictureKind(file: Uint8Array): PictureKind | null {
  const start = Buffer.from(file.subarray(0, 16)).toString("latin1");
  const found = signatures.find(({ bytes }) => bytes.every(([at, text]) => start.startsWith(text, at)));
  return found?.kind ?? null;
}
