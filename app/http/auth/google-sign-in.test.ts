import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { addMember, updateUser, withDatabase } from "#test/database.ts";
import { contextOf } from "#test/request-context.ts";
import { client, IdentityProvider, type Person } from "#test/servers/identity-provider.ts";
import { withSettings } from "#test/settings.ts";
import { requestContext } from "../core/request-context.ts";
import { finishGoogleSignIn, startGoogleSignIn } from "./google-sign-in.server.ts";

withDatabase();
let google: IdentityProvider;
beforeAll(async () => {
  google = await IdentityProvider.start({ asGoogle: true });
});
afterAll(() => google.stop());
withSettings({
  GOOGLE_ISSUER: "https://accounts.google.com",
  GOOGLE_CLIENT_ID: client.id,
  GOOGLE_CLIENT_SECRET: client.secret,
});
beforeEach(() => {
  vi.spyOn(globalThis, "fetch").mockImplementation(google.reach);
});

async function newMember() {
  const member = await addMember();
  const who: Person = { sub: `google-${member.id}`, name: member.name, email: member.email };
  await updateUser(member.id, { provider: "google", subject: who.sub });
  return { member, who: { ...who, email_verified: true } };
}

/** `member` confirms their identity and chooses `who` at Google: what Google was asked for, and where that leads. */
async function confirm(member: Awaited<ReturnType<typeof addMember>>, who: Person) {
  const cookies: string[] = [];
  const visit = (url: string) => {
    const Cookie = cookies.map((cookie) => cookie.split(";")[0]).join("; ");
    const request = new Request(url, { headers: { Cookie } });
    const context = contextOf(request, {
      viewer: async () => member,
      setCookie: (header) => cookies.push(header),
    }).get(requestContext);
    return { request, context };
  };
  const started = await startGoogleSignIn({
    ...visit("https://mugen.example/api/auth/google"),
    returnPath: "/settings",
    invitationCode: null,
    isReauthentication: true,
  });
  const asked = started.headers.get("Location") ?? "";
  const finished = await finishGoogleSignIn(visit(await google.choose(asked, who)));
  return { asked: new URL(asked).searchParams, location: finished.headers.get("Location") };
}

test("Google, which asks nobody to sign in again and tells since when they are, confirms the account that is chosen", async () => {
  const { member, who } = await newMember();
  const { asked, location } = await confirm(member, who);
  expect(asked.get("prompt")).toBe("select_account");
  expect(asked.has("max_age")).toBe(false);
  expect(location).toBe("/settings");
});

test("another account at Google confirms nobody, however lately it signed in there", async () => {
  const [{ member }, { who: other }] = [await newMember(), await newMember()];
  const { location } = await confirm(member, { ...other, auth_time: Math.floor(Date.now() / 1000) });
  expect(location).toContain("error=other_account");
});
