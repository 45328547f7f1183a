import { expect } from "vitest";
import { startThemeTask } from "#app/features/themes/tasks/server/start-theme-task.server.ts";
import { addAdminSession } from "../../admin.ts";
import { Client } from "../../client.ts";
import { server } from "../../servers/google-sign-in.ts";
import { addTheme } from "../../themes.ts";
import { call, me, rows, visitor } from "./callers.ts";

/** What the console generates: tasks of themes, clean-ups, and the events of a text. */
export async function callGenerations(): Promise<void> {
  const { token } = await addAdminSession();
  const admin = Client.withAdminSession(server.origin, token);
  const actor = { kind: "admin", name: "admin" } as const;
  const { taskId } = await startThemeTask({ actor, themeId: await addTheme(), speakingRate: 0.75 });
  const tasks = rows.parse(await call(admin, "GET /api/admin/tasks"));
  expect(tasks[0]).toMatchObject({ id: taskId, theme: { title: "夜のラジオ" }, speakingRate: 0.75 });
  await call(admin, "GET /api/admin/tasks?page=0", undefined, 400);
  expect(await call(admin, `POST /api/admin/tasks/${taskId}/cancel`)).toMatchObject({ status: "cancelled" });
  await call(admin, `POST /api/admin/tasks/${taskId}/cancel`, undefined, 409);
  await call(admin, "POST /api/admin/tasks/unknown/cancel", undefined, 404);
  const cleared = await call(admin, "DELETE /api/admin/tasks/failed");
  expect(cleared).toEqual({ message: "失敗したタスクを0件削除しました" });
  const cleanedUp = await call(admin, "DELETE /api/admin/cleanup/invalid-tasks");
  expect(cleanedUp).toEqual({ message: "無効なタスクを0件削除しました" });
  for (const client of [visitor(), me]) await call(client, "GET /api/admin/tasks", undefined, 401);
  const address = "/api/generate-content?inputText=%E5%A4%9C";
  await call(admin, `GET ${address}`, undefined, 403);
  const stream = await admin.get(address, { Accept: "text/event-stream" });
  expect(stream.status).toBe(200);
  await stream.body?.cancel();
  const ended = { Accept: "text/event-stream", "Last-Event-ID": "gone.end" };
  expect((await admin.get(address, ended)).status).toBe(204);
  await call(admin, "GET /api/generate-content?inputText=", undefined, 400);
  await call(visitor(), "GET /api/generate-content?inputText=%E5%A4%9C", undefined, 401);
}
