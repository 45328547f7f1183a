import { mp3Frames } from "#app/lib/mp3-frames.ts";

/** The exact duration in milliseconds of a layer III file without tags, by counting its frames. Throws where no frame begins. */
export function mp3Duration(file: Uint8Array): number {
  let seconds = 0;
  for (const frame of mp3Frames(file)) seconds = frame.seconds;
  return Math.round(seconds * 1000);
}
