import { beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { selectedIds } from "#app/features/admin/parts/selected-ids.schema.ts";
import { storeAdminPasswordHash } from "#app/features/admin/session/admin-credentials.server.ts";
import { findAdminSession } from "#app/features/admin/session/admin-session.server.ts";
import { type AdminSession, actorOf, isPasswordFresh } from "#app/features/admin/session/admin-session.ts";
import { requirePassword } from "#app/features/audit/record-audit.server.ts";
import { hashPassword } from "#app/lib/password-hash.ts";
import { write } from "#db/client.ts";
import { addAdminSession } from "#test/admin.ts";
import { withDatabase } from "#test/database.ts";
import { contextOf } from "#test/request-context.ts";
import { formAction } from "./form-action.server.ts";

// on one database: the rows of sessions have tests of their own (admin-session.test.ts)
withDatabase();

const password = "灯台の夜のことば";
let hash: string;
beforeAll(async () => {
  hash = await hashPassword(password);
  await write((tx) => storeAdminPasswordHash(tx, hash));
});

const hourMs = 3_600_000;
let calls = 0;

/** Posts a form that destroys. Every call comes from an address of its own. */
async function post(o: { fields: [string, string][]; admin: AdminSession | null }) {
  const done: unknown[] = [];
  const action = formAction({
    who: "admin",
    schema: z.object({ intent: z.string(), ids: selectedIds(z.coerce.number<string>()) }),
    async run({ value, viewer }) {
      requirePassword(actorOf(viewer), "track.delete");
      done.push([viewer.username, value]);
      return null;
    },
  });
  const request = new Request("http://localhost/admin", {
    method: "POST",
    body: new URLSearchParams(o.fields),
    headers: { "Content-Type": "application/x-www-form-urlencoded" },
  });
  const context = contextOf(request, { address: `10.0.0.${calls++}`, admin: async () => o.admin });
  const answer: unknown = await action({ request, params: {}, context }).catch((thrown: unknown) => thrown);
  return { answer, done, isRead: request.bodyUsed };
}

const fields: [string, string][] = [
  ["intent", "delete"],
  ["ids", "3"],
  ["ids", "5"],
  ["ids", "3"],
];
const refusedOn = (message: string) => ({
  init: { status: 400 },
  data: { result: { error: { password: [message] }, initialValue: { intent: "delete" } } },
});

test("without a session a form of the console is refused before it is read", async () => {
  const { answer, done, isRead } = await post({ fields, admin: null });
  expect(answer).toMatchObject({ init: { status: 401 }, data: { code: "not_authenticated" } });
  expect([done, isRead]).toEqual([[], false]);
});

test("with a fresh password it runs, for each selected row once", async () => {
  const { admin } = await addAdminSession({ hash });
  expect(await post({ fields, admin })).toMatchObject({
    answer: null,
    done: [["admin", { intent: "delete", ids: [3, 5] }]],
  });
});

test("what destroys needs the password again after 15 minutes; it is never sent back, and then fresh", async () => {
  const { token, admin } = await addAdminSession({ hash, passwordAgeMs: hourMs });
  const missing = await post({ fields, admin });
  expect(missing).toMatchObject({ answer: refusedOn("パスワードを入力してください"), done: [] });
  const wrong = await post({ fields: [...fields, ["password", "nein"]], admin });
  expect(wrong).toMatchObject({ answer: refusedOn("認証に失敗しました"), done: [] });
  expect(JSON.stringify([missing.answer, wrong.answer])).not.toContain("nein");
  // Of several questions on a page one is filled in.
  const right = await post({ fields: [...fields, ["password", password], ["password", ""]], admin });
  expect(right).toMatchObject({ answer: null, done: [["admin", { intent: "delete" }]] });
  const after = await findAdminSession(token);
  expect(after && isPasswordFresh(after)).toBe(true);
});

test("an invalid form costs no try of the password", async () => {
  const { admin } = await addAdminSession({ hash, passwordAgeMs: hourMs });
  const { answer } = await post({
    fields: [
      ["intent", "delete"],
      ["password", "nein"],
    ],
    admin,
  });
  expect(answer).toMatchObject({ data: { result: { error: { ids: ["1件以上選択してください"] } } } });
});

test("no password that was typed comes back with a refused form, whatever its field is called", async () => {
  const { admin } = await addAdminSession({ hash });
  const action = formAction({
    who: "admin",
    schema: z.object({ intent: z.string(), currentPassword: z.string(), newPassword: z.string().max(3) }),
    run: async () => null,
  });
  const typed = { intent: "change", currentPassword: "secret-one", newPassword: "secret-two" };
  const request = new Request("http://localhost/admin", {
    method: "POST",
    body: new URLSearchParams(typed),
  });
  const context = contextOf(request, { address: "10.0.1.1", admin: async () => admin });
  const answer: unknown = await action({ request, params: {}, context });
  expect(answer).toMatchObject({
    init: { status: 400 },
    data: { result: { initialValue: { intent: "change" }, error: { newPassword: [expect.any(String)] } } },
  });
  expect(JSON.stringify(answer)).not.toContain("secret");
});
