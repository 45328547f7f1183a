import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { NotFound } from "#app/features/domain-error.ts";
import { contextOf } from "#test/request-context.ts";
import { endpoint, forAnyone } from "./endpoint.server.ts";
import { plainPage } from "./plain-page.ts";

test("a page outside the app has the colours of the app, light and dark", () => {
  const tokens = readFileSync("app/styles/tokens.css", "utf8").replaceAll("#ffffff", "#fff");
  const colors = plainPage({ title: "題", text: "文" }).match(/light-dark\([^)]*\)/g) ?? [];
  expect(colors.length).toBeGreaterThan(4);
  for (const color of colors) expect(tokens).toContain(`: ${color};`);
});

test.each([
  ["text/html,application/xhtml+xml,*/*;q=0.8", "text/html; charset=utf-8"],
  ["*/*", "application/json"],
  ["application/json", "application/json"],
])("what is asked for with %s and missing is told as %s", async (accept, type) => {
  const route = endpoint({
    GET: forAnyone({
      summary: "",
      produces: "text/plain",
      handle: () => {
        throw new NotFound("音声<b>が見つかりません");
      },
    }),
  });
  const request = new Request("http://localhost/embed/track/1", { headers: { Accept: accept } });
  const answer = await route.loader({ request, params: {}, context: contextOf(request) });
  expect([answer.status, answer.headers.get("Content-Type")]).toEqual([404, type]);
  expect((await answer.text()).includes("<b>")).toBe(type === "application/json");
});
