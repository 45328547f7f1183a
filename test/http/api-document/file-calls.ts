import { expect } from "vitest";
import { addAdminSession } from "../../admin.ts";
import { Client } from "../../client.ts";
import { addMember } from "../../database.ts";
import { server } from "../../servers/google-sign-in.ts";
import { addSoundingTracks } from "../../sounding-tracks.ts";
import { call, me, rows } from "./callers.ts";

/** The console's calls about files, and those that the admin makes about anybody's track. */
export async function callFiles(): Promise<void> {
  const { token } = await addAdminSession();
  const admin = Client.withAdminSession(server.origin, token);
  const [trackId = 0] = await addSoundingTracks({
    dataDir: server.dataDir,
    userId: (await addMember()).id,
    titles: ["銀河の話"],
    seconds: 2,
  });
  const found = rows.parse(
    await call(admin, `GET /api/admin/files/location?q=${encodeURIComponent("銀河")}`),
  );
  expect(found).toMatchObject([{ id: trackId, trackId, title: "銀河の話", location: "local", exists: true }]);
  await call(me, "GET /api/admin/files/location", undefined, 401);
  const message = "S3は設定されていません。ファイルを確認しました。";
  const synced = await call(admin, `POST /api/admin/files/sync/${trackId}`);
  expect(synced).toMatchObject({ success: true, message, trackId });
  expect(await call(admin, "POST /api/admin/files/sync/2000000000", undefined, 404)).toMatchObject({
    error: "音声が見つかりません",
  });
  await call(me, `POST /api/admin/files/sync/${trackId}`, undefined, 401);
  expect(await call(admin, "POST /api/admin/files/sync-all")).toMatchObject({ message, isFinished: true });
  await call(me, "POST /api/admin/files/sync-all", undefined, 401);

  await call(admin, `PATCH /api/tracks/${trackId}/visibility`, { isVisible: false });
  const audio = `/api/admin/tracks/${trackId}/audio`;
  const part = await admin.get(audio, { Range: "bytes=0-9" });
  expect([part.status, (await part.arrayBuffer()).byteLength]).toEqual([206, 10]);
  const whole = await admin.get(audio);
  expect([whole.status, whole.headers.get("Cache-Control")]).toEqual([200, "private, no-store"]);
  await whole.arrayBuffer();
  const known = { "If-None-Match": whole.headers.get("ETag") ?? "" };
  expect((await admin.get(audio, known)).status).toBe(304);
  await call(admin, "GET /api/admin/tracks/2000000000/audio", undefined, 404);
  await call(me, `GET /api/admin/tracks/${trackId}/audio`, undefined, 401);
  await call(admin, `DELETE /api/tracks/${trackId}`);
  const gone = { error: "音声が見つかりません", code: "not_found" };
  expect(await call(admin, `DELETE /api/tracks/${trackId}`, undefined, 404)).toMatchObject(gone);
  const visible = { isVisible: true };
  expect(await call(admin, `PATCH /api/tracks/${trackId}/visibility`, visible, 404)).toMatchObject(gone);
}
