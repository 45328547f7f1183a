import path from "node:path";
import { createTransport, type SendMailOptions } from "nodemailer";
import { writeDurably } from "#app/features/storage/server/write-durably.server.ts";

/** Puts a message into a folder as `ID.eml`, which survives a power cut; the same letter again takes the place of itself. */
export async function carryToFolder(
  message: SendMailOptions,
  options: { folder: string; id: string },
): Promise<void> {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: "windows" });
  const { message: bytes } = await transport.sendMail(message);
  if (!Buffer.isBuffer(bytes)) throw new Error("the message is no buffer");
  const name = `${options.id.replace(/[^A-Za-z0-9-]/g, "_")}.eml`;
  await writeDurably({ root: options.folder, path: path.join(options.folder, name), bytes });
}
