import { z } from "zod";
import { correctedFields, manifestFormat } from "./provenance.ts";

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

const madeWith = z.object({
  engine: z.string().describe("localはこのプログラム自身。ほかはgemini、openai、voicevox"),
  model: z.string().nullable().describe("モデルの名前。ないエンジンではnull"),
  program: z.string().describe("そのときのこのプログラムの版"),
});

const sound = z.object({
  part: z.enum(["whole", "excerpt"]).describe("excerptは、プレミアム限定の音声の冒頭"),
  kbps: z.int(),
  sha256: sha256.describe("音だけ（MP3のフレームだけ）のSHA-256"),
});

/** This is what is signed (docs/provenance.md). */
export const manifestSchema = z
  .object({
    format: z.literal(manifestFormat),
    site: z.url().describe("この音声を公開しているサイト"),
    track: z.object({
      id: z.int(),
      address: z.url(),
      title: z.string(),
      author: z.string(),
      publishedAt: z.iso.datetime(),
    }),
    kind: z
      .enum(["generated", "recording"])
      .describe("generatedは読み上げエンジンが話した音声、recordingは運営者が追加した録音"),
    notice: z.string().nullable().describe("AIで作られたことを示す文。録音ではnull"),
    script: z
      .object({
        writtenBy: z.union([madeWith, z.literal("unknown")]),
        editedByAuthor: z
          .union([z.boolean(), z.literal("unknown")])
          .describe("エンジンが書いた台本を、公開の前に投稿した方が変えたかどうか"),
      })
      .nullable()
      .describe("録音ではnull"),
    factCheck: z
      .union([madeWith, z.literal("unknown"), z.literal("none")])
      .describe("noneは、ファクトチェックの結果がないこと"),
    speech: z
      .union([
        madeWith.extend({
          voices: z.array(z.object({ speaker: z.enum(["A", "B"]), id: z.string(), name: z.string() })),
        }),
        z.literal("unknown"),
      ])
      .nullable()
      .describe("録音ではnull"),
    voiceCredit: z.string().nullable(),
    sounds: z.array(sound).describe("いまの音声。まだ調べていない古い音声では空"),
    notices: z
      .array(
        z.object({
          kbps: z.int(),
          frames: z.int().describe("はじめのMP3のフレームの数"),
          sha256: sha256.describe("そのフレームのSHA-256"),
        }),
      )
      .optional()
      .describe(
        "フィードと保存するファイルのはじめに読み上げる、AIの音声であることの知らせ。ファイルがこれで始まるとき、`sounds`はそのあとの音のハッシュです",
      ),
    otherNotices: z
      .array(sha256)
      .optional()
      .describe(
        "ほかの声の知らせと、以前の知らせのSHA-256。前に保存したファイルは、これで始まることがあります。フレームの数はどれも同じです",
      ),
    corrections: z
      .array(
        z.object({
          at: z.iso.datetime(),
          field: z
            .enum(correctedFields)
            .describe(
              "何を直したか。lineは台本の行、voicesは声と速さで、ほかは題名、説明、カテゴリー、カバーです",
            ),
          line: z.int().nullable().describe("台本の何行目か。1から数えます。行のほかではnull"),
          replaced: z.array(sound).describe("この訂正まで聴かれていた音声"),
        }),
      )
      .describe("公開のあとの訂正。古い順です"),
    signedAt: z.iso.datetime(),
  })
  .meta({ id: "ProvenanceManifest", description: "音声の来歴です。" });
export type Manifest = z.infer<typeof manifestSchema>;

export const provenanceReply = z
  .object({
    jws: z
      .string()
      .describe(
        "署名された来歴（JWS Compact Serialization、Ed25519）。確かめるときは、この中身だけを使います",
      ),
    manifest: manifestSchema,
  })
  .meta({ id: "Provenance", description: "署名された音声の来歴と、読むためのその写しです。" });

/** RFC 7517. `iat` and `exp`: from when until when each key signs, in seconds since 1970. */
export const keySetSchema = z.object({
  keys: z.array(
    z.object({
      kty: z.literal("OKP"),
      crv: z.literal("Ed25519"),
      alg: z.literal("Ed25519"),
      use: z.literal("sig"),
      kid: z.string(),
      x: z.string(),
      iat: z.int(),
      exp: z.int().optional(),
    }),
  ),
});
export type KeySet = z.infer<typeof keySetSchema>;
