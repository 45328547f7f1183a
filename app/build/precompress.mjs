import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import zlib from "node:zlib";

const folder = path.join(import.meta.dirname, "../../build/client");
const text = /\.(js|css|svg|json|webmanifest|txt|html|xml)$/;
/** Smaller files fit one packet either way. */
const minBytes = 256;

/** Writes .br and .gz beside every text file of the client build, so that the server never compresses them. */
export function precompress() {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const file = path.join(entry.parentPath, entry.name);
    if (!entry.isFile() || !text.test(entry.name)) continue;
    const bytes = readFileSync(file);
    if (bytes.byteLength < minBytes) continue;
    const params = { [zlib.constants.BROTLI_PARAM_QUALITY]: 11 };
    writeFileSync(`${file}.br`, zlib.brotliCompressSync(bytes, { params }));
    writeFileSync(`${file}.gz`, zlib.gzipSync(bytes, { level: 9 }));
  }
}
