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

/** A form of files and, where it is `isBroken`, of something else. */
export function multipartBody(
  fields: readonly string[],
  { dice, files, isBroken }: { dice: Dice; files: Files; isBroken: boolean },
): { headers: Record<string, string>; content: Buffer<ArrayBuffer> } {
  const contents = [
    ...(isBroken ? [] : [files.picture, files.sound]),
    ...[Buffer.alloc(0), Buffer.from("no file"), files.picture.subarray(0, 60), Buffer.alloc(3000)],
    ...[files.sound.subarray(0, 300), Buffer.from("<svg onload='alert(1)'/>"), Buffer.from("GIF89a")],
  ];
  const nameOf = () => (isBroken ? (dice.pick(hostileTexts) ?? "").replace(/[\r\n"\0]/g, "") : "夜.bin");
  const parts = fields.map((field) => {
    const file = { name: nameOf(), type: dice.pick(["image/png", "audio/mpeg", "text/html", "x"] as const) };
    const isFile = /image|audio|file/.test(field) || dice.chance(0.3);
    const content = isFile ? (dice.pick(contents) ?? Buffer.alloc(0)) : Buffer.from(dice.pick(hostileTexts) ?? "");
    return part(dice.chance(0.9) ? field : `${field}[]`, content, isFile ? file : undefined);
  });
  const end = isBroken && dice.chance(0.3) ? "" : `--${boundary}--\r\n`;
  return {
    headers: {
      "Content-Type": `multipart/form-data; boundary=${isBroken && dice.chance(0.2) ? "another" : boundary}`,
    },
    content: Buffer.concat([...parts, Buffer.from(end)]),
  };
}
