import { findCountedTrack } from "./find-counted-track.server.ts";
import { type CountSender, noteOfListener } from "./note-of-listener.server.ts";

/** Takes note of a play or an impression of a track, as `noteOfListener` does. Throws `NotFound`. */
export async function noteCount(
  options: CountSender & { kind: "play" | "impression"; trackId: number },
): Promise<void> {
  const { kind, trackId: id } = options;
  const { posterId } = await findCountedTrack(options);
  noteOfListener(options, { kind, id, ownerId: posterId });
}
