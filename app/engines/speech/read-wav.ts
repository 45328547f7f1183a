/**
 * The samples of a mono 16-bit PCM WAV file as little-endian bytes, with their rate. `undefined` for other files and for
 * one without samples. The data chunk is read to the end of the file, because programs that stream write a wrong length.
 */
export function readWav(file: Uint8Array): { sampleRate: number; pcm: Uint8Array } | undefined {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  if (file.byteLength < 44 || view.getUint32(0) !== 0x52494646 || view.getUint32(8) !== 0x57415645)
    return undefined;
  let sampleRate = 0;
  for (let at = 12; at + 8 <= file.byteLength; ) {
    const id = view.getUint32(at);
    const length = view.getUint32(at + 4, true);
    if (id === 0x666d7420 && at + 24 <= file.byteLength) {
      const isMono16 =
        view.getUint16(at + 8, true) === 1 &&
        view.getUint16(at + 10, true) === 1 &&
        view.getUint16(at + 22, true) === 16;
      if (!isMono16) return undefined;
      sampleRate = view.getUint32(at + 12, true);
    } else if (id === 0x64617461) {
      const pcm = file.subarray(at + 8, file.byteLength - ((file.byteLength - at) % 2));
      return sampleRate > 0 && pcm.byteLength > 0 ? { sampleRate, pcm } : undefined;
    }
    at += 8 + length + (length % 2);
  }
  return undefined;
}

/** Converts 16-bit PCM bytes to −1…1 samples, written to `target` from `offset` on. */
export function pcmToFloat(o: { pcm: Uint8Array; target: Float32Array; offset: number }): void {
  const view = new DataView(o.pcm.buffer, o.pcm.byteOffset, o.pcm.byteLength);
  const count = Math.floor(o.pcm.byteLength / 2);
  for (let i = 0; i < count; i++) o.target[o.offset + i] = view.getInt16(2 * i, true) / 32768;
}

/** A WAV file of 16 bits with these samples, those of the channels in turn. */
export function wavOfPcm(pcm: Uint8Array, sampleRate: number, channels = 1): Uint8Array {
  const file = Buffer.alloc(44 + pcm.byteLength);
  file.write("RIFF", 0, "latin1");
  file.writeUInt32LE(36 + pcm.byteLength, 4);
  file.write("WAVEfmt ", 8, "latin1");
  file.writeUInt32LE(16, 16);
  file.writeUInt16LE(1, 20);
  file.writeUInt16LE(channels, 22);
  file.writeUInt32LE(sampleRate, 24);
  file.writeUInt32LE(2 * channels * sampleRate, 28);
  file.writeUInt16LE(2 * channels, 32);
  file.writeUInt16LE(16, 34);
  file.write("data", 36, "latin1");
  file.writeUInt32LE(pcm.byteLength, 40);
  file.set(pcm, 44);
  return file;
}
