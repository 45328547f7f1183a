import { type AudioSource, RefusedAudio } from "./audio-source.ts";
import type { FileReader } from "./file-reader.ts";
import { assertFewDamaged, openPackets } from "./open-packets.ts";

const maxSilent = 4;

/** Throws `RefusedAudio` for other codecs, and without the optional decoder. */
export async function* readM4a(file: FileReader): AudioSource {
  const { config, delaySeconds, packets } = await openPackets(file, "mp4");
  const { decoder: openDecoder } = await import("@audio/decode-aac").catch((error: unknown) => {
    throw new RefusedAudio("no-aac-decoder", { cause: error });
  });
  const decoder = await openDecoder({ asc: config, gapless: { start: delaySeconds } });
  try {
    const count = { damaged: 0, packets: 0 };
    for await (const { data, position } of packets) {
      count.packets++;
      const { channelData, sampleRate } = decoder.decode(data);
      if (sampleRate === 0) count.damaged++;
      if (channelData[0] && channelData[0].length > 0) yield { channels: channelData, sampleRate, position };
    }
    // The first packet is silent, and the encoder's delay is cut.
    assertFewDamaged({ ...count, damaged: Math.max(0, count.damaged - maxSilent) });
  } finally {
    decoder.free();
  }
}
