import { createReadStream } from "node:fs";
import { readFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { compactVerify, createLocalJWKSet, decodeProtectedHeader } from "jose";
import { z } from "zod";
import {
  type KeySet,
  keySetSchema,
  type Manifest,
  manifestSchema,
} from "#app/features/provenance/provenance.schema.ts";
import { manifestType } from "#app/features/provenance/provenance.ts";
import { errorCode } from "#app/lib/file-errors.ts";
import { noticeFrames } from "#app/lib/notice-length.ts";
import { type HashedSound, SoundHash } from "#app/lib/sound-hash.ts";
import {
  CommandError,
  parseArguments,
  print,
  runStandalone,
  sanitizeForTerminal,
  UsageError,
} from "./command.ts";

const usage = `Usage: npm run verify -- FILE --manifest MANIFEST [--keys KEYS]

Checks an MP3 file against the signed manifest of a track, without the site and without a network.

  MANIFEST   what /api/tracks/NUMBER/provenance of the site has answered, or the signature (JWS) in it
  KEYS       what /.well-known/jwks.json of the site has answered; without it the manifest's own key is used, which shows that the
             manifest is whole, but not whose it is: the exit code is 3 then

Exit code: 0 the file is what the manifest says, 1 it is not, 2 wrong arguments, 3 it is, but nobody knows whose key signed.`;

export async function run(args: string[]): Promise<number> {
  let isKeyKnown = true;
  const code = await runStandalone(usage, () => {
    const { values, positionals } = parseArguments(() =>
      parseArgs({
        args,
        allowPositionals: true,
        options: { manifest: { type: "string" }, keys: { type: "string" } },
      }),
    );
    const [file, ...others] = positionals;
    const { manifest, keys } = values;
    if (!file || others.length > 0) throw new UsageError("Which file?");
    if (!manifest) throw new UsageError("--manifest is missing");
    return async () => {
      isKeyKnown = keys !== undefined;
      const jws = readJws(await readText(manifest));
      const keySet =
        keys === undefined
          ? ownKey(jws)
          : parse(await readText(keys), keySetSchema, "These are no public keys");
      print(describeMatch(await openManifest(jws, keySet), await hashFile(file)));
      if (!isKeyKnown) console.error("The key came with the manifest: compare it with the site's (--keys).");
    };
  });
  return code === 0 && !isKeyKnown ? 3 : code;
}

const isNoManifest = "This is no manifest of a track";

async function readText(file: string): Promise<string> {
  return readFile(file, "utf8").catch((error: unknown) => {
    throw new CommandError(`${file} can't be read: ${errorCode(error)}`);
  });
}

/** Throws `CommandError` for invalid JSON. */
function parse<Schema extends z.ZodType>(text: string, schema: Schema, complaint: string): z.output<Schema> {
  try {
    return schema.parse(JSON.parse(text));
  } catch {
    throw new CommandError(`${complaint}.`);
  }
}

function readJws(text: string): string {
  if (!text.trimStart().startsWith("{")) return text.trim();
  return parse(text, z.object({ jws: z.string() }), isNoManifest).jws;
}

function ownKey(jws: string): KeySet {
  const { kid, jwk } = decodeHeader(jws);
  const keys = { keys: [{ ...jwk, kid, alg: "Ed25519", use: "sig", iat: 0 }] };
  return parse(JSON.stringify(keys), keySetSchema, isNoManifest);
}

function decodeHeader(jws: string) {
  try {
    return decodeProtectedHeader(jws);
  } catch {
    throw new CommandError(`${isNoManifest}.`);
  }
}

/** Throws `CommandError` unless one of the keys signed it while in use. */
async function openManifest(jws: string, { keys }: KeySet): Promise<Manifest> {
  const opened = await compactVerify(jws, createLocalJWKSet({ keys }), { algorithms: ["Ed25519"] }).catch(
    (error: unknown) => {
      throw new CommandError(`The signature is not valid: ${error instanceof Error ? error.message : error}`);
    },
  );
  const { kid, typ } = opened.protectedHeader;
  if (typ !== manifestType) throw new CommandError(`${isNoManifest}.`);
  const manifest = parse(new TextDecoder().decode(opened.payload), manifestSchema, isNoManifest);
  const key = keys.find((one) => one.kid === kid);
  const at = Date.parse(manifest.signedAt) / 1000;
  if (!key || at < key.iat || at > (key.exp ?? Number.POSITIVE_INFINITY))
    throw new CommandError("The key that signed was not in use at that time.");
  return manifest;
}

async function hashFile(file: string): Promise<HashedSound> {
  const hash = new SoundHash();
  try {
    for await (const chunk of createReadStream(file)) hash.update(chunk);
  } catch (error) {
    throw new CommandError(`${file} can't be read: ${errorCode(error)}`);
  }
  const found = hash.digest();
  if (!found) throw new CommandError("There is no MP3 sound in this file.");
  return found;
}

/** The sound behind a notice that the manifest names; otherwise all of it. */
function soundIn({ notices = [], otherNotices = [] }: Manifest, { sha256, split }: HashedSound): string {
  if (!split) return sha256;
  const isNotice =
    otherNotices.includes(split.noticeSha256) ||
    notices.some((notice) => notice.frames === noticeFrames && notice.sha256 === split.noticeSha256);
  return isNotice ? split.sha256 : sha256;
}

/** Throws `CommandError` if the manifest does not know the sound. */
function describeMatch(manifest: Manifest, hashed: HashedSound): string {
  const sha256 = soundIn(manifest, hashed);
  const { track, sounds, corrections, kind, signedAt } = manifest;
  const of = sanitizeForTerminal(`${track.title} (${track.author}), ${track.address}`);
  const made = kind === "recording" ? "a recording" : "generated speech";
  const present = sounds.find((sound) => sound.sha256 === sha256);
  if (present) return `unchanged: ${of}\n${made}, ${present.part}, ${present.kbps} kbit/s, as of ${signedAt}`;
  const correction = corrections.find(({ replaced }) => replaced.some((sound) => sound.sha256 === sha256));
  if (correction) return `corrected since (${correction.at}): ${of}\n${made}, as of ${signedAt}`;
  throw new CommandError(`not the sound of ${of}, whole and as it was published`);
}
