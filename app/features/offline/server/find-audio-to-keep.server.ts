import type { Viewer } from "#app/features/accounts/viewer.ts";
import { findHighAudio } from "#app/features/playback/server/find-audio.server.ts";
import type { FileToServe } from "#app/features/playback/server/respond-with-file.server.ts";
import { requireOffline } from "../require-offline.ts";

/**
 * The file of a track that the viewer's device may keep: in high quality where there is one. Throws `Forbidden` for
 * members without premium and `NotFound` for what the viewer may not hear.
 */
export async function findAudioToKeep(options: {
  viewer: Viewer;
  trackId: number;
  current?: boolean;
}): Promise<FileToServe> {
  const { viewer, trackId, current = false } = options;
  requireOffline(viewer);
  const file = await findHighAudio({ viewer, id: String(trackId), current });
  // Its receiver knows the file by its tag, which nginx would replace.
  return { ...file, cacheControl: "private, no-store", accel: undefined };
}
