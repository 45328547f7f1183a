import { z } from "zod";
import { optionalText } from "./engine-settings.ts";
import { isConfidentialOrNear, isConfidentialUrl } from "./url-safety.ts";

export const storageSettings = {
  STORAGE: z
    .enum(["local", "s3"])
    .default("local")
    .describe(
      "Where sound, pictures, uploads and samples are: `local` in `DATA_DIR/files`, `s3` in a bucket (see `docs/storage.md`), for which `S3_ENDPOINT`, `S3_BUCKET` and the two keys are needed.",
    ),
  S3_ENDPOINT: z
    .url({ protocol: /^https?$/ })
    .refine(isConfidentialOrNear, "must begin with https:// (http:// in the own network only)")
    .transform((url) => new URL(url).origin)
    .optional()
    .describe(
      "Origin of an S3 server, such as R2, MinIO, Garage, SeaweedFS or AWS, for the files, for backups or for both.",
    ),
  S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, "must be the name of a bucket")
    .optional()
    .describe("Bucket of the files: it holds nothing else, and is not public."),
  S3_REGION: z.string().trim().min(1).default("us-east-1").describe("Region of the bucket; `auto` at R2."),
  S3_ACCESS_KEY_ID: optionalText.describe("Access key that may read, write, list and delete there."),
  S3_SECRET_ACCESS_KEY: optionalText.describe("Secret that belongs to it."),
  S3_DELIVERY: z
    .enum(["proxy", "redirect"])
    .default("proxy")
    .describe(
      "`proxy` passes sound on; `redirect` sends browsers that play to the S3 server, with addresses that are good for a minute.",
    ),
};

type StorageSettings = z.infer<z.ZodObject<typeof storageSettings>>;

/** All or none; the files need a bucket too. */
const serverSettings = ["S3_ENDPOINT", "S3_ACCESS_KEY_ID", "S3_SECRET_ACCESS_KEY"] as const;

/** What is wrong with the storage's settings; null if they are usable. */
export function wrongStorageSettings(
  settings: StorageSettings & { STREAM_ACCEL?: "nginx" | undefined; BACKUP_TO?: string | undefined },
): string | null {
  const { STORAGE, S3_DELIVERY, S3_ENDPOINT, STREAM_ACCEL, BACKUP_TO = "" } = settings;
  const missing = serverSettings.filter((name) => !settings[name]);
  const isPartial = missing.length > 0 && missing.length < serverSettings.length;
  const needsBucket = STORAGE === "s3" || /^s3:/i.test(BACKUP_TO);
  if (isPartial || (needsBucket && missing.length > 0)) return `${missing.join(", ")}: needed for a bucket`;
  if (STORAGE === "s3" && !settings.S3_BUCKET) return "S3_BUCKET: needed with STORAGE=s3";
  if (STORAGE === "local") return null;
  if (STREAM_ACCEL) return "STREAM_ACCEL: nginx sends only files of STORAGE=local";
  if (S3_DELIVERY === "redirect" && S3_ENDPOINT && !isConfidentialUrl(S3_ENDPOINT))
    return "S3_ENDPOINT: must begin with https:// for S3_DELIVERY=redirect, which sends browsers there";
  return null;
}
