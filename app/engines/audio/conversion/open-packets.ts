import { EncodedPacketSink, FilePathSource, Input, MP4, OGG, QTFF } from "mediabunny";
import { RefusedAudio } from "./audio-source.ts";
import type { FileReader } from "./file-reader.ts";

/** The encoded packets of the first audio track of a file. */
interface Packets {
  codec: "aac" | "opus";
  /** What the decoder needs before the first packet: AudioSpecificConfig, or Opus' identification header. */
  config: Uint8Array;
  /** Seconds of encoder delay at the beginning that are not to be heard. */
  delaySeconds: number;
  packets: AsyncGenerator<{ data: Uint8Array; position: number }>;
}

const formats = { mp4: [MP4, QTFF], ogg: [OGG] };
const codecs = { mp4: "aac", ogg: "opus" } as const;

/** Opens a file's audio. Throws `RefusedAudio` when it has none, or in another codec. */
export async function openPackets(file: FileReader, container: "mp4" | "ogg"): Promise<Packets> {
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
    config: config.slice(),
    delaySeconds: Math.max(0, -first.timestamp),
    packets: packets(),
  };
}

/** Share of the packets that may be damaged: more means that the sound would be noise. */
const maxDamaged = 0.05;

/** Throws `RefusedAudio` when the decoder could not read too many of the packets. */
export function assertFewDamaged({ damaged, packets }: { damaged: number; packets: number }): void {
  if (damaged > packets * maxDamaged) throw new RefusedAudio("unreadable");
}
