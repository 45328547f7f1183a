import { createECDH, randomBytes, randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import sharp from "sharp";
import { expect } from "vitest";
import { z } from "zod";
import { sendEmail } from "#app/features/mail/send-email.server.ts";
import { reserveUsage } from "#app/features/providers/server/provider-usage.server.ts";
import { write } from "#db/client.ts";
import { invitations, sessions, trackCorrections, users } from "#db/schema/index.ts";
import { addPlaylist } from "../../playlists.ts";
import { browser, invite, newPerson, signIn } from "../../servers/google-sign-in.ts";
import { addTrack } from "../../tracks.ts";
import { call, friend, me, member, signedIn, visitor } from "./callers.ts";

export async function callPush(): Promise<void> {
  await call(visitor(), "GET /api/push/vapid-key");
  await call(me, "POST /api/notifications/test-push", { test: true });
  const made = () => ({
    endpoint: `https://fcm.googleapis.com/fcm/send/${randomUUID()}`,
    expirationTime: null,
    keys: {
      p256dh: createECDH("prime256v1").generateKeys("base64url"),
      auth: randomBytes(16).toString("base64url"),
    },
  });
  const ended = made();
  await call(me, "POST /api/push/subscribe", ended);
  await call(me, "GET /api/push/subscribe");
  await call(me, "DELETE /api/push/subscribe", { endpoint: ended.endpoint });
  await call(me, "POST /api/push/subscribe", made());
}

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

  const codes = z
    .array(z.object({ id: z.string() }))
    .min(1)
    .parse(await call(me, "GET /api/invitations/my"));
  await call(me, "GET /api/invitations/stats");
  await call(me, `DELETE /api/invitations/${codes[0]?.id}`);
  await write(async (tx) => {
    await tx
      .update(users)
      .set({ invitedById: member.id })
      .where(eq(users.id, friend.id))
      .returning({ id: users.id });
    await tx
      .update(invitations)
      .set({ usedCount: 1, expiresAt: new Date(Date.now() + 60_000) })
      .where(eq(invitations.code, codes[1]?.id ?? ""))
      .returning();
  });
}

export async function callExport(): Promise<void> {
  const followed = await addPlaylist({ userId: friend.id, trackIds: [] });
  await call(me, `POST /api/playlists/${followed}/follow`);
  const track = await addTrack({ userId: friend.id });
  await call(me, `POST /api/tracks/${track}/report`, { reason: "other" });
  // A letter that waits; others are gone as soon as they were taken.
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
    tx
      .insert(trackCorrections)
      .values({
        id: randomUUID(),
        trackId: own,
        state: "completed",
        line: 0,
        before: "前の行",
        after: "あとの行",
        createdAt: later,
        correctedAt: later,
      })
      .returning({ id: trackCorrections.id }),
  );
  expect(await call(me, `GET /api/tracks/${own}`)).toMatchObject({
    corrections: [{ line: 1, before: "前の行", after: "あとの行", correctedAt: later.toISOString() }],
  });
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
  await write((tx) =>
    tx.update(sessions).set({ createdAt }).where(eq(sessions.userId, member.id)).returning(),
  );
  expect((await longAgo.get("/api/auth/export", { Accept: "text/html" })).status).toBe(303);
  await write((tx) =>
    tx.update(sessions).set({ createdAt: new Date() }).where(eq(sessions.userId, member.id)).returning(),
  );
  await call(await signedIn(friend), "DELETE /api/auth/sessions");
  await call(await signedIn(friend), "DELETE /api/auth/account");
}
