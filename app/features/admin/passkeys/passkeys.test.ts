import { desc, eq } from "drizzle-orm";
import { afterEach, beforeEach, expect, test } from "vitest";
import { environment } from "#app/config/environment.ts";
import { type Actor, operatorActor } from "#app/features/audit/actor.ts";
import {
  Conflict,
  NotAuthenticated,
  NotFound,
  ReauthenticationRequired,
} from "#app/features/domain-error.ts";
import { db, write } from "#db/client.ts";
import {
  auditLog,
  operatorPasskeys,
  passkeyChallenges,
  passwordlessOperators,
  secondFactors,
  settings,
} from "#db/schema/index.ts";
import { addAdminSession, addOperator, addPasskeys, addSecondFactor } from "#test/admin.ts";
import { adminPassword, adminPasswordHash } from "#test/admin-password.ts";
import { withCheapPasswords } from "#test/cheap-passwords.ts";
import { withDatabase } from "#test/database.ts";
import { SoftwareAuthenticator, testOrigin } from "#test/software-authenticator.ts";
import {
  acceptOperatorLink,
  disableOperator,
  renewOperatorLink,
} from "../operators/operator-verbs.server.ts";
import { adminPasswordHashKey, setAdminPassword } from "../session/admin-credentials.server.ts";
import { findAdminSession, signInAdmin } from "../session/admin-session.server.ts";
import { type AdminSession, actorOf } from "../session/admin-session.ts";
import { removeSecondFactor } from "../session/second-factor.server.ts";
import { removeExpiredPasskeyChallenges } from "./passkey-challenges.server.ts";
import { addPasskey, beginPasskey, findSignInMethods, removePasskey } from "./passkey-verbs.server.ts";
import { maxPasskeys, passkeyChallengeS, passkeyMessages } from "./passkeys.ts";
import { allowPasswordSignIn, refusePasswordSignIn } from "./password-sign-in.server.ts";
import { isPasskeyHost, relyingPartyOf } from "./relying-party.ts";
import { beginPasskeySignIn, signInWithPasskey } from "./sign-in-with-passkey.server.ts";

withDatabase();
withCheapPasswords();

const site = { id: "localhost", origin: testOrigin };
const deviceInfo = "";

beforeEach(async () => {
  Object.assign(environment(), { ADMIN_PASSWORD_HASH: adminPasswordHash });
  await write(async (tx) => {
    for (const table of [operatorPasskeys, passkeyChallenges, passwordlessOperators, secondFactors])
      await tx.delete(table);
  });
});
afterEach(() => {
  Object.assign(environment(), { ADMIN_PASSWORD_HASH: undefined });
});

/** A new device of the operator's. */
async function register(admin: AdminSession, name = "電話"): Promise<SoftwareAuthenticator> {
  const device = new SoftwareAuthenticator();
  const options = await beginPasskey({ admin, site });
  await addPasskey({ admin, site, name, credential: device.create(options) });
  return device;
}

type Lie = Parameters<SoftwareAuthenticator["get"]>[1];

async function signIn(device: SoftwareAuthenticator, lie: Lie = {}) {
  const { token, options } = await beginPasskeySignIn({ site });
  return signInWithPasskey({
    token,
    assertion: device.get(options, lie),
    site,
    rememberMe: false,
    deviceInfo,
  });
}

const refused = new NotAuthenticated(passkeyMessages.notSignedIn);
const byPassword = (username: string, code?: string) =>
  signInAdmin({ username, password: adminPassword, code, rememberMe: false, deviceInfo });
const lastAudit = async () => (await db.select().from(auditLog).orderBy(desc(auditLog.id)).limit(1))[0];
const namesOf = async (admin: AdminSession) =>
  (await findSignInMethods(admin)).passkeys.map(({ name }) => name);

test("a passkey opens the session that the password opens, without a code of the second factor", async () => {
  const { admin } = await addOperator({ name: "ひかり" });
  await addSecondFactor(admin);
  const device = await register(admin, "仕事の電話");
  expect(await lastAudit()).toMatchObject({
    actorName: "ひかり",
    action: "operator.passkey-add",
    targetId: admin.operatorId,
    after: { passkeys: 1 },
  });
  expect((await findSignInMethods(admin)).passkeys).toMatchObject([{ name: "仕事の電話", lastUsed: null }]);

  const { token, maxAgeS } = await signIn(device);
  expect(maxAgeS).toBe(12 * 3600);
  expect(await findAdminSession(token)).toMatchObject({ operatorId: admin.operatorId, role: "moderator" });
  expect(await lastAudit()).toMatchObject({ action: "admin.sign-in", after: { method: "passkey" } });
  expect((await findSignInMethods(admin)).passkeys[0]?.lastUsed).not.toBeNull();
  await signIn(device);

  // The first administrator, who has no row.
  const first = await register((await addAdminSession()).admin);
  const opened = await signIn(first);
  expect(await findAdminSession(opened.token)).toMatchObject({ operatorId: "first", role: "administrator" });
});

test.each<[string, Lie]>([
  ["another origin", { origin: "http://localhost:3001" }],
  ["another host", { rpId: "mugen.example" }],
  ["no finger, face or PIN", { isVerified: false }],
  ["the answer of a registration", { type: "webauthn.create" }],
  ["another person's handle", { userHandle: Buffer.from("first").toString("base64url") }],
])("a sign-in is refused for %s", async (_, lie) => {
  const { admin } = await addOperator();
  const device = await register(admin);
  await expect(signIn(device, lie)).rejects.toThrow(refused);
  await signIn(device);
});

test("a counter that did not go on is a copy's; a counter that stays at 0 is none", async () => {
  const device = await register((await addOperator()).admin);
  await signIn(device, { counter: 4_000_000_000 });
  for (const counter of [4_000_000_000, 3_999_999_999, 0])
    await expect(signIn(device, { counter })).rejects.toThrow(refused);
  await signIn(device, { counter: 4_000_000_001 });
  const synced = await register((await addOperator()).admin);
  for (let use = 0; use < 2; use++) await signIn(synced, { counter: 0 });
});

test("a challenge works once, for five minutes, for the browser that asked, and for a sign-in alone", async () => {
  const { admin } = await addOperator();
  const device = await register(admin);
  const now = new Date();
  const answer = async (token: string, challenge: string, at = now) =>
    signInWithPasskey({
      token,
      assertion: device.get({ challenge, rpId: site.id }),
      site,
      rememberMe: false,
      deviceInfo,
      now: at,
    });
  const [one, two] = [await beginPasskeySignIn({ site, now }), await beginPasskeySignIn({ site, now })];
  await answer(one.token, one.options.challenge);
  await expect(answer(one.token, one.options.challenge)).rejects.toThrow(refused);
  // A refused answer has used it up too.
  await expect(answer(two.token, one.options.challenge)).rejects.toThrow(refused);
  await expect(answer(two.token, two.options.challenge)).rejects.toThrow(refused);
  const late = new Date(now.getTime() + passkeyChallengeS * 1000);
  const old = await beginPasskeySignIn({ site, now });
  await expect(answer(old.token, old.options.challenge, late)).rejects.toThrow(refused);
  await expect(answer("", old.options.challenge)).rejects.toThrow(refused);
  const creation = await beginPasskey({ admin, site });
  await expect(answer(admin.id, creation.challenge)).rejects.toThrow(refused);
  expect(JSON.stringify(await db.select().from(passkeyChallenges))).not.toContain(old.token);
  await beginPasskeySignIn({ site, now });
  expect(await removeExpiredPasskeyChallenges(late)).toBe(1);
});

test("an unknown or removed passkey, a forged signature and an operator who has left are refused alike", async () => {
  const { admin } = await addOperator();
  const device = await register(admin);
  const stranger = new SoftwareAuthenticator();
  stranger.create({ challenge: "AAAA", rp: { id: site.id }, user: { id: "AAAA" } });
  await expect(signIn(stranger)).rejects.toThrow(refused);
  // Of somebody who knows the id of a passkey, but has another key.
  const [own] = device.passkeys;
  const [foreign] = stranger.passkeys;
  if (!own || !foreign) throw new Error("no passkey");
  stranger.passkeys.push({ ...own, privateKey: foreign.privateKey });
  await expect(signIn(stranger)).rejects.toThrow(refused);
  const boss = (await addAdminSession()).admin;
  await disableOperator({ admin: boss, operatorId: admin.operatorId });
  await expect(signIn(device)).rejects.toThrow(refused);

  const other = (await addOperator()).admin;
  const removed = await register(other);
  const [row] = (await findSignInMethods(other)).passkeys;
  await expect(removePasskey({ admin: boss, id: row?.id ?? "" })).rejects.toThrow(NotFound);
  await removePasskey({ admin: other, id: row?.id ?? "" });
  expect(await lastAudit()).toMatchObject({ action: "operator.passkey-remove", after: { passkeys: 0 } });
  await expect(signIn(removed)).rejects.toThrow(refused);
});

test("a passkey is added only by an answer to the session's own challenge, and after the password", async () => {
  const { admin } = await addOperator();
  const { admin: other } = await addOperator();
  const device = new SoftwareAuthenticator();
  type Creation = Parameters<SoftwareAuthenticator["create"]>[0];
  const add = (options: Creation, lie: Lie = {}, by = admin) =>
    addPasskey({ admin: by, site, name: "鍵", credential: device.create(options, lie) });
  const begin = () => beginPasskey({ admin, site });
  const notAdded = new Conflict(passkeyMessages.notAdded);
  for (const lie of [
    { origin: "https://evil.example" },
    { rpId: "evil.example" },
    { isVerified: false },
    { type: "webauthn.get" },
    // Certificates would be looked up where they say.
    { format: "fido-u2f" },
    { format: "android-key" },
  ])
    await expect(add(await begin(), lie), JSON.stringify(lie)).rejects.toThrow(notAdded);
  const options = await begin();
  await expect(add(options, {}, other)).rejects.toThrow(notAdded);
  await add(options);
  await expect(add(options)).rejects.toThrow(notAdded);
  await expect(add({ ...options, challenge: "AAAA" })).rejects.toThrow(notAdded);
  const late = new Date(Date.now() + passkeyChallengeS * 1000 + 1000);
  const expired = device.create(await begin());
  await expect(addPasskey({ admin, site, name: "鍵", credential: expired, now: late })).rejects.toThrow(
    notAdded,
  );
  // The browser makes none on a device that has one.
  expect((await begin()).excludeCredentials).toHaveLength(1);

  const stale = { ...admin, authenticatedAt: new Date(0) };
  await expect(beginPasskey({ admin: stale, site })).rejects.toThrow(ReauthenticationRequired);
  const fresh = await begin();
  const credential = device.create(fresh);
  await expect(addPasskey({ admin: stale, site, name: "鍵", credential })).rejects.toThrow(
    ReauthenticationRequired,
  );
  const [row] = (await findSignInMethods(admin)).passkeys;
  await expect(removePasskey({ admin: stale, id: row?.id ?? "" })).rejects.toThrow(ReauthenticationRequired);
  expect(await namesOf(admin)).toEqual(["鍵"]);
});

test("ten passkeys are enough, also when two are added at once", async () => {
  const { admin, token } = await addOperator();
  await addPasskeys(admin, maxPasskeys - 1);
  const session = await findAdminSession(token);
  const second = { ...admin, id: `${session?.id}2` };
  const creations = await Promise.all(
    [admin, second].map(async (by) => {
      const credential = new SoftwareAuthenticator().create(await beginPasskey({ admin: by, site }));
      return () => addPasskey({ admin: by, site, name: "鍵", credential });
    }),
  );
  const added = await Promise.allSettled(creations.map((add) => add()));
  expect(added.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  expect(await namesOf(admin)).toHaveLength(maxPasskeys);
  await expect(beginPasskey({ admin, site })).rejects.toThrow(new Conflict(passkeyMessages.tooMany));
});

test("who keeps two passkeys can do without the password, and a recovery code brings it back", async () => {
  const { admin } = await addOperator({ name: "そら" });
  const other = await byPassword("そら");
  const [device, spare] = [await register(admin, "電話"), await register(admin, "予備")];
  await expect(refusePasswordSignIn({ admin: { ...admin, authenticatedAt: new Date(0) } })).rejects.toThrow(
    ReauthenticationRequired,
  );
  await refusePasswordSignIn({ admin });
  expect(await lastAudit()).toMatchObject({
    action: "operator.password-sign-in-off",
    after: { endedSessions: 1 },
  });
  expect(await findAdminSession(other.token)).toBeNull();
  expect((await findSignInMethods(admin)).isPasswordRefused).toBe(true);
  // As a wrong password is.
  await expect(byPassword("そら")).rejects.toThrow(new NotAuthenticated("認証に失敗しました"));
  await signIn(device);
  const [{ id = "" } = {}] = (await findSignInMethods(admin)).passkeys;
  await expect(removePasskey({ admin, id })).rejects.toThrow(new Conflict(passkeyMessages.needed));
  expect(await namesOf(admin)).toEqual(["電話", "予備"]);

  // With recovery codes one passkey is enough, and they must stay.
  const { recoveryCodes, app } = await addSecondFactor(admin);
  await removePasskey({ admin, id });
  await expect(removeSecondFactor({ actor: actorOf(admin), operatorId: admin.operatorId })).rejects.toThrow(
    new Conflict(passkeyMessages.needed),
  );
  await signIn(spare);
  await expect(byPassword("そら", app.generate())).rejects.toThrow(NotAuthenticated);
  const [code = ""] = recoveryCodes;
  await byPassword("そら", code);
  const actions = await db
    .select({ action: auditLog.action })
    .from(auditLog)
    .where(eq(auditLog.actorName, "そら"))
    .orderBy(desc(auditLog.id))
    .limit(2);
  expect(actions.map(({ action }) => action)).toEqual(["admin.sign-in", "operator.password-sign-in-on"]);
  expect((await findSignInMethods(admin)).isPasswordRefused).toBe(false);
  await expect(byPassword("そら", code)).rejects.toThrow("確認コード");
});

test("the sign-in by password stays for who would be shut out by one lost device", async () => {
  const { admin } = await addOperator();
  const notEnough = new Conflict(passkeyMessages.notEnough);
  await expect(refusePasswordSignIn({ admin })).rejects.toThrow(notEnough);
  await addPasskeys(admin, 1);
  await expect(refusePasswordSignIn({ admin })).rejects.toThrow(notEnough);
  expect((await findSignInMethods(admin)).mayRefusePassword).toBe(false);
  await addSecondFactor(admin);
  expect((await findSignInMethods(admin)).mayRefusePassword).toBe(true);
  await refusePasswordSignIn({ admin });
  await refusePasswordSignIn({ admin });
  expect(await allowPasswordSignIn({ actor: operatorActor, operatorId: admin.operatorId })).toBe(true);
  expect(await allowPasswordSignIn({ actor: operatorActor, operatorId: admin.operatorId })).toBe(false);
});

test("of two passkeys that are removed at once, one stays while the password opens nothing", async () => {
  const { admin } = await addOperator();
  await addSecondFactor(admin);
  const ids = await addPasskeys(admin, 2);
  await refusePasswordSignIn({ admin });
  const removed = await Promise.allSettled(ids.map((id) => removePasskey({ admin, id })));
  expect(removed.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  // The same with the switch itself.
  const { admin: other } = await addOperator();
  const [one = ""] = await addPasskeys(other, 2);
  const both = await Promise.allSettled([
    removePasskey({ admin: other, id: one }),
    refusePasswordSignIn({ admin: other }),
  ]);
  expect(both.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
});

test("a new link of an administrator begins afresh: passkeys are gone and the password counts", async () => {
  const { admin } = await addOperator({ name: "なぎ" });
  const device = await register(admin);
  await addPasskeys(admin, 1);
  await refusePasswordSignIn({ admin });
  const actor: Actor = actorOf((await addAdminSession()).admin);
  const { token } = await renewOperatorLink({ actor, operatorId: admin.operatorId });
  // The link alone changes nothing.
  await signIn(device);
  const password = "もうひとつの夜のことばたち";
  await acceptOperatorLink({ token, password, deviceInfo });
  expect(await namesOf(admin)).toEqual([]);
  await expect(signIn(device)).rejects.toThrow(refused);
  await signInAdmin({ username: "なぎ", password, rememberMe: false, deviceInfo });
});

test("a first administrator without any password has no way in by passkey either", async () => {
  const device = await register((await addAdminSession()).admin);
  Object.assign(environment(), { ADMIN_PASSWORD_HASH: undefined });
  await write((tx) => tx.delete(settings).where(eq(settings.key, adminPasswordHashKey)));
  await expect(signIn(device)).rejects.toThrow(refused);
  await setAdminPassword({ password: adminPassword, actor: operatorActor });
  expect((await signIn(device)).maxAgeS).toBe(12 * 3600);
});

test.each([
  ["https://mugen.example", "mugen.example"],
  ["https://radio.mugen.example:8443", "radio.mugen.example"],
  ["http://localhost:3000", "localhost"],
  ["http://127.0.0.1:3000", null],
  ["https://192.0.2.7", null],
  ["https://[2001:db8::1]", null],
  ["http://mugen.example", null],
])("passkeys at %s are of %s", (address, id) => {
  const url = new URL(address);
  expect(relyingPartyOf(url)?.id ?? null).toBe(id);
  expect(isPasskeyHost(url)).toBe(id !== null);
  if (id) expect(relyingPartyOf(url)?.origin).toBe(url.origin);
});
