import { randomUUID } from "node:crypto";
import { environment } from "#app/config/environment.ts";
import { storageNamed } from "../server/audio-storage.server.ts";
import { S3Error } from "./s3-client.server.ts";

/**
 * What is wrong with the bucket and how to fix it; null if it can be written, read and emptied, and strangers can't read it.
 */
export async function checkBucket(): Promise<{ state: "bad"; text: string; remedy: string } | null> {
  const { S3_ENDPOINT, S3_BUCKET } = environment();
  const storage = storageNamed("s3");
  const key = `check-up/${randomUUID()}`;
  const bad = (text: string, remedy: string) => ({ state: "bad" as const, text, remedy });
  try {
    await storage.put(key, Buffer.from("x"));
    try {
      if ((await storage.readBytes(key))?.length !== 1)
        return bad("バケットに書いたものを読めません", "S3のサーバーの記録を見ます。");
      for await (const _ of storage.list("check-up/")) break;
      const { ok } = await fetch(`${S3_ENDPOINT}/${S3_BUCKET}/${key}`, { signal: AbortSignal.timeout(5000) });
      if (ok)
        return bad(
          `バケット ${S3_BUCKET} は、だれでも読めます。非公開の音声も聞かれます`,
          "バケットの公開をやめます（公開アクセス、匿名の読み取り）。",
        );
    } finally {
      await storage.remove(key);
    }
    return null;
  } catch (error) {
    if (!(error instanceof S3Error)) throw error;
    if (error.status === null)
      return bad(`${S3_ENDPOINT} に届きません：${error.message}`, "S3_ENDPOINT とS3のサーバーを見ます。");
    if (error.status === 404)
      return bad(`バケット ${S3_BUCKET} がありません`, "バケットを作るか、S3_BUCKET を直します。");
    return bad(
      `バケット ${S3_BUCKET} が断りました：${error.message}`,
      "S3_ACCESS_KEY_ID、S3_SECRET_ACCESS_KEY、S3_REGION と、鍵の権限（読む、書く、一覧、消す）を見ます。",
    );
  }
}
