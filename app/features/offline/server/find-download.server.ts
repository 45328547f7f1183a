import type { Viewer } from "#app/features/accounts/viewer.ts";
import { Forbidden } from "#app/features/domain-error.ts";
import { findHighAudio } from "#app/features/playback/server/find-audio.server.ts";
import { entitlementsOf } from "#app/features/premium/premium.ts";
import type { FileToServe } from "#app/features/storage/file-response/respond-with-file.server.ts";

/**
 * The file that the viewer's device downloads for a track: in high quality where there is one. `current`: not from a
 * replica. Throws `Forbidden` for members without premium and `NotFound` for tracks that the viewer may not listen to.
 */
export async function findDownload(options: {
  viewer: Viewer;
  trackId: number;
  current?: boolean;
}): Promise<FileToServe> {
  const { viewer, trackId, current = false } = options;
  if (!entitlementsOf(viewer).offline) throw new Forbidden("オフライン保存はプレミアム会員限定機能です");
  const file = await findHighAudio({ viewer, id: String(trackId), current });
  // The device checks the file against its entity tag, which nginx would replace.
  return { ...file, cacheControl: "private, no-store", accel: undefined };
}
