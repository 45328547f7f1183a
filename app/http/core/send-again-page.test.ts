import { expect, test } from "vitest";
import { usualBodySize } from "./read-body.server.ts";
import { sendAgainPage } from "./send-again-page.ts";

test("the page that sends a form again has what was typed, and none of its passwords", async () => {
  const typed = { intent: "change-password", password: "one", currentPassword: "two", newPassword: "three" };
  const form = new Request("http://localhost/admin/account", {
    method: "POST",
    body: new URLSearchParams(typed),
  });
  const page = await sendAgainPage(new Response("", { status: 503 }), { form, size: usualBodySize });
  const names = [...(await page.text()).matchAll(/<textarea [^>]*name="(\w+)"/g)].map(([, name]) => name);
  expect([page.status, names]).toEqual([503, ["intent"]]);
});
