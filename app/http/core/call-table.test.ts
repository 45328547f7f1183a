import { expect, test } from "vitest";
import { z } from "zod";
import "#app/server/register-features.ts";
import { callTables } from "#app/routes/api/calls.ts";
import { contextOf } from "#test/request-context.ts";
import { serveCalls } from "./call-table.server.ts";
import { forPublic } from "./endpoint.server.ts";

/** A call that says which address it has, and its parameters. */
const says = (address: string) => ({
  GET: forPublic({
    summary: "",
    reply: z.unknown(),
    params: z.record(z.string(), z.unknown()),
    handle: async ({ params }) => ({ address, ...params }),
  }),
});

const addresses = [
  "/api/lists",
  "/api/lists/user",
  "/api/lists/:id",
  "/api/lists/:id/items/:itemId",
  "/api/lists/public/:slug",
  "/api/lists/:id/cover.png",
] as const;
const table = Object.fromEntries(addresses.map((address) => [address, says(address)]));

async function ask(path: string, method = "GET") {
  const request = new Request(new URL(path, "http://localhost"), { method });
  const response = await serveCalls([table])({ request, context: contextOf(request) });
  return { status: response.status, headers: response.headers, body: await response.json() };
}

test.each<[string, object]>([
  ["/api/lists", { address: "/api/lists" }],
  ["/api/lists/", { address: "/api/lists" }],
  ["/API/Lists/User", { address: "/api/lists/user" }],
  ["/api/lists/7", { address: "/api/lists/:id", id: "7" }],
  ["/api/lists/Aa%E3%81%82%2Fb", { address: "/api/lists/:id", id: "Aaあ/b" }],
  ["/api/lists/7/items/8?x=1", { address: "/api/lists/:id/items/:itemId", id: "7", itemId: "8" }],
  ["/api/lists/public/mine", { address: "/api/lists/public/:slug", slug: "mine" }],
  // The segment of another address is a parameter here.
  ["/api/lists/public/cover.png", { address: "/api/lists/public/:slug", slug: "cover.png" }],
  ["/api/lists/user/cover.png", { address: "/api/lists/:id/cover.png", id: "user" }],
  ["/api/lists/public//", { address: "/api/lists/:id", id: "public" }],
  ["/api/lists/public", { address: "/api/lists/:id", id: "public" }],
  ["/api/lists/%E0%A4%A", { address: "/api/lists/:id", id: "%E0%A4%A" }],
])("%s is answered by its call", async (path, body) => {
  expect(await ask(path)).toMatchObject({ status: 200, body });
});

test.each(["/api", "/api/nothing", "/api//lists", "/api/lists/7/items", "/api/lists/7/items/8/9"])(
  "%s is no call",
  async (path) => {
    expect(await ask(path)).toMatchObject({ status: 404, body: { code: "not_found" } });
  },
);

test("another method is refused with those that there are", async () => {
  const { status, headers } = await ask("/api/lists", "DELETE");
  expect(status).toBe(405);
  expect(headers.get("Allow")).toBe("GET, HEAD");
});

test("two calls can't share an address", () => {
  expect(() => serveCalls([table, { "/api/Lists": says("") }])).toThrow("two calls");
  expect(() => serveCalls([table, { "/api/lists/:other": says("") }])).toThrow("two calls");
});

test("every call of the program has an address of its own", () => {
  expect(() => serveCalls(callTables)).not.toThrow();
});
