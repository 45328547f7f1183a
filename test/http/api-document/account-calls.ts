import { createECDH, randomBytes, randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import sharp from "sharp";
import { expect } from "vitest";
import { z } from "zod";
import { defaultNarration } from "#app/features/creation/narration/narration.ts";
import { sendEmail } from "#app/features/mail/send-email.server.ts";
import { reserveUsage } from "#app/features/providers/server/provider-usage.server.ts";
import { reportMember, reportPlaylist } from "#app/features/reports/report-member-or-playlist.server.ts";
import { write } from "#db/client.ts";
import {
  caseEntries,
  clips,
  digestEmails,
  invitations,
  memberInsights,
  objectionFiles,
  objections,
  series,
  seriesEpisodes,
  sessions,
  signInMoves,
  sources,
  trackCorrections,
  trackInsights,
  users,
  weeklyEmails,
} from "#db/schema/index.ts";
import { addMember } from "#test/database.ts";
import { addPlaylist } from "#test/playlists.ts";
import { browser, invite, newPerson, server, signIn } from "#test/servers/google-sign-in.ts";
import { addTrack } from "#test/tracks.ts";
import { call, friend, me, member, signedIn, stripe, visitor } from "./callers.ts";

export async function callPush(): Promise<void> {
  await call(visitor(), "GET /api/push/vapid-key");
  await call(me, "POST /api/notifications/test-push", { test: true });
  const ended = pushSubscription();
  await call(me, "POST /api/push/subscribe", ended);
  await call(me, "GET /api/push/subscribe");
  await call(me, "DELETE /api/push/subscribe", { endpoint: ended.endpoint });
  await call(me, "POST /api/push/subscribe", pushSubscription());
}

/** As a browser makes it. */
export const pushSubscription = () => ({
  endpoint: `https://fcm.googleapis.com/fcm/send/${randomUUID()}`,
  expirationTime: null,
  keys: {
    p256dh: createECDH("prime256v1").generateKeys("base64url"),
    auth: randomBytes(16).toString("base64url"),
  },
});

export async function callAccount(): Promise<void> {
  const asked = await visitor().get("/api/docs");
  expect(asked.status).toBe(200);
  await call(visitor(), "GET /api/access-control");
  for (const path of ["user", "me", "premium-status", "check-user-id/yoru"])
    await call(me, `GET /api/auth/${path}`);
  await call(me, "POST /api/trial/double-speed");
  await call(me, "PUT /api/auth/profile", { name: "夜野 かなで", customUserId: "kanade" });
  await call(me, "PATCH /api/auth/profile", { xHandle: "@kanade" });
  const picture = await sharp({ create: { width: 90, height: 90, channels: 3, background: "#a04020" } })
    .png()
    .toBuffer();
  const form = new FormData();
  form.append("image", new File([new Uint8Array(picture)], "face.png", { type: "image/png" }));
  const uploaded = await me.fetch("/api/upload/profile-image", { method: "POST", body: form });
  expect(uploaded.status).toBe(200);
  await call(me, "POST /api/contact", {
    name: "夜野 かなで",
    email: "kanade@example.com",
    subject: "その他",
    message: "こんばんは。",
  });
  const visit = { id: "visit-of-kanade", cookieConsent: true, analyticsConsent: false };
  await call(me, "POST /api/session", visit);
  await call(visitor(), "POST /api/ai-chat", { message: "解約したい", context: "customer_support" });

  await call(me, "GET /api/today");
  const codes = z
    .array(z.object({ id: z.string() }))
    .min(1)
    .parse(await call(me, "GET /api/invitations/my"));
  await call(me, "GET /api/invitations/stats");
  await call(me, `DELETE /api/invitations/${codes[0]?.id}`);
  await write(async (tx) => {
    await tx.update(users).set({ invitedById: member.id }).where(eq(users.id, friend.id));
    await tx
      .update(invitations)
      .set({ usedCount: 1, expiresAt: new Date(Date.now() + 60_000) })
      .where(eq(invitations.code, codes[1]?.id ?? ""));
  });
}

export async function callExport(): Promise<void> {
  const followed = await addPlaylist({ userId: friend.id, trackIds: [] });
  await call(me, `POST /api/playlists/${followed}/follow`);
  await call(me, `POST /api/users/${(await addMember()).id}/block`);
  const track = await addTrack({ userId: friend.id });
  await call(me, `POST /api/tracks/${track}/report`, { reason: "other" });
  const report = { reason: "other", comment: "" } as const;
  await reportMember({ viewer: member, memberId: friend.id, report });
  await reportPlaylist({ viewer: member, playlistId: followed, report });
  // Others go as soon as they are taken.
  const later = new Date(Date.now() + 3_600_000);
  await write((tx) =>
    sendEmail(tx, {
      to: member.email,
      template: "account-approved",
      values: { name: member.name },
      userId: member.id,
      now: later,
    }),
  );
  const own = await addTrack({ userId: member.id });
  await write((tx) =>
    tx.insert(sources).values({
      id: randomUUID(),
      userId: member.id,
      flow: "v1",
      kind: "markdown",
      name: "夜.md",
      title: "夜",
      permittedAt: later,
      blocks: [{ kind: "heading", level: 1, text: "夜" }],
      omitted: [],
      isTruncated: false,
      chosen: [0],
      createdAt: later,
      expiresAt: later,
    }),
  );
  await write(async (tx) => {
    const at = { nextAt: later, checkAt: later, createdAt: later, updatedAt: later };
    const of = { userId: member.id, title: "夜", category: "歴史", narration: defaultNarration };
    const [row] = await tx
      .insert(series)
      .values({ ...of, ...at, days: [1], hour: 7, state: "paused" })
      .returning({ id: series.id });
    const episode = { position: 1, heading: "夜", text: "夜です。", seconds: 60, state: "waiting" as const };
    await tx.insert(seriesEpisodes).values({ ...episode, seriesId: row?.id ?? 0 });
  });
  const counted = { day: "2026-11-22", source: "link" as const, value: 7 };
  await write(async (tx) => {
    await tx.insert(trackInsights).values({ trackId: own, ...counted });
    await tx.insert(memberInsights).values({ userId: member.id, ...counted });
    await tx.insert(digestEmails).values({ userId: member.id, token: member.id, dueAt: later, toldId: 0 });
    await tx.insert(weeklyEmails).values({ userId: member.id, token: member.id, dueAt: later });
  });
  const passage = { firstTurn: 0, firstSentence: 0, lastTurn: 0, lastSentence: 0 };
  await write((tx) =>
    tx
      .insert(clips)
      .values({ id: randomUUID(), userId: member.id, trackId: own, ...passage, createdAt: later }),
  );
  const objection = { party: "voice", demand: "correct", explanation: "わたしの声です。" } as const;
  await write(async (tx) => {
    const [filed] = await tx
      .insert(objections)
      .values({
        ...{ ...objection, receipt: randomUUID(), token: "token", userId: member.id, target: "/track/1" },
        ...{ name: "夜", email: "a@example.com", createdAt: later, dueAt: later, trackId: own },
      })
      .returning({ id: objections.id });
    await tx.insert(caseEntries).values({
      ...{ objectionId: filed?.id ?? 0, kind: "appeal", author: "夜", text: "わたしの声です。" },
      createdAt: later,
    });
    await tx.insert(objectionFiles).values({
      ...{ objectionId: filed?.id ?? 0, key: `evidence/${randomUUID()}.png`, name: "声.png", type: "png" },
      ...{ bytes: 8, sha256: "0".repeat(64), createdAt: later },
    });
  });
  await write((tx) =>
    tx.insert(trackCorrections).values({
      id: randomUUID(),
      trackId: own,
      state: "completed",
      line: 0,
      before: "前の行",
      after: "あとの行",
      createdAt: later,
      correctedAt: later,
    }),
  );
  expect(await call(me, `GET /api/tracks/${own}`)).toMatchObject({
    corrections: [{ line: 1, before: "前の行", after: "あとの行", correctedAt: later.toISOString() }],
  });
  const newSignIn = await addMember();
  const cancelHash = randomUUID();
  await write((tx) =>
    tx.insert(signInMoves).values({
      userId: member.id,
      newUserId: newSignIn.id,
      cancelHash,
      createdAt: later,
      completesAt: later,
    }),
  );
  const caller = { userId: member.id, taskId: null };
  await reserveUsage({ engine: "gemini", purpose: "script", model: "any", caller, characters: 9 });
  const data = z.record(z.string(), z.unknown()).parse(await call(me, "GET /api/auth/export"));
  const empty = Object.entries(data).filter(([, list]) => Array.isArray(list) && list.length === 0);
  expect(empty.map(([name]) => name)).toEqual([]);
}

export async function callSessions(): Promise<void> {
  expect(await signIn(browser(), newPerson(), { invitation: await invite() })).toBe("/?from_auth=true");
  await signedIn(member);
  const listed = z
    .array(z.object({ id: z.string(), isCurrent: z.boolean() }))
    .parse(await call(me, "GET /api/auth/sessions"));
  const away = listed.find(({ isCurrent }) => !isCurrent);
  await call(me, `DELETE /api/auth/sessions/${away?.id}`);
  await call(await signedIn(friend), "GET /api/auth/logout", undefined, 302);
  await call(await signedIn(friend), "POST /api/auth/logout");
  expect((await (await signedIn(friend)).form("/api/auth/logout", {})).status).toBe(303);
  const longAgo = await signedIn(member);
  const createdAt = new Date(Date.now() - 2 * 60 * 60 * 1000);
  await write((tx) => tx.update(sessions).set({ createdAt }).where(eq(sessions.userId, member.id)));
  expect((await longAgo.get("/api/auth/export", { Accept: "text/html" })).status).toBe(303);
  await write((tx) =>
    tx.update(sessions).set({ createdAt: new Date() }).where(eq(sessions.userId, member.id)),
  );
  await call(await signedIn(friend), "DELETE /api/auth/sessions");
  await call(await signedIn(friend), "DELETE /api/auth/account");
}

export async function callPremium(): Promise<void> {
  const payer = await addMember({ name: "払う人" });
  const browser = await signedIn(payer);
  expect(await call(visitor(), "GET /api/debug/session")).toEqual({ authenticated: false, userId: null });
  expect(await call(browser, "GET /api/debug/session")).toEqual({ authenticated: true, userId: payer.id });
  await call(browser, "POST /api/create-payment-intent", { email: "nobody" }, 400);
  const { clientSecret } = z
    .object({ clientSecret: z.string() })
    .parse(
      await call(browser, "POST /api/create-payment-intent", { email: "pay@example.com", name: "山田" }),
    );
  await call(browser, "POST /api/user/upgrade-premium", {}, 409);
  expect(stripe.pay(clientSecret)).toBe("succeeded");
  await call(browser, "POST /api/user/upgrade-premium", {});
  await call(browser, "POST /api/create-payment-intent", {}, 409);
  for (const change of ["pause", "resume", "cancel", "reactivate", "portal"])
    await call(browser, `POST /api/premium/${change}`);
  await call(browser, "POST /api/premium/reactivate", undefined, 409);
  stripe.failNext({ answer: 503, times: 4 });
  await call(browser, "POST /api/premium/portal", undefined, 503);

  // Stripe's webhook is not in the document.
  const address = `${server.origin}/webhooks/stripe`;
  const events = stripe.events();
  expect(new Set(await stripe.deliver(events, address))).toEqual(new Set([200]));
  const post = (body: string, signature: string) =>
    fetch(address, { method: "POST", body, headers: { "Stripe-Signature": signature } });
  const [event] = events;
  if (!event) throw new Error("no event");
  const { payload, signature } = stripe.sign(event);
  expect((await post(`${payload} `, signature)).status).toBe(400);
  expect((await post(payload, "t=1,v1=00")).status).toBe(400);
  expect((await post("x".repeat(300_000), signature)).status).toBe(413);
  for (const secret of [
    stripe.secretKey,
    stripe.webhookSecret,
    clientSecret,
    "pay@example.com",
    "4242424242424242",
    signature.split("v1=")[1] ?? "",
  ])
    expect(server.output()).not.toContain(secret);
}
