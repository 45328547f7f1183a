// Writes .br and .gz beside every text file of the client build, so that the server never compresses them again.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import zlib from "node:zlib";

const folder = path.join(import.meta.dirname, "../build/client");
const text = /\.(js|css|svg|json|webmanifest|txt|html|xml)$/;

for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
  const file = path.join(entry.parentPath, entry.name);
  if (!entry.isFile() || !text.test(entry.name)) continue;
  const bytes = readFileSync(file);
  if (bytes.byteLength < 256) continue;
  writeFileSync(`${file}.br`, zlib.brotliCompressSync(bytes, { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 11 } }));
  writeFileSync(`${file}.gz`, zlib.gzipSync(bytes, { level: 9 }));
}
