import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import type { Viewer } from "#app/features/accounts/viewer.ts";
import { db } from "#db/client.ts";
import { users } from "#db/schema/index.ts";
import { addMember, withDatabase } from "#test/database.ts";
import { contextOf } from "#test/request-context.ts";
import { action } from "./welcome-page.tsx";

withDatabase();

async function choose(viewer: Viewer, customUserId: string) {
  const body = new URLSearchParams({ intent: "choose-id", customUserId });
  const request = new Request("http://localhost/welcome", { method: "POST", body });
  const cookies: string[] = [];
  const setCookie = (cookie: string) => void cookies.push(cookie);
  const context = contextOf(request, { viewer: async () => viewer, setCookie });
  const answer = await action({ request, params: {}, context });
  const error = answer instanceof Response ? null : answer.data.result.error;
  return { error, isToldAsSaved: cookies.some((cookie) => cookie.includes("profile-saved")) };
}

test("an empty name of one's page is not told as saved, but what it needs", async () => {
  const viewer = await addMember();
  const refusal = { customUserId: ["ユーザーIDを入力してください"] };
  for (const empty of ["", "　 "])
    expect(await choose(viewer, empty)).toEqual({ error: refusal, isToldAsSaved: false });
  expect(await choose(viewer, "tsukiyo_no_neko")).toEqual({ error: null, isToldAsSaved: true });
  const [account] = await db.select().from(users).where(eq(users.id, viewer.id));
  expect(account?.customUserId).toBe("tsukiyo_no_neko");
});
