import { expect } from "vitest";
import { z } from "zod";
import { addAdminSession } from "../../admin.ts";
import { Client } from "../../client.ts";
import { server } from "../../servers/google-sign-in.ts";
import { call, me, videoSite, visitor } from "./callers.ts";

const themes = z.array(z.object({ id: z.int(), title: z.string() })).min(1);

/** Themes: extracted from a video, decided about, made audio of. */
export async function callThemes(): Promise<void> {
  const { token } = await addAdminSession();
  const admin = Client.withAdminSession(server.origin, token);
  const [known, silent, away] = ["76979871", "76979872", "76979873"].map((id) => `https://vimeo.com/${id}`);
  const description = "■月の満ち欠け\n月は地球のまわりを回っています。".concat(
    "満ち欠けは、太陽の光が当たる向きで変わります。".repeat(4),
  );
  videoSite.videos.set(known ?? "", { title: "夜の話", author: "夜の局", description });
  videoSite.videos.set(silent ?? "", { title: "無口な動画", author: "夜の局" });
  videoSite.videos.set(away ?? "", 500);
  const extract = "POST /api/admin/youtube/extract";
  const [theme] = themes.parse(await call(admin, extract, { url: known }));
  expect(theme?.title).toBe("月の満ち欠け");
  expect(themes.parse(await call(admin, "GET /api/admin/themes?limit=1"))).toMatchObject([{ id: theme?.id }]);
  await call(admin, extract, { url: known }, 409);
  expect(await call(admin, extract, { url: silent }, 409)).toMatchObject({
    error: expect.stringContaining("動画の字幕を取得できませんでした。"),
  });
  themes.parse(await call(admin, extract, { url: silent, text: description.repeat(2) }));
  await call(admin, extract, { url: "https://vimeo.com/76979874" }, 409);
  await call(admin, extract, { url: away }, 503);
  for (const url of ["", "https://example.com/watch?v=jNQXAC9IVRw", "http://127.0.0.1/"])
    await call(admin, extract, { url }, 400);
  expect(videoSite.asked).not.toContain("http://127.0.0.1/");
  for (const client of [visitor(), me]) await call(client, extract, { url: known }, 401);

  const path = `/api/admin/themes/${theme?.id}`;
  await call(admin, `POST ${path}/generate-audio`, { speakingRate: 0.75 }, 409);
  await call(admin, `PATCH ${path}/status`, { status: "published" }, 400);
  expect(await call(admin, `PATCH ${path}/status`, { status: "approved" })).toMatchObject({
    status: "approved",
  });
  const refused = await call(admin, `PATCH ${path}/status`, { status: "pending" }, 409);
  expect(refused).toMatchObject({ error: expect.stringContaining("承認済み") });
  await call(admin, `POST ${path}/generate-audio`, { speakingRate: 3 }, 400);
  const { taskId } = z
    .object({ taskId: z.string() })
    .parse(await call(admin, `POST ${path}/generate-audio`, { speakingRate: 0.75 }));
  await call(admin, `POST ${path}/generate-audio`, {}, 409);
  await call(admin, `PATCH ${path}/status`, { status: "rejected" }, 409);
  await call(admin, `POST /api/admin/tasks/${taskId}/cancel`);
  await call(admin, `PATCH ${path}/status`, { status: "rejected" });
  await call(admin, "PATCH /api/admin/themes/2000000000/status", { status: "approved" }, 404);
  await call(admin, "POST /api/admin/themes/2000000000/generate-audio", {}, 404);
}
