import { expect } from "vitest";
import { z } from "zod";
import { addMember } from "../../database.ts";
import { addTrack } from "../../tracks.ts";
import { call, friend, me, member, other, rows, visitor } from "./callers.ts";

export async function callNotifications(): Promise<void> {
  const track = await addTrack({ userId: friend.id });
  await call(me, `POST /api/likes/${track}`);
  const [first] = z
    .array(z.looseObject({ id: z.number() }))
    .min(1)
    .parse(await call(other, "GET /api/notifications"));
  await call(other, "GET /api/notifications/unread-count");
  const known = await other.get("/api/notifications/unread-count");
  const again = { "If-None-Match": known.headers.get("ETag") ?? "" };
  expect((await other.get("/api/notifications/unread-count", again)).status).toBe(304);
  const stream = await other.get("/api/notifications/stream");
  expect(stream.status).toBe(200);
  await stream.body?.cancel();
  await call(other, `POST /api/notifications/${first?.id}/read`);
  await call(other, "POST /api/notifications/read", { ids: [first?.id] });
  await call(other, "POST /api/notifications/read-all");
}

export async function callPeople(): Promise<void> {
  await call(me, `POST /api/users/${friend.id}/follow`);
  await call(other, `POST /api/users/${member.id}/follow`);
  for (const path of ["", "/follow-counts"]) await call(visitor(), `GET /api/users/${friend.id}${path}`);
  await call(visitor(), `GET /api/user/profile/${friend.id}`);
  rows.parse(await call(visitor(), `GET /api/users/${member.id}/tracks`));
  await call(me, `GET /api/users/${friend.id}/follow-status`);
  for (const side of ["followers", "following"] as const) {
    const list = z.record(z.literal(side), rows);
    list.parse(await call(me, `GET /api/users/${friend.id}/${side}`));
    rows.parse(await call(me, `GET /api/follows/${side}/${friend.id}`));
  }
  const third = await addMember();
  await call(other, `POST /api/users/${third.id}/follow`);
  await call(other, `DELETE /api/users/${third.id}/follow`);
}
