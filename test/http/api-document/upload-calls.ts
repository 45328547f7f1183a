import { expect } from "vitest";
import { z } from "zod";
import { addAdminSession } from "../../admin.ts";
import { makeMp3, makeWav } from "../../audio/make-audio.ts";
import { Client } from "../../client.ts";
import { server } from "../../servers/google-sign-in.ts";
import { call, me } from "./callers.ts";

/** Audio that the admin uploads. */
export async function callUploads(): Promise<void> {
  const admin = Client.withAdminSession(server.origin, (await addAdminSession()).token);
  const send = async (title: string, audio: Buffer, headers: HeadersInit = {}) => {
    const body = new FormData();
    body.set("title", title);
    body.set("audio", new File([new Uint8Array(audio)], "wave"));
    return admin.fetch("/api/admin/uploads", { method: "POST", body, headers });
  };
  expect((await send("波の音", await makeMp3())).status).toBe(201);
  const accepted = await send("長い波の音", makeWav({ seconds: 120 }), { Prefer: "respond-async" });
  expect(accepted.status).toBe(202);
  const { upload } = z.object({ upload: z.object({ id: z.string() }) }).parse(await accepted.json());
  await call(admin, `GET /api/admin/uploads/${upload.id}`);
  const cancelled = await call(admin, `DELETE /api/admin/uploads/${upload.id}`);
  expect(cancelled).toMatchObject({ upload: { status: "cancelled" }, track: null });
  await call(admin, `DELETE /api/admin/uploads/${upload.id}`, undefined, 409);
  await call(admin, "GET /api/admin/uploads/unknown", undefined, 404);
  expect((await send(" ", makeWav())).status).toBe(400);
  expect((await send("文章", Buffer.from("これは音声ではありません"))).status).toBe(415);
  await call(admin, "POST /api/admin/uploads", {}, 415);
  await call(me, "POST /api/admin/uploads", {}, 401);
}
