// @module-tag release: many rounds of races; the order of locks has a test of its own
import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterEach, expect, test, vi } from "vitest";
import { operatorActor } from "#app/features/audit/actor.ts";
import { recordConsent } from "#app/features/consent/server/record-consent.server.ts";
import { sendContactMessage } from "#app/features/contact/send-contact-message.server.ts";
import { startPreview } from "#app/features/creation/preview/start-preview.server.ts";
import { publishTrack } from "#app/features/creation/publish/publish-track.server.ts";
import { startScript } from "#app/features/creation/script/start-script.server.ts";
import { DomainError, NotAuthenticated } from "#app/features/domain-error.ts";
import { listMyInvitations } from "#app/features/invitations/server/list-invitations.server.ts";
import { likeTrack, unlikeTrack } from "#app/features/likes/server/like-track.server.ts";
import { deleteHistory } from "#app/features/listening/history/delete-history.server.ts";
import { ListeningBatch } from "#app/features/listening/server/listening-batch.server.ts";
import { followMember, unfollowMember } from "#app/features/people/server/follow-member.server.ts";
import {
  addToPlaylist,
  createPlaylistWithTrack,
  removeFromPlaylist,
} from "#app/features/playlists/bookmark/server/add-to-playlist.server.ts";
import { createPlaylist } from "#app/features/playlists/edit/server/create-playlist.server.ts";
import { deletePlaylist } from "#app/features/playlists/edit/server/delete-playlist.server.ts";
import { updatePlaylist } from "#app/features/playlists/edit/server/update-playlist.server.ts";
import { reorderItems } from "#app/features/playlists/reorder/reorder-items.server.ts";
import { followPlaylist, unfollowPlaylist } from "#app/features/playlists/server/follow-playlist.server.ts";
import { startSpeedTrial } from "#app/features/premium/server/start-speed-trial.server.ts";
import { updateProfile } from "#app/features/profile/server/update-profile.server.ts";
import { reportTrack } from "#app/features/reports/report-track.server.ts";
import { deleteTrack } from "#app/features/tracks/server/delete-track.server.ts";
import { db } from "#db/client.ts";
import { dialect } from "#db/columns.ts";
import * as errors from "#db/errors.ts";
import { audioTasks, follows, likes, notifications, sessions } from "#db/schema/index.ts";
import { addMember, withDatabase } from "#test/database.ts";
import { addFullAccount } from "#test/full-account.ts";
import { newPreview } from "#test/new-preview.ts";
import { addTrack } from "#test/tracks.ts";
import { denyAccount } from "../server/deny-account.server.ts";
import { startSession } from "../sessions/session.server.ts";
import { retrySignIn, signInLocally } from "../sign-in/server/open-account.server.ts";
import type { Viewer } from "../viewer.ts";
import { deleteAccount } from "./delete-account.server.ts";

/** Codes of the transactions that Postgres aborted; `write` runs them again. */
const abortedWith: string[] = [];
const { isRetryable } = errors;
vi.spyOn(errors, "isRetryable").mockImplementation((error) => {
  const again = isRetryable(error);
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  if (again && cause instanceof Error && "code" in cause) abortedWith.push(String(cause.code));
  return again;
});

withDatabase();

// The order of locks (docs/decisions/0006) prevents deadlocks (40P01).
afterEach(() => expect(abortedWith).not.toContain("40P01"));

/** SQLite has one writer: what meets there meets in the same order each time. */
const roundsOf = (onPostgres: number) => (dialect === "sqlite" ? onPostgres / 4 : onPostgres);

const night = { name: "夜", categories: [], description: null, isPublic: true };

/** What a member may be doing while another of their devices deletes the account. */
const verbs: Record<string, (who: { viewer: Viewer; other: Viewer; trackId: number }) => Promise<unknown>> = {
  "starts a session": ({ viewer }) => startSession({ userId: viewer.id, deviceInfo: "" }),
  "answers the cookie banner": ({ viewer }) =>
    recordConsent({ viewer, id: randomUUID(), cookieConsent: true, analyticsConsent: false }),
  "writes to the operator": ({ viewer }) =>
    sendContactMessage({
      viewer,
      message: { name: "夜", email: "yoru@example.com", subject: "その他", message: "夜です。" },
    }),
  "reports a track": (o) => reportTrack({ ...o, report: { reason: "other", comment: "" } }),
  likes: (o) => likeTrack(o),
  follows: ({ viewer, other }) => followMember({ viewer, userId: other.id }),
  unfollows: ({ viewer, other }) => unfollowMember({ viewer, userId: other.id }),
  "follows a playlist": ({ viewer }) => followPlaylist({ viewer, playlistId: 1 }),
  "unfollows a playlist": ({ viewer }) => unfollowPlaylist({ viewer, playlistId: 1 }),
  "adds to a playlist": ({ viewer, trackId }) => addToPlaylist({ viewer, playlistId: 1, trackId }),
  "takes out of a playlist": ({ viewer, trackId }) => removeFromPlaylist({ viewer, playlistId: 1, trackId }),
  "changes the profile": ({ viewer }) => updateProfile({ viewer, changes: { name: "別の名" } }),
  "forgets what was listened to": ({ viewer }) => deleteHistory({ viewer, trackId: null }),
  "starts the trial": ({ viewer }) => startSpeedTrial({ viewer }),
  "starts a script": ({ viewer }) => startScript({ viewer, flow: "v2", inputText: "夜" }),
  "starts a preview": ({ viewer }) => startPreview({ ...newPreview, viewer }),
  "makes a playlist": ({ viewer }) => createPlaylist({ viewer, playlist: night }),
  "makes a playlist with a track": ({ viewer, trackId }) =>
    createPlaylistWithTrack({ viewer, trackId, playlist: night }),
  "moves tracks in a playlist": ({ viewer }) => reorderItems({ viewer, playlistId: 1, items: [] }),
  "makes, changes and deletes a playlist": async ({ viewer }) => {
    const { id: playlistId } = await createPlaylist({ viewer, playlist: night });
    await updatePlaylist({ viewer, playlistId, playlist: { ...night, name: "朝" } });
    await deletePlaylist({ viewer, playlistId });
  },
  publishes: ({ viewer }) => publishTrack({ viewer, previewFilename: "x.mp3", title: "夜", labels: [] }),
};

/** Begins an act twice for a new member. It may fail, but only as a domain error. */
async function actTwice(act: (typeof verbs)[string]) {
  const [viewer, other] = [await addMember(), await addMember()];
  const trackId = await addTrack({ userId: other.id });
  const acts = [act, act].map((begin) =>
    begin({ viewer, other, trackId }).catch((error: unknown) => {
      expect(error).toBeInstanceOf(DomainError);
    }),
  );
  return { viewer, other, acts };
}

test.each(Object.entries(verbs))("one whose account is gone is signed in no longer: %s", async (_, verb) => {
  const [viewer, other] = [await addMember(), await addMember()];
  const trackId = await addTrack({ userId: other.id });
  await deleteAccount({ viewer });
  await expect(verb({ viewer, other, trackId })).rejects.toThrow(NotAuthenticated);
});

test.each([
  ...Object.entries(verbs),
  ["looks at the invitations", ({ viewer }: { viewer: Viewer }) => listMyInvitations({ viewer })] as const,
  [
    "has listened",
    async ({ viewer, other, trackId }: { viewer: Viewer; other: Viewer; trackId: number }) => {
      const batch = new ListeningBatch();
      for (const { id: userId } of [viewer, other]) {
        batch.addListening({ userId, trackId, positionMs: 1 });
        batch.addCount({ listener: userId, kind: "play", id: trackId });
      }
      expect(await batch.flush()).toBe(true);
    },
  ] as const,
])("a deletion at the same moment comes through, and nothing is left behind: %s", async (_, verb) => {
  for (let round = 0; round < roundsOf(8); round++) {
    const { viewer, other, acts } = await actTwice(verb);
    // The other account is deleted too: later or at the same time.
    const otherGoes = () => deleteAccount({ viewer: other });
    await Promise.all([...acts, deleteAccount({ viewer }), ...(round % 2 ? [otherGoes()] : [])]);
    await otherGoes();
  }
});

test("everybody deletes their account at once, with all that ties them", async () => {
  const people = await Promise.all(Array.from({ length: 6 }, () => addMember()));
  const trackIds: { owner: Viewer; trackId: number }[] = [];
  for (const owner of people) {
    for (let count = 0; count < 2; count++)
      trackIds.push({ owner, trackId: await addTrack({ userId: owner.id }) });
  }
  for (const viewer of people) {
    for (const other of people) if (other !== viewer) await followMember({ viewer, userId: other.id });
    for (const { trackId } of trackIds) await likeTrack({ viewer, trackId });
  }
  const full = await addFullAccount();
  const before = [await db.$count(likes), await db.$count(follows)];
  expect(before).toEqual([72 + 2, 30 + 2]);
  // While some of them still take likes back and delete tracks.
  await Promise.all([
    ...people.map((viewer) => deleteAccount({ viewer })),
    ...trackIds.map(({ owner, trackId }) =>
      deleteTrack({ viewer: owner, trackId }).catch((error: unknown) =>
        expect(error).toBeInstanceOf(DomainError),
      ),
    ),
    ...people.flatMap((viewer) =>
      trackIds.map(({ trackId }) =>
        unlikeTrack({ viewer, trackId }).catch((error: unknown) => expect(error).toBeInstanceOf(DomainError)),
      ),
    ),
    deleteAccount({ viewer: full.viewer }),
    deleteAccount({ viewer: full.friend }),
  ]);
  for (const table of [likes, follows, audioTasks, sessions]) expect(await db.$count(table)).toBe(0);
});

test("who signs in while the account is deleted gets a new one", async () => {
  const newcomer = { name: "夜", email: "again@example.com", invitationCode: null };
  for (let round = 0; round < 10; round++) {
    const { id } = await signInLocally(newcomer);
    const signIn = () =>
      retrySignIn(async () => startSession({ userId: (await signInLocally(newcomer)).id, deviceInfo: "" }));
    await Promise.all([signIn(), deleteAccount({ viewer: { id } })]);
    await signIn();
  }
});

test("who comes in by an invitation while its owner goes is let in or not, without a deadlock", async () => {
  for (let round = 0; round < 10; round++) {
    const owner = await addMember();
    const [invitation] = await listMyInvitations({ viewer: owner });
    const newcomers = Array.from({ length: 2 }, () =>
      signInLocally({
        name: "客",
        email: `${randomUUID()}@example.com`,
        invitationCode: invitation?.code ?? "",
      }),
    );
    const [first, second] = await Promise.all([...newcomers, deleteAccount({ viewer: owner })]);
    expect(first).not.toBe(second);
    expect(await db.$count(notifications, eq(notifications.userId, owner.id))).toBe(0);
  }
});

test.each(Object.entries(verbs))(
  "a denial at the same moment comes through, and nothing tells of the denied: %s",
  async (_, verb) => {
    for (let round = 0; round < roundsOf(4); round++) {
      const { viewer, acts } = await actTwice(verb);
      await Promise.all([...acts, denyAccount({ actor: operatorActor, userId: viewer.id })]);
      expect(await db.$count(notifications, eq(notifications.actorId, viewer.id))).toBe(0);
    }
  },
);
