/** 16 bits, channels interleaved. */
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
