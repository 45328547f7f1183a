import type { Actor } from "#app/features/audit/actor.ts";
import { Conflict } from "#app/features/domain-error.ts";
import type { FlashKey } from "#app/features/site/flash.ts";
import { StoredFileMissing } from "#app/features/storage/storage.ts";
import { checkTrackFiles } from "#app/features/tracks/files/check-files.server.ts";
import { releaseTrack } from "#app/features/tracks/moderation/release-track.server.ts";
import { reviewTrack } from "#app/features/tracks/moderation/review-track.server.ts";
import { withholdTrack } from "#app/features/tracks/moderation/withhold-track.server.ts";
import { deleteTrack } from "#app/features/tracks/server/delete-track.server.ts";
import { setPremiumOnly } from "#app/features/tracks/server/set-premium-only.server.ts";
import { setTrackVisibility } from "#app/features/tracks/server/set-track-visibility.server.ts";
import type { TrackForm } from "./admin-tracks.schema.ts";

/** Does what a form about one track asks for. Returns the key of the message. Throws what the verbs throw. */
export async function changeTrack(actor: Actor, form: TrackForm): Promise<FlashKey> {
  const { trackId } = form;
  switch (form.intent) {
    case "visibility":
      await setTrackVisibility({ actor, trackId, isVisible: form.isVisible });
      return form.isVisible ? "track-shown" : "track-hidden";
    case "premium-only":
      await markPremiumOnly({ actor, trackId, isPremiumOnly: form.isPremiumOnly });
      return form.isPremiumOnly ? "admin-premium-only-on" : "admin-premium-only-off";
    case "withhold":
      await withholdTrack({ actor, trackId, reason: form.reason });
      return "admin-track-withheld";
    case "release":
      await releaseTrack({ actor, trackId });
      return "admin-track-released";
    case "review":
      await reviewTrack({ actor, trackId });
      return "admin-track-reviewed";
    case "delete":
      await deleteTrack({ actor, trackId, reason: form.reason });
      return "admin-track-deleted";
    case "check": {
      const files = await checkTrackFiles({ trackId });
      const isOk = files.length > 0 && files.every(({ defect }) => defect === null);
      return isOk ? "admin-files-checked" : "admin-files-defective";
    }
  }
}

async function markPremiumOnly(change: { actor: Actor; trackId: number; isPremiumOnly: boolean }) {
  try {
    await setPremiumOnly(change);
  } catch (error) {
    if (error instanceof StoredFileMissing)
      throw new Conflict("音声のファイルがないため、冒頭を切り出せません。先にファイルを戻してください。");
    throw error;
  }
}
