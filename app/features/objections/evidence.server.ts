import { createHash, randomUUID } from "node:crypto";
import { and, asc, eq, inArray } from "drizzle-orm";
import { Invalid, NotFound, QuotaReached } from "#app/features/domain-error.ts";
import type { FileToServe } from "#app/features/storage/file-response/respond-with-file.server.ts";
import { audioStorage } from "#app/features/storage/server/audio-storage.server.ts";
import type { OrphanFinder } from "#app/features/storage/server/quarantine-orphans.server.ts";
import { removeFiles } from "#app/features/storage/server/remove-files.server.ts";
import { sanitizeStrings } from "#app/features/validate.ts";
import { logger } from "#app/logger.server.ts";
import { type Db, primary } from "#db/client.ts";
import { objectionFiles } from "#db/schema/index.ts";
import { type EvidenceType, evidenceTypeOf } from "./evidence-type.ts";
import {
  type EvidenceFile,
  evidenceField,
  maxEvidenceBytes,
  maxEvidenceFiles,
  maxEvidenceMegabytes,
  maxEvidenceOfCase,
} from "./objection.ts";

const folder = "evidence/";
const maxNameLength = 80;

interface CheckedFile {
  name: string;
  type: EvidenceType;
  content: Uint8Array;
  sha256: string;
}

/** In the storage, not yet of a case. */
type StoredFile = Omit<CheckedFile, "content"> & { key: string; bytes: number };
export type StoredEvidence = readonly StoredFile[];

const refuse = (message: string) => new Invalid({ [evidenceField]: [message] });

/** By content, not by name. Throws `Invalid`: too many, empty, too large, or of another type. */
async function checkEvidence(files: readonly File[]): Promise<CheckedFile[]> {
  if (files.length > maxEvidenceFiles) throw refuse(`ファイルは、一度に${maxEvidenceFiles}個まで送れます。`);
  return Promise.all(
    files.map(async (file) => {
      const name = shownName(file.name);
      if (file.size === 0) throw refuse(`「${name}」は空のファイルです。`);
      if (file.size > maxEvidenceBytes)
        throw refuse(`「${name}」は大きすぎます。1個${maxEvidenceMegabytes}MBまでです。`);
      const content = await file.bytes();
      const type = evidenceTypeOf(content);
      if (!type)
        throw refuse(
          `「${name}」は受け付けていない種類です。PNG、JPEG、WebP、PDF、テキスト（UTF-8）、MP3、WAVをお選びください。`,
        );
      return { name, type, content, sha256: createHash("sha256").update(content).digest("hex") };
    }),
  );
}

/** Without folders, and without letters that hide or turn round others. */
function shownName(sent: string): string {
  const last = sent.split(/[\\/]/).at(-1) ?? "";
  const name = String(sanitizeStrings(last))
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}"<>:|?*]/gu, "")
    .trim();
  return [...name].slice(-maxNameLength).join("") || "ファイル";
}

/**
 * Stores files, then runs `save`, whose transaction names them by `addEvidence`. What it did not take is removed again. Throws
 * `Invalid` (`checkEvidence`) and what `save` throws.
 */
export async function withStoredEvidence<Result>(
  files: readonly File[],
  save: (stored: StoredEvidence) => Promise<Result>,
): Promise<Result> {
  const checked = await checkEvidence(files);
  const storage = audioStorage();
  const stored: StoredFile[] = [];
  try {
    for (const { content, ...file } of checked) {
      const key = `${folder}${randomUUID()}.${file.type}`;
      stored.push({ ...file, key, bytes: content.byteLength });
      await storage.put(key, content);
    }
    return await save(stored);
  } finally {
    await removeUntaken(stored);
  }
}

/** What fails here is found without a row later (`orphanedEvidence`). */
async function removeUntaken(stored: StoredEvidence): Promise<void> {
  try {
    const untaken = await findUntaken(stored.map(({ key }) => key));
    for (const key of untaken) await audioStorage().remove(key);
  } catch (error) {
    logger.warn({ err: error }, "files of evidence that no case took were not removed");
  }
}

async function findUntaken(keys: string[]): Promise<string[]> {
  if (keys.length === 0) return [];
  const { key } = objectionFiles;
  const taken = await primary.select({ key }).from(objectionFiles).where(inArray(key, keys));
  const named = new Set(taken.map((row) => row.key));
  return keys.filter((one) => !named.has(one));
}

/**
 * Adds to a case, which `tx` has locked, what it does not have yet, and returns the names. Throws `QuotaReached` after 12 files of
 * the case.
 */
export async function addEvidence(
  tx: Db,
  { objectionId, stored, now }: { objectionId: number; stored: StoredEvidence; now: Date },
): Promise<string[]> {
  if (stored.length === 0) return [];
  const { sha256 } = objectionFiles;
  const own = await tx
    .select({ sha256 })
    .from(objectionFiles)
    .where(eq(objectionFiles.objectionId, objectionId));
  const known = new Set(own.map((file) => file.sha256));
  const fresh = [...new Map(stored.map((file) => [file.sha256, file])).values()].filter(
    (file) => !known.has(file.sha256),
  );
  if (fresh.length === 0) return [];
  if (known.size + fresh.length > maxEvidenceOfCase)
    throw new QuotaReached(
      `一つの申し立てに送れるファイルは、${maxEvidenceOfCase}個までです。申し立てとこれまでのファイルは、すでに受け付けています。`,
    );
  await tx.insert(objectionFiles).values(fresh.map((file) => ({ ...file, objectionId, createdAt: now })));
  return fresh.map(({ name }) => name);
}

/** In the order in which they came. */
export async function listEvidence(objectionId: number): Promise<EvidenceFile[]> {
  const { id, name, bytes } = objectionFiles;
  return primary
    .select({ id, name, bytes })
    .from(objectionFiles)
    .where(eq(objectionFiles.objectionId, objectionId))
    .orderBy(asc(id));
}

/** For operators alone: to be saved, never shown by a browser. Throws `NotFound`. */
export async function findEvidenceFile(o: { objectionId: number; fileId: number }): Promise<FileToServe> {
  const [file] = await primary
    .select()
    .from(objectionFiles)
    .where(and(eq(objectionFiles.id, o.fileId), eq(objectionFiles.objectionId, o.objectionId)));
  if (!file) throw new NotFound("ファイルが見つかりません");
  const { key, name, bytes, type, sha256, createdAt } = file;
  return {
    storage: audioStorage(),
    ...{ key, bytes, modified: createdAt, etag: `"${sha256}"` },
    filename: name.toLowerCase().endsWith(`.${type}`) ? name : `${name}.${type}`,
    isAttachment: true,
    contentType: "application/octet-stream",
    cacheControl: "private, no-store",
  };
}

/** With the texts of their objections; the files go after the commit. */
export async function removeEvidence(tx: Db, objectionIds: readonly number[]): Promise<void> {
  const { key, objectionId } = objectionFiles;
  const gone = await tx
    .delete(objectionFiles)
    .where(inArray(objectionId, [...objectionIds]))
    .returning({ key });
  await removeFiles(
    tx,
    gone.map((file) => file.key),
  );
}

/** A crash between storing files and naming them leaves them without a case. */
export const orphanedEvidence: OrphanFinder = { prefix: folder, findOrphans: findUntaken };
