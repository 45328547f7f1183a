import { createHash } from "node:crypto";

/** The namespace of podcasts' names (Podcasting 2.0, `podcast:guid`). */
const namespace = Buffer.from("ead4c236bf5858c6a2c6a6b28d128cb6", "hex");

/** A feed's name among all podcasts: the UUIDv5 of its address without scheme and closing slashes. */
export function podcastGuid(address: string): string {
  const name = address.replace(/^[a-z]+:\/\//i, "").replace(/\/+$/, "");
  const hash = createHash("sha1").update(namespace).update(name).digest();
  const bytes = hash.subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x50, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
