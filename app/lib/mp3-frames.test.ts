import { parseBuffer } from "music-metadata";
import { expect, test } from "vitest";
import { createMp3Encoder } from "wasm-media-encoders";
import { mp3Duration } from "./mp3-frames.ts";

const encoder = await createMp3Encoder();

test.each(
  [8000, 11_025, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000].flatMap((sampleRate) =>
    ([64, 128] as const)
      .filter((kbps) => sampleRate >= 16_000 || kbps === 64)
      .map((kbps) => ({ sampleRate, kbps })),
  ),
)(
  "counts the frames at $sampleRate Hz and $kbps kbps as music-metadata does",
  async ({ sampleRate, kbps }) => {
    encoder.configure({ sampleRate, channels: 1, bitrate: kbps });
    const noise = Float32Array.from({ length: sampleRate * 3 }, (_, i) => Math.sin(i * i) / 3);
    const file = Buffer.concat([encoder.encode([noise]).slice(), encoder.finalize().slice()]);
    const { format } = await parseBuffer(file, { mimeType: "audio/mpeg" }, { duration: true });
    expect(mp3Duration(file)).toBeCloseTo(1000 * (format.duration ?? 0), -0.5);
    expect(mp3Duration(file)).toBeGreaterThan(3000);
  },
);

test("rejects a file that is not MP3", () => {
  expect(() => mp3Duration(Uint8Array.of(0x52, 0x49, 0x46, 0x46))).toThrow("byte 0");
  expect(mp3Duration(new Uint8Array())).toBe(0);
});
