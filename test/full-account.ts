import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { lockUsersForShare } from "#app/features/accounts/server/locks.server.ts";
import { startSession } from "#app/features/accounts/sessions/session.server.ts";
import type { Viewer } from "#app/features/accounts/viewer.ts";
import { defaultNarration } from "#app/features/creation/narration/narration.ts";
import { startPreview } from "#app/features/creation/preview/start-preview.server.ts";
import { publishTrack } from "#app/features/creation/publish/publish-track.server.ts";
import { completePreview } from "#app/features/creation/tasks/server/complete-task.server.ts";
import { previews } from "#app/features/creation/tasks/server/creation-kinds.server.ts";
import type { NotificationEvent } from "#app/features/notifications/notifications.ts";
import { notify } from "#app/features/notifications/server/notify.server.ts";
import { composeOrderScreen } from "#app/features/premium/subscription/orders/order-screen.server.ts";
import { audioKey, audioStorage } from "#app/features/storage/server/audio-storage.server.ts";
import { claimTask } from "#app/features/tasks/task-life.server.ts";
import { hashToken } from "#app/lib/secret-token.ts";
import { type Db, db, write } from "#db/client.ts";
import {
  audioTasks,
  caseEntries,
  clips,
  consents,
  contactMessages,
  dailyMixes,
  dailyMixItems,
  digestEmails,
  disputes,
  emails,
  engineUsage,
  failedPayments,
  follows,
  invitations,
  likes,
  listeningHistory,
  memberBlocks,
  memberInsights,
  memberNotes,
  objectionFiles,
  objections,
  orders,
  payments,
  playbacks,
  playlistFollows,
  playlists,
  pronunciations,
  purchases,
  pushDeliveries,
  pushSubscriptions,
  receipts,
  recentReviews,
  refunds,
  series,
  seriesEpisodes,
  sessions,
  signInMoves,
  sources,
  stripeAddressChanges,
  subscriptions,
  trackCorrections,
  trackInsights,
  trackReports,
  trackSounds,
  tracks,
  users,
  weeklyEmails,
} from "#db/schema/index.ts";
import { addMember } from "./database.ts";
import { newPreview } from "./new-preview.ts";
import { addPlaylist } from "./playlists.ts";
import { addTrack } from "./tracks.ts";

const byte = new Uint8Array([1]);

export async function addPreview(viewer: Viewer): Promise<{ taskId: string; previewFilename: string }> {
  const taskId = await startPreview({
    viewer,
    flow: "v2",
    script: "A: こんばんは。",
    title: "夜の音",
    inputText: "秘密の本文",
    speakingRate: 1,
    narration: { ...defaultNarration, names: { A: "夜" } },
    isRemembered: true,
    labels: ["歴史"],
    factCheck: null,
  });
  await claimTask(previews, taskId);
  const files = [];
  for (const kbps of [64, 128]) {
    const storageKey = audioKey(taskId, kbps);
    await audioStorage().put(storageKey, byte);
    files.push({ kbps, storageKey, bytes: 1, sha256: "0".repeat(64) });
  }
  const cues = [{ speaker: "A" as const, text: "こんばんは。", startMs: 0, endMs: 900 }];
  await completePreview(taskId, { durationMs: 1000, files, cues });
  const [task] = await db.select().from(audioTasks).where(eq(audioTasks.id, taskId));
  return { taskId, previewFilename: task?.previewFilename ?? "" };
}

/** Notifications between member and friend, and messages to the site. */
async function addMessages(
  tx: Db,
  of: {
    viewer: Viewer;
    friend: Viewer;
    trackId: number;
    liked: number;
    friendsPlaylist: number;
    now: Date;
  },
): Promise<void> {
  const { viewer, friend, trackId, liked, now } = of;
  await lockUsersForShare(tx, [viewer.id, friend.id]);
  await tx.insert(trackCorrections).values({
    id: `correction-${trackId}`,
    trackId,
    state: "completed",
    line: 0,
    before: "こんばんわ。",
    after: "こんばんは。",
    note: "字を直しました",
    createdAt: now,
    correctedAt: now,
  });
  const told: [string, NotificationEvent][] = [
    [viewer.id, { type: "follow", actorId: friend.id }],
    [viewer.id, { type: "like", actorId: friend.id, trackId }],
    [viewer.id, { type: "playlist_add", actorId: friend.id, trackId, playlistId: of.friendsPlaylist }],
    [friend.id, { type: "follow", actorId: viewer.id }],
    [friend.id, { type: "like", actorId: viewer.id, trackId: liked }],
  ];
  for (const [userId, happening] of told) await notify(tx, { userId, event: happening, now });
  const [session] = await tx.select({ id: sessions.id }).from(sessions).where(eq(sessions.userId, viewer.id));
  if (!session) throw new Error("no session");
  await tx.insert(pushSubscriptions).values({
    id: `push-${viewer.id}`,
    userId: viewer.id,
    sessionId: session.id,
    endpoint: `https://push.example/${viewer.id}`,
    p256dh: `p256dh-of-${viewer.id}`,
    auth: "auth",
    createdAt: now,
  });
  const due = { subscriptionId: `push-${viewer.id}`, dueAt: now, createdAt: now };
  await tx.insert(pushDeliveries).values([
    { ...due, groupKey: "test" },
    { ...due, groupKey: `like ${trackId} 2026-11-22`, sentVersion: 1 },
  ]);
  const [message] = await tx
    .insert(contactMessages)
    .values({
      userId: viewer.id,
      name: viewer.name,
      email: viewer.email,
      subject: "その他",
      message: "こんばんは。",
      createdAt: now,
    })
    .returning({ id: contactMessages.id });
  const entry = { contactMessageId: message?.id ?? 0, author: "admin", createdAt: now };
  await tx.insert(caseEntries).values([
    { ...entry, kind: "reply", text: "お返事です。" },
    { ...entry, kind: "note", text: "運営のメモ" },
  ]);
  const [objection] = await tx
    .insert(objections)
    .values({
      ...{ receipt: `M-${viewer.id}`, token: "token", userId: viewer.id, trackId: liked },
      ...{ party: "person", demand: "take-down", target: `/track/${liked}` },
      ...{ name: viewer.name, email: viewer.email, explanation: "わたしのことです。" },
      ...{ createdAt: now, dueAt: now },
    })
    .returning({ id: objections.id });
  await tx.insert(objectionFiles).values({
    ...{ objectionId: objection?.id ?? 0, key: `evidence/${viewer.id}.png`, name: "夜.png", type: "png" },
    ...{ bytes: 8, sha256: "0".repeat(64), createdAt: now },
  });
  const [against] = await tx
    .insert(objections)
    .values({
      ...{ receipt: `A-${viewer.id}`, token: "token", userId: friend.id, trackId },
      ...{ party: "voice", demand: "take-down", target: `/track/${trackId}`, outcome: "taken-down" },
      ...{ name: friend.name, email: "friend@example.com", explanation: "声のことです。" },
      ...{ createdAt: now, dueAt: now, closedAt: now },
    })
    .returning({ id: objections.id });
  await tx.insert(caseEntries).values({
    ...{ objectionId: against?.id ?? 0, author: viewer.name, createdAt: now },
    ...{ kind: "appeal", text: "わたしの声です。" },
  });
  const inCase = { objectionId: objection?.id ?? 0, author: "admin", createdAt: now };
  await tx.insert(caseEntries).values([
    { ...inCase, kind: "reply", text: "確認しています。" },
    { ...inCase, kind: "note", text: "運営のメモ" },
  ]);
  await tx.insert(trackReports).values([
    {
      trackId: liked,
      userId: viewer.id,
      reason: "spam",
      comment: "宣伝です。",
      line: 0,
      quote: "夜",
      createdAt: now,
    },
    { trackId, userId: friend.id, reason: "other", createdAt: now },
    { memberId: friend.id, userId: viewer.id, reason: "other", createdAt: now },
    { memberId: viewer.id, userId: friend.id, reason: "other", createdAt: now },
    { playlistId: of.friendsPlaylist, userId: viewer.id, reason: "spam", createdAt: now },
  ]);
  const before = {
    ...{ cause: "new" as const, queuedAt: 0, setAsideAt: null, harms: [], reports: [], emailId: null },
    ...{ isVisible: true, isTakenDown: false, takedownReason: null, wasVisibleBefore: null },
    ...{ listedFrom: null, reviewedAt: null },
  };
  await tx
    .insert(memberNotes)
    .values({ userId: viewer.id, author: "admin", text: "運営のメモ", createdAt: now });
  await tx
    .insert(recentReviews)
    .values({ trackId, sessionId: "console", decision: "approve", before, decidedAt: now });
  await tx.insert(emails).values({
    id: `mail-${viewer.id}`,
    userId: viewer.id,
    to: "support@mugen.example",
    template: "contact",
    values: { message: "こんばんは。" },
    dueAt: now,
    createdAt: now,
  });
}

/** Paid once, with another purchase begun, for a Stripe customer. */
async function addSubscription(tx: Db, { id: userId }: Viewer, now: Date): Promise<void> {
  const [id, customerId] = [`sub_${userId}`, `cus_${userId}`];
  const paidUntil = new Date(now.getTime() + 30 * 24 * 60 * 60 * 1000);
  await tx.insert(subscriptions).values({
    id,
    userId,
    customerId,
    status: "active",
    paidUntil,
    checkedAt: now,
    createdAt: now,
  });
  await tx.insert(payments).values({
    id: `in_${userId}`,
    userId,
    subscriptionId: id,
    paymentIntentId: `pi_${userId}`,
    amount: 550,
    periodStart: now,
    periodEnd: paidUntil,
    paidAt: now,
  });
  await tx.insert(receipts).values({
    id: `in_${userId}`,
    userId,
    number: "MUGEN-0001",
    amount: 550,
    taxRate: 10,
    periodStart: now,
    periodEnd: paidUntil,
    paidAt: now,
    recipient: "消える人",
  });
  await tx.insert(refunds).values({
    id: `in_${userId}_0`,
    userId,
    receiptId: `in_${userId}`,
    amount: 100,
    reason: "途中で止まったため",
    status: "succeeded",
    createdAt: now,
  });
  await tx.insert(disputes).values({
    id: `dp_${userId}`,
    userId,
    receiptId: `in_${userId}`,
    amount: 550,
    reason: "incorrect_account_details",
    status: "warning_needs_response",
    evidenceDueAt: paidUntil,
    createdAt: now,
  });
  await tx.insert(failedPayments).values({
    id: `in_failed_${userId}`,
    userId,
    subscriptionId: id,
    amount: 550,
    attempts: 1,
    failedAt: now,
    outcome: "paid",
  });
  const { text: screen, hash } = composeOrderScreen({ startsAt: null });
  await tx.insert(orders).values({
    id: `order-of-${userId}`,
    userId,
    subscriptionId: id,
    method: "card_form",
    screen,
    hash,
    isShown: true,
    clickedAt: now,
    orderedAt: now,
  });
  await tx
    .insert(stripeAddressChanges)
    .values({ userId, previousEmail: "before@example.com", dueAt: new Date(now.getTime() + 1e9) });
  await tx.insert(purchases).values({ userId, key: userId, method: "checkout", dueAt: now, createdAt: now });
}

/**
 * A member with a row in every table that knows members, all kinds of files, and a friend on the other side of each tie
 * (follows, blocks, likes and bookmarks both ways).
 */
export async function addFullAccount() {
  const viewer = await addMember({ name: "消える人", isPremium: true, customUserId: `c${Date.now() % 1e9}` });
  const friend = await addMember({ name: "残る人" });
  const now = new Date();
  const token = await startSession({ userId: viewer.id, deviceInfo: "Firefox/1 Android" });
  const published = await addPreview(viewer);
  const { trackId } = await publishTrack({ viewer, ...published, title: "題", labels: ["歴史", "科学"] });
  const preview = await addPreview(viewer);
  const running = await startPreview({
    ...newPreview,
    viewer,
    flow: "v1",
    script: "A: まだ。",
    title: "途中",
    inputText: "途中",
  });
  await audioStorage().put(audioKey(running, 64), byte);
  const imageId = randomUUID();
  for (const size of [512, 96])
    await audioStorage().put(`pictures/${viewer.id}/${imageId}-${size}.webp`, byte);

  const friendsTracks = [];
  for (let count = 0; count < 3; count++) friendsTracks.push(await addTrack({ userId: friend.id }));
  const [liked = 0, second = 0, third = 0] = friendsTracks;
  const friendsPlaylist = await addPlaylist({ userId: friend.id, trackIds: [second, trackId, third] });
  const playlist = await addPlaylist({ userId: viewer.id, trackIds: [trackId, liked], name: "消えるリスト" });
  let seriesId = 0;
  await write(async (tx) => {
    await tx.insert(follows).values([
      { followerId: viewer.id, followingId: friend.id, createdAt: now },
      { followerId: friend.id, followingId: viewer.id, createdAt: now },
    ]);
    for (const id of [viewer.id, friend.id]) {
      await tx
        .update(users)
        .set({
          followerCount: 1,
          followingCount: 1,
          ...(id === viewer.id
            ? { picture: `/uploads/${id}/${imageId}.webp`, stripeCustomerId: `cus_${id}` }
            : { invitedById: viewer.id, invitedWith: `used-${viewer.id}` }),
        })
        .where(eq(users.id, id));
    }
    for (const [userId, playlistId] of [
      [viewer.id, friendsPlaylist],
      [friend.id, playlist],
    ] as const) {
      await tx.insert(playlistFollows).values({ userId, playlistId, createdAt: now });
      await tx.update(playlists).set({ followerCount: 1 }).where(eq(playlists.id, playlistId));
    }
    await tx.insert(likes).values([
      { userId: viewer.id, trackId: liked, createdAt: now },
      { userId: friend.id, trackId, createdAt: now },
    ]);
    await tx.insert(listeningHistory).values([
      { userId: viewer.id, trackId: liked, listenedAt: now, positionMs: 9000 },
      { userId: friend.id, trackId, listenedAt: now, positionMs: 900 },
    ]);
    await tx.insert(playbacks).values({
      userId: viewer.id,
      deviceId: "visit-of-a-phone",
      isPlaying: false,
      trackId: liked,
      positionMs: 9000,
      rate: 1.25,
      queue: { name: "新着", path: "/", isPlaylist: false, next: null, trackIds: [liked, trackId] },
      updatedAt: now,
    });
    const words = { firstTurn: 0, firstSentence: 0, lastTurn: 0, lastSentence: 0, createdAt: now };
    await tx.insert(sources).values({
      id: `source-of-${viewer.id}`,
      userId: viewer.id,
      flow: "v2",
      kind: "pdf",
      name: "W".repeat(200),
      title: "W".repeat(100),
      permittedAt: now,
      blocks: [
        { kind: "heading", level: 1, text: "W".repeat(100) },
        { kind: "paragraph", text: "あ".repeat(1000) },
      ],
      omitted: ["tables"],
      isTruncated: true,
      chosen: [1],
      createdAt: now,
      expiresAt: new Date(now.getTime() + 86_400_000),
    });
    const [begun] = await tx
      .insert(series)
      .values({
        userId: viewer.id,
        title: "W".repeat(40),
        category: "歴史",
        narration: defaultNarration,
        ...{ days: [1, 5], hour: 7, state: "paused", problem: "W".repeat(100) },
        ...{ nextAt: now, checkAt: now, createdAt: now, updatedAt: now },
      })
      .returning({ id: series.id });
    seriesId = begun?.id ?? 0;
    await tx.insert(seriesEpisodes).values(
      (["published", "waiting", "dropped"] as const).map((state, at) => ({
        ...{ seriesId, position: at + 1, heading: "W".repeat(100), text: "本文", seconds: 300, state },
        trackId: state === "published" ? trackId : null,
      })),
    );
    const counted = { day: "2026-11-22", source: "link" as const, value: 7 };
    await tx.insert(trackInsights).values({ trackId, ...counted });
    const sound = { sha256: "0".repeat(64), kbps: 64, isExcerpt: false, createdAt: now };
    await tx.insert(trackSounds).values({ trackId, ...sound });
    await tx.insert(memberInsights).values({ userId: viewer.id, ...counted });
    await tx.insert(digestEmails).values({ userId: viewer.id, token: viewer.id, dueAt: now, toldId: 0 });
    await tx.insert(weeklyEmails).values({ userId: viewer.id, token: viewer.id, dueAt: now });
    await tx.insert(clips).values([
      { id: `clip-of-${viewer.id}`, userId: viewer.id, trackId: liked, ...words },
      { id: `clip-from-${viewer.id}`, userId: friend.id, trackId, ...words },
    ]);
    await tx.update(tracks).set({ likeCount: 5, bookmarkCount: 2 }).where(eq(tracks.id, liked));
    await tx
      .insert(dailyMixes)
      .values({ userId: viewer.id, minutes: 30, day: "2026-11-22", feedId: viewer.id });
    await tx
      .insert(dailyMixItems)
      .values({ userId: viewer.id, position: 1, trackId: liked, reason: "resume", fromMs: 9000 });
    await tx.insert(invitations).values([
      { code: `used-${viewer.id}`, ownerId: viewer.id, usedCount: 1, createdAt: now },
      { code: `free-${viewer.id}`, ownerId: viewer.id, message: "どうぞ", createdAt: now },
    ]);
    await tx.insert(signInMoves).values({
      ...{ userId: viewer.id, newUserId: friend.id, cancelHash: hashToken(`token-${viewer.id}`) },
      ...{ createdAt: now, completesAt: new Date(now.getTime() + 86_400_000 * 7) },
    });
    await tx.insert(consents).values({
      id: `visit-${viewer.id}`,
      userId: viewer.id,
      cookieConsent: true,
      analyticsConsent: false,
      updatedAt: now,
    });
    await tx.insert(engineUsage).values({
      engine: "gemini",
      purpose: "script",
      model: "gemini-flash-latest",
      userId: viewer.id,
      taskId: preview.taskId,
      day: "2026-11-20",
      outcome: "done",
      characters: 900,
      createdAt: now,
    });
    await tx.insert(pronunciations).values({
      userId: viewer.id,
      owner: viewer.id,
      word: "宍粟",
      wordKey: "宍粟",
      reading: "シソー",
      updatedAt: now,
    });
    await addSubscription(tx, viewer, now);
    await addMessages(tx, { viewer, friend, trackId, liked, friendsPlaylist, now });
    // Last: from now on neither is told of the other.
    await tx.insert(memberBlocks).values([
      { blockerId: viewer.id, blockedId: friend.id, createdAt: now },
      { blockerId: friend.id, blockedId: viewer.id, createdAt: now },
    ]);
  });
  return {
    viewer,
    friend,
    token,
    trackId,
    preview,
    running,
    playlist,
    liked,
    friendsPlaylist,
    seriesId,
    friendsOrder: [second, third],
  };
}
