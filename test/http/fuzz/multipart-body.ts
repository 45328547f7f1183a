import type { Dice } from "./dice.ts";
import { hostileTexts } from "./edge-values.ts";

export interface Files {
  picture: Buffer;
  sound: Buffer;
}

const boundary = "a-boundary-of-fields";

function part(name: string, content: Buffer, file?: { name: string; type: string }): Buffer {
  const named = file ? `; filename="${file.name}"\r\nContent-Type: ${file.type}` : "";
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${named}\r\n\r\n`;
  return Buffer.concat([Buffer.from(head), content, Buffer.from("\r\n")]);
}

interface Options {
  dice: Dice;
  files: Files;
  /** Texts by field. */
  values: Readonly<Record<string, readonly unknown[]>>;
  isBroken: boolean;
}

/** A form of files and, where it is `isBroken`, of something else. */
export function multipartBody(
  fields: readonly string[],
  { dice, files, values, isBroken }: Options,
): { headers: Record<string, string>; content: Buffer<ArrayBuffer> } {
  const wrong = [
    ...[Buffer.alloc(0), Buffer.from("no file"), files.picture.subarray(0, 60), Buffer.alloc(3000)],
    ...[files.sound.subarray(0, 300), Buffer.from("<svg onload='alert(1)'/>"), Buffer.from("GIF89a")],
  ];
  const hostile = () => dice.pick(hostileTexts) ?? "";
  const parts = fields.map((field) => {
    const isFile = /image|audio/.test(field) || (isBroken && dice.chance(0.3));
    const right = field === "image" ? files.picture : files.sound;
    const content = isFile
      ? isBroken
        ? (dice.pick(wrong) ?? right)
        : right
      : Buffer.from(isBroken ? hostile() : `${dice.pick(values[field] ?? []) ?? ""}`);
    const type = dice.pick(["image/png", "audio/mpeg", "text/html", "x"] as const);
    const name = isBroken ? hostile().replace(/[\r\n"\0]/g, "") : "夜.bin";
    const isRenamed = isBroken && dice.chance(0.2);
    return part(isRenamed ? `${field}[]` : field, content, isFile ? { name, type } : undefined);
  });
  const end = isBroken && dice.chance(0.3) ? "" : `--${boundary}--\r\n`;
  return {
    headers: {
      "Content-Type": `multipart/form-data; boundary=${isBroken && dice.chance(0.2) ? "another" : boundary}`,
    },
    content: Buffer.concat([...parts, Buffer.from(end)]),
  };
}
