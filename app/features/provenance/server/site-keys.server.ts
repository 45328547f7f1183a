import { readFile, stat } from "node:fs/promises";
import path from "node:path";
import { asc, eq, like } from "drizzle-orm";
import { type CryptoKey, calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK } from "jose";
import { z } from "zod";
import { environment } from "#app/config/environment.ts";
import type { Actor } from "#app/features/audit/actor.ts";
import { recordAudit } from "#app/features/audit/record-audit.server.ts";
import { writeDurably } from "#app/features/storage/server/write-durably.server.ts";
import { nullIfMissing } from "#app/lib/file-errors.ts";
import { type Db, primary, write } from "#db/client.ts";
import { settings } from "#db/schema/index.ts";
import type { KeySet } from "../provenance.schema.ts";

const privateKeySchema = z.object({
  kty: z.literal("OKP"),
  crv: z.literal("Ed25519"),
  x: z.string(),
  d: z.string(),
});
type PrivateJwk = z.infer<typeof privateKeySchema>;

/** The database keeps it for ever: the public half, and when it signed (ms since 1970). */
const publicKeySchema = z.object({ x: z.string(), since: z.number(), until: z.number().optional() });
type PublicKey = z.infer<typeof publicKeySchema>;
const prefix = "provenance_key:";

/** A file, so that no export, dump or backup has the private key. A restored installation makes a new one. */
const keyFile = () => path.join(environment().DATA_DIR, "keys", "provenance.json");

interface SigningKey {
  kid: string;
  x: string;
  privateKey: CryptoKey;
}

let cached: { file: string; mtimeMs: number; key: SigningKey } | undefined;

/** Made at first use, and listed before it signs anything. */
export async function signingKey(now = new Date()): Promise<SigningKey> {
  const file = keyFile();
  const found = await nullIfMissing(stat(file));
  if (found === null) {
    await writeKey(await makeKey());
    return signingKey(now);
  }
  if (cached?.file === file && cached.mtimeMs === found.mtimeMs) return cached.key;
  const key = await openKey(privateKeySchema.parse(JSON.parse(await readFile(file, "utf8"))));
  await write((tx) => listKey(tx, key, now));
  cached = { file, mtimeMs: found.mtimeMs, key };
  return key;
}

/** Requests that have read the old key may still sign with it. */
const graceMs = 60_000;

/** Returns the new id. What the old key signed stays valid: its public half is listed for ever. */
export async function rotateSigningKey({ actor }: { actor: Actor }) {
  const now = new Date();
  const old = await signingKey(now);
  const jwk = await makeKey();
  const key = await openKey(jwk);
  // Before the old key ends: a manifest that is signed after the key's end would be invalid.
  await writeKey(jwk);
  await write(async (tx) => {
    await listKey(tx, key, now);
    const [row] = await tx
      .select()
      .from(settings)
      .where(eq(settings.key, prefix + old.kid));
    if (row) {
      const ended: PublicKey = {
        ...publicKeySchema.parse(JSON.parse(row.value)),
        until: now.getTime() + graceMs,
      };
      await tx
        .update(settings)
        .set({ value: JSON.stringify(ended) })
        .where(eq(settings.key, row.key));
    }
    await recordAudit(tx, {
      actor,
      action: "provenance.rotate",
      target: null,
      before: { kid: old.kid },
      after: { kid: key.kid },
      now,
    });
  });
  return key.kid;
}

export async function listKeys(): Promise<KeySet> {
  await signingKey();
  const rows = await primary
    .select()
    .from(settings)
    .where(like(settings.key, `${prefix}%`))
    .orderBy(asc(settings.key));
  const keys = rows.map(({ key, value }) => ({
    kid: key.slice(prefix.length),
    ...publicKeySchema.parse(JSON.parse(value)),
  }));
  return {
    keys: keys
      .toSorted((a, b) => b.since - a.since)
      .map(({ kid, x, since, until }) => ({
        kty: "OKP",
        crv: "Ed25519",
        alg: "Ed25519",
        use: "sig",
        kid,
        x,
        iat: Math.floor(since / 1000),
        ...(until !== undefined && { exp: Math.ceil(until / 1000) }),
      })),
  };
}

async function makeKey(): Promise<PrivateJwk> {
  const { privateKey } = await generateKeyPair("Ed25519", { extractable: true });
  return privateKeySchema.parse(await exportJWK(privateKey));
}

async function openKey(jwk: PrivateJwk): Promise<SigningKey> {
  const privateKey = await importJWK(jwk, "Ed25519");
  if (privateKey instanceof Uint8Array) throw new Error("the signing key is no key pair");
  return { kid: await calculateJwkThumbprint(jwk), x: jwk.x, privateKey };
}

const writeKey = (jwk: PrivateJwk) =>
  writeDurably({
    root: environment().DATA_DIR,
    path: keyFile(),
    bytes: Buffer.from(JSON.stringify(jwk)),
    isPrivate: true,
  });

const listKey = (tx: Db, { kid, x }: SigningKey, now: Date) =>
  tx
    .insert(settings)
    .values({ key: prefix + kid, value: JSON.stringify({ x, since: now.getTime() } satisfies PublicKey) })
    .onConflictDoNothing();
