// long: calls everything
import { Validator } from "@seriousme/openapi-schema-validator";
import { expect, test } from "vitest";
import {
  callAdminMembers,
  callConsole,
  callFiles,
  callGenerations,
  callPasskeys,
  callThemes,
  callUploads,
} from "#test/http/api-document/console-calls.ts";
import {
  callDownloads,
  callNotifications,
  callPeople,
  callPlaylists,
  callTracks,
} from "#test/http/api-document/tracks-calls.ts";
import { allRoutes } from "../api/all-routes.ts";
import { answerCheckOf } from "../api/api-answers.ts";
import { addMember } from "../database.ts";
import { server } from "../servers/google-sign-in.ts";
import {
  callAccount,
  callExport,
  callPremium,
  callPush,
  callSessions,
} from "./api-document/account-calls.ts";
import { call, me, signedIn, visitor, withCallers } from "./api-document/callers.ts";
import { callCreation } from "./api-document/creation-calls.ts";

withCallers();

/** Tell of addresses that name no call. */
const unknownOnes = ["/api/*", "/api/:a/:b?/:c?"];

test("the document is valid OpenAPI 3.1, has a validator of its own and is the same each time", async () => {
  const response = await visitor().get("/api/openapi.json");
  const text = await response.text();
  const result = await new Validator().validate(JSON.parse(text));
  expect(result.errors).toBeUndefined();
  expect(result.valid).toBe(true);
  expect(await (await visitor().get("/api/openapi.json")).text()).toBe(text);
  const known = { "If-None-Match": response.headers.get("ETag") ?? "" };
  expect((await visitor().get("/api/openapi.json", known)).status).toBe(304);
  const ids = (await answerCheckOf(server.origin)).operations.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
});

test("the document has every route below /api and no other", async () => {
  const { operations } = await answerCheckOf(server.origin);
  const routes = allRoutes
    .map(({ pattern }) => pattern)
    .filter((pattern) => pattern.startsWith("/api/") && !unknownOnes.includes(pattern))
    .map((pattern) => pattern.replace(/:(\w+)/g, "{$1}"));
  expect([...new Set(operations.map(({ path }) => path))].toSorted()).toEqual(routes.toSorted());
});

test("every address answers the methods of the document and no other", async () => {
  const { operations } = await answerCheckOf(server.origin);
  for (const [path, own] of Map.groupBy(operations, (operation) => operation.path)) {
    const methods = own.map(({ method }) => method);
    const wrong = ["PATCH", "PUT", "DELETE", "POST"].find((method) => !methods.includes(method)) ?? "";
    const response = await me.send(wrong, path.replace(/\{\w+\}/g, "1"));
    expect(response.status, path).toBe(405);
    const allowed = response.headers.get("Allow")?.split(", ") ?? [];
    expect(allowed.filter((method) => method !== "HEAD").toSorted(), path).toEqual(methods.toSorted());
  }
});

test("answers about tracks", callTracks);

test("answers about notifications", callNotifications);

test("answers about audio that devices keep", callDownloads);

test("answers about people", callPeople);

test("answers about playlists", callPlaylists);

test("answers about creation", callCreation);

test("answers about push messages", callPush);

test("answers about the account", callAccount);

test("answers about files, and about tracks for the admin", callFiles);

test("answers about generations of the console", callGenerations);

test("answers about uploads", callUploads);

test("answers about themes", callThemes);

test("answers about premium, and Stripe's webhook", callPremium);

test("answers about the admin's login", callConsole);
test("answers about passkeys", callPasskeys);
test("answers about members to the admin", callAdminMembers);

test("the export has something of every kind", callExport);

test("answers about signing in and out", callSessions);

test("errors are the document's too", async () => {
  const pending = await signedIn(await addMember({ state: "pending" }));
  await call(visitor(), "GET /api/auth/me", undefined, 401);
  await call(pending, "GET /api/auth/me", undefined, 403);
  await call(visitor(), "GET /api/tracks/2147483647", undefined, 404);
  await call(visitor(), "GET /api/no/such/call", undefined, 404);
  await call(visitor(), "GET /api/tracks?limit=0", undefined, 400);
  await call(me, "PUT /api/auth/profile", { name: "" }, 400);
  const plain = { method: "PUT", body: "x", headers: { "Content-Type": "text/plain" } };
  expect((await me.fetch("/api/auth/profile", plain)).status).toBe(415);
  const large = JSON.stringify({ name: "x".repeat(300_000) });
  const tooLarge = { method: "PUT", body: large, headers: { "Content-Type": "application/json" } };
  expect((await me.fetch("/api/auth/profile", tooLarge)).status).toBe(413);
  const foreign = { method: "PUT", body: "{}", headers: { Origin: "https://elsewhere.example" } };
  expect((await me.fetch("/api/auth/profile", foreign)).status).toBe(403);
  const answers = [];
  for (let count = 0; count < 11; count++) answers.push((await me.get("/api/auth/export")).status);
  expect(answers).toContain(429);
});

test("every call of the document has answered with each status of success that it says", async () => {
  const { operations, seen } = await answerCheckOf(server.origin);
  const promised = operations.flatMap(({ id, statuses }) =>
    statuses.filter((status) => status < 400).map((status) => `${id} ${status}`),
  );
  expect(
    promised.filter((answer) => !seen.has(answer)),
    "answers that nothing here has asked for: add a request to test/http/api-document/*-calls.ts",
  ).toEqual([]);
});
