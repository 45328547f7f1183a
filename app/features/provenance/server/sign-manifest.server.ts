import { and, asc, eq, isNotNull } from "drizzle-orm";
import { CompactSign } from "jose";
import type { z } from "zod";
import { aiNote } from "#app/engines/audio/ai-provenance.ts";
import type { TrackViewer } from "#app/features/tracks/excerpt.ts";
import { findNotice, findNoticeHashes } from "#app/features/tracks/notice/spoken-notices.server.ts";
import { findTrack } from "#app/features/tracks/server/find-track.server.ts";
import { type TrackWithScript, trackPath } from "#app/features/tracks/track.ts";
import { noticeFrames } from "#app/lib/notice-length.ts";
import { db } from "#db/client.ts";
import { prepared, type ValuesOf } from "#db/prepared.ts";
import { type StoredMadeWith, trackCorrections, trackSounds, tracks } from "#db/schema/index.ts";
import type { Manifest, provenanceReply } from "../provenance.schema.ts";
import { manifestFormat, manifestType } from "../provenance.ts";
import { signingKey } from "./site-keys.server.ts";

/** What was not recorded is `unknown`. Throws `NotFound` for a track that the viewer can't see. */
export async function signManifest(o: {
  viewer: TrackViewer;
  trackId: number;
  origin: string;
}): Promise<{ track: TrackWithScript; provenance: z.input<typeof provenanceReply> }> {
  const { viewer, trackId, origin } = o;
  const now = new Date();
  const track = await findTrack({ viewer, trackId });
  const manifest = await manifestOf(track, { origin, now });
  const { kid, x, privateKey } = await signingKey(now);
  const jws = await new CompactSign(new TextEncoder().encode(JSON.stringify(manifest)))
    .setProtectedHeader({
      alg: "Ed25519",
      typ: manifestType,
      kid,
      jwk: { kty: "OKP", crv: "Ed25519", x },
    })
    .sign(privateKey);
  return { track, provenance: { jws, manifest } };
}

const selectMaking = prepared((on, value: ValuesOf<{ trackId: number }>) =>
  on
    .select({ making: tracks.making, factCheck: tracks.factCheck })
    .from(tracks)
    .where(eq(tracks.id, value("trackId"))),
);

const selectSounds = prepared((on, value: ValuesOf<{ trackId: number }>) =>
  on
    .select()
    .from(trackSounds)
    .where(eq(trackSounds.trackId, value("trackId"))),
);

const selectCorrections = prepared((on, value: ValuesOf<{ trackId: number }>) =>
  on
    .select({
      field: trackCorrections.field,
      line: trackCorrections.line,
      at: trackCorrections.correctedAt,
    })
    .from(trackCorrections)
    .where(and(eq(trackCorrections.trackId, value("trackId")), isNotNull(trackCorrections.correctedAt)))
    .orderBy(asc(trackCorrections.createdAt)),
);

async function manifestOf(
  track: TrackWithScript,
  { origin, now }: { origin: string; now: Date },
): Promise<Manifest> {
  const { id, title, isRecording } = track;
  const [made] = await selectMaking(db, { trackId: id });
  const { script, factCheck, speech } = made?.making ?? {};
  const sounds = (await selectSounds(db, { trackId: id })).toSorted(
    (a, b) => Number(a.isExcerpt) - Number(b.isExcerpt) || b.kbps - a.kbps,
  );
  const corrections = await selectCorrections(db, { trackId: id });
  const noticeFiles = (await findNotice(id))?.files ?? [];
  const otherNotices = await findNoticeHashes();
  for (const { sha256 } of noticeFiles) otherNotices.delete(sha256);
  const present = sounds.filter(({ replacedAt }) => replacedAt === null);
  return {
    format: manifestFormat,
    site: origin,
    track: {
      id,
      address: new URL(trackPath(track), origin).href,
      title,
      author: track.posterName,
      publishedAt: track.uploadedAt.toISOString(),
    },
    kind: isRecording ? "recording" : "generated",
    notice: isRecording ? null : aiNote,
    script: isRecording
      ? null
      : {
          writtenBy: script ? engineOf(script) : "unknown",
          editedByAuthor: script?.isEdited ?? "unknown",
        },
    factCheck: made?.factCheck ? (factCheck ? engineOf(factCheck) : "unknown") : "none",
    speech: isRecording ? null : speech ? { ...engineOf(speech), voices: speech.voices } : "unknown",
    voiceCredit: track.speechCredit,
    sounds: present.map(presentSound),
    notices: noticeFiles.map(({ kbps, sha256 }) => ({ kbps, frames: noticeFrames, sha256 })),
    otherNotices: isRecording ? [] : [...otherNotices].toSorted(),
    corrections: corrections.flatMap(({ field, line, at }) =>
      at === null
        ? []
        : [
            {
              at: at.toISOString(),
              field,
              line: field === "line" ? line + 1 : null,
              replaced: sounds
                .filter(({ replacedAt }) => replacedAt?.getTime() === at.getTime())
                .map(presentSound),
            },
          ],
    ),
    signedAt: now.toISOString(),
  };
}

const engineOf = ({ engine, model, program }: StoredMadeWith) => ({ engine, model, program });

const presentSound = ({ isExcerpt, kbps, sha256 }: typeof trackSounds.$inferSelect) => ({
  part: isExcerpt ? ("excerpt" as const) : ("whole" as const),
  kbps,
  sha256,
});
