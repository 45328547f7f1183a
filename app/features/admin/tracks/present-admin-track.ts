import type { z } from "zod";
import type { adminFilesReply } from "./admin-tracks.schema.ts";
import type { AdminTrack } from "./admin-tracks.ts";

/** A track as the API returns it. */
export function presentAdminTrack(track: AdminTrack): z.input<typeof adminFilesReply>[number] {
  const {
    bytes,
    durationMs,
    posterId,
    pictureExists,
    uploadedAt,
    defect: _,
    withheldReason: __,
    waitsUntil: ___,
    reviewedAt: ____,
    ...rest
  } = track;
  const at = uploadedAt.toISOString();
  return {
    ...rest,
    trackId: rest.id,
    size: bytes,
    duration: durationMs / 1000,
    createdBy: posterId,
    profileImageExists: pictureExists,
    uploadedAt: at,
    createdAt: at,
  };
}
