import { expect } from "vitest";
import { adminPassword, adminUsername } from "../../admin-password.ts";
import { call, visitor } from "./callers.ts";

/** The way into the console and out of it. */
export async function callConsole(): Promise<void> {
  const admin = visitor();
  const login = "POST /api/admin/login";
  expect(await call(admin, "GET /api/admin/status")).toEqual({ authenticated: false });
  await call(admin, login, { username: "", password: "" }, 400);
  await call(admin, login, { username: adminUsername, password: "wrong" }, 401);
  await call(admin, login, { username: adminUsername, password: adminPassword });
  expect(await call(admin, "GET /api/admin/status")).toEqual({ authenticated: true });
  await call(admin, "POST /api/admin/logout");
  expect(await call(admin, "GET /api/admin/status")).toEqual({ authenticated: false });
  await call(admin, "POST /api/admin/logout", undefined, 401);
}
