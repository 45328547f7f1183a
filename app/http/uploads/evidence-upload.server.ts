import { Busboy } from "@fastify/busboy";
import { Invalid } from "#app/features/domain-error.ts";
import { evidenceField, maxEvidenceBytes, maxEvidenceFiles } from "#app/features/objections/objection.ts";
import { spoolToTempFile } from "#app/features/pictures/server/spool-to-temp-file.server.ts";
import { usualBodySize } from "../core/read-body.server.ts";

interface FormWithFiles {
  form: FormData;
  files: File[];
}

const unreadable = () =>
  new Invalid({ [evidenceField]: ["ファイルを読み取れませんでした。もう一度お試しください。"] });

/**
 * A multipart form's text fields, and the files of evidence, at most one more and each at most a byte longer than may be sent.
 * The body is taken from the network to disk first: slow senders hold no memory. Throws `Invalid` (unreadable), and what reading
 * throws.
 */
export async function receiveEvidence(request: Request): Promise<FormWithFiles> {
  if (!request.body) throw unreadable();
  const contentType = request.headers.get("Content-Type") ?? "";
  const spooled = await spoolToTempFile(request.body);
  try {
    return await parse(contentType, spooled.createReadStream({ autoClose: false, start: 0 }));
  } finally {
    await spooled.close();
  }
}

function parse(contentType: string, body: NodeJS.ReadableStream): Promise<FormWithFiles> {
  const { promise, resolve, reject } = Promise.withResolvers<FormWithFiles>();
  const [form, files]: [FormData, File[]] = [new FormData(), []];
  const parser = openParser(contentType);
  parser.on("field", (name, value) => form.append(name, value));
  parser.on("file", (name, file, filename) => {
    const parts: Buffer<ArrayBuffer>[] = [];
    file.on("error", reject);
    file.on("data", (part: Buffer<ArrayBuffer>) => parts.push(part));
    file.on("end", () => {
      // Without a chosen file a browser sends an empty one without a name.
      if (name === evidenceField && (filename || parts.length > 0))
        files.push(new File(parts, filename ?? ""));
    });
  });
  parser.on("finish", () => resolve({ form, files }));
  parser.on("error", () => reject(unreadable()));
  body.on("error", reject);
  body.pipe(parser);
  return promise;
}

function openParser(contentType: string) {
  try {
    return new Busboy({
      headers: { "content-type": contentType },
      limits: {
        fields: 30,
        fieldSize: usualBodySize.bytes,
        files: maxEvidenceFiles + 1,
        fileSize: maxEvidenceBytes + 1,
        headerSize: 16 * 1024,
      },
    });
  } catch {
    throw unreadable();
  }
}
