import { readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parseVoiceFile, readVoiceFile, VoiceFileError } from "./voice-file.ts";

const shipped = ["mei_normal", "mei_happy", "nitech_jp_atr503_m001"].map(
  (name) => new URL(`../voices/${name}.htsvoice`, import.meta.url),
);
const [meiFile = new URL("missing:")] = shipped;
const mei = await readFile(meiFile);

/** The voice with a change in its text or bytes. */
function damaged(change: (bytes: Buffer) => Buffer | undefined): Buffer {
  const bytes = Buffer.from(mei);
  return change(bytes) ?? bytes;
}

/** The same length, so that no range moves. */
const replaced = (from: string, to: string) =>
  damaged((bytes) => {
    expect(to).toHaveLength(from.length);
    const at = bytes.indexOf(from);
    expect(at).toBeGreaterThan(0);
    bytes.write(to, at, "latin1");
    return undefined;
  });

/** Where the Gaussians of the spectrum begin. */
const spectrumAt = () => {
  const from = Number(/STREAM_PDF\[MCP\]:(\d+)-/.exec(mei.toString("latin1", 0, 4000))?.[1]);
  return mei.indexOf("[DATA]\n") + 7 + from;
};

test("the shipped voices are read, in one sample rate", async () => {
  for (const file of shipped) {
    const voice = parseVoiceFile(await readFile(file));
    expect(voice).toMatchObject({ sampleRate: 48_000, framePeriod: 240, states: 5, alpha: 0.55 });
    expect(voice.streams.MCP).toMatchObject({ length: 35, hasVoicing: false });
    expect(voice.streams.LF0).toMatchObject({ length: 1, hasVoicing: true });
    expect(voice.isSilence("xx^a-sil+xx=xx/A:")).toBe(true);
    expect(voice.isSilence("xx^sil-a+xx=xx/A:")).toBe(false);
  }
});

test.each([
  { name: "nothing", bytes: Buffer.alloc(0), message: "it is no HTS voice" },
  { name: "another file", bytes: Buffer.from("RIFF....WAVEfmt "), message: "it is no HTS voice" },
  { name: "a head alone", bytes: mei.subarray(0, 500), message: "it is no HTS voice" },
  { name: "half of it", bytes: mei.subarray(0, mei.length / 2), message: "it ends early or is damaged" },
  { name: "all but a byte", bytes: mei.subarray(0, mei.length - 1), message: "it ends early or is damaged" },
  {
    name: "another format",
    bytes: replaced("HTS_VOICE_VERSION:1.0", "HTS_VOICE_VERSION:9.9"),
    message: "its format 9.9 is unknown",
  },
  {
    name: "another language",
    bytes: replaced("HTS_TTS_JPN", "HTS_TTS_ENG"),
    message: "it does not speak Japanese",
  },
  {
    name: "other streams",
    bytes: replaced("STREAM_TYPE:MCP,LF0,LPF", "STREAM_TYPE:LSP,LF0,LPF"),
    message: "its streams are LSP, LF0, LPF",
  },
  {
    name: "an impossible number",
    bytes: replaced("FRAME_PERIOD:240", "FRAME_PERIOD:0.5"),
    message: "FRAME_PERIOD is 0.5",
  },
  {
    name: "ranges that overlap the end",
    bytes: replaced("GV_TREE[LF0]:861115-861532", "GV_TREE[LF0]:861115-999999"),
    message: "it ends early or is damaged",
  },
  {
    name: "ranges that do not fit",
    bytes: replaced("STREAM_PDF[MCP]:25757-583536", "STREAM_PDF[MCP]:25757-583535"),
    message: "its Gaussians are incomplete",
  },
  {
    name: "NaN in a Gaussian",
    bytes: damaged((bytes) => void bytes.writeFloatLE(Number.NaN, spectrumAt() + 4000)),
    message: "it holds values that are no numbers",
  },
  {
    name: "a count of 4 billion Gaussians",
    bytes: damaged((bytes) => void bytes.writeUInt32LE(2 ** 32 - 1, spectrumAt())),
    message: "its Gaussians are incomplete",
  },
  {
    name: "a question that is not asked",
    bytes: replaced("QS C-Phone_a ", "QS C-Phone_? "),
    message: "a decision tree is damaged",
  },
])("$name is refused with its reason", ({ bytes, message }) => {
  expect(() => parseVoiceFile(bytes)).toThrow(VoiceFileError);
  expect(() => parseVoiceFile(bytes)).toThrow(message);
});

test("a missing file is named", async () => {
  const file = join(tmpdir(), "no-such-voice.htsvoice");
  await expect(readVoiceFile(file)).rejects.toThrow(VoiceFileError);
  await expect(readVoiceFile(file)).rejects.toThrow(file);
});
