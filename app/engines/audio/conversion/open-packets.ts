import { EncodedPacketSink, FilePathSource, Input, MP4, OGG, QTFF } from "mediabunny";
import { RefusedAudio } from "./audio-source.ts";
import type { FileReader } from "./file-reader.ts";

const formats = { mp4: [MP4, QTFF], ogg: [OGG] };
const codecs = { mp4: "aac", ogg: "opus" } as const;

/** Throws `RefusedAudio` without audio, or for another codec. */
export async function openPackets(file: FileReader, container: "mp4" | "ogg") {
  const input = new Input({ formats: formats[container], source: new FilePathSource(file.path) });
  const track = await input.getPrimaryAudioTrack();
  if (!track) throw new RefusedAudio("unreadable");
  if (track.codec !== codecs[container]) throw new RefusedAudio("unsupported-codec");
  const description = (await track.getDecoderConfig())?.description;
  if (!description) throw new RefusedAudio("unreadable");
  const config = ArrayBuffer.isView(description)
    ? new Uint8Array(description.buffer, description.byteOffset, description.byteLength)
    : new Uint8Array(description);
  const sink = new EncodedPacketSink(track);
  const first = await sink.getFirstPacket();
  if (!first) throw new RefusedAudio("unreadable");
  async function* packets() {
    let read = 0;
    try {
      for await (const { data } of sink.packets()) {
        read += data.byteLength;
        yield { data, position: read };
      }
    } finally {
      input.dispose();
    }
  }
  return {
    codec: codecs[container],
    /** AudioSpecificConfig, or Opus' identification header. */
    config: config.slice(),
    /** Of inaudible encoder delay. */
    delaySeconds: Math.max(0, -first.timestamp),
    packets: packets(),
  };
}

/** Share of the packets: more damage would be noise. */
const maxDamaged = 0.05;

/** Throws `RefusedAudio` if more packets are damaged than `maxDamaged` allows. */
export function assertFewDamaged({ damaged, packets }: { damaged: number; packets: number }): void {
  if (damaged > packets * maxDamaged) throw new RefusedAudio("unreadable");
}
