/** Beginnings of what a browser, an interpreter or a reader would take the file for. Lower case. */
const strangers = ["<script", "<?php", "<html", "<!doctype html", "%pdf-"];

/** A ZIP archive ends with this record of 22 bytes and a comment of at most 65,535. */
const zipEnd = Buffer.from("PK\x05\x06", "latin1");
const zipEndBytes = 22;
const longestZipComment = 65_535;

/**
 * Whether a picture is something else as well: a page, a script, a PDF or a ZIP archive. Nothing of such a file would
 * survive the encoder, but nobody makes one by accident.
 */
export function isPolyglot(file: Uint8Array): boolean {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  const text = bytes.toString("latin1").toLowerCase();
  return strangers.some((stranger) => text.includes(stranger)) || endsAsZip(bytes);
}

function endsAsZip(bytes: Buffer): boolean {
  const tail = bytes.subarray(-(zipEndBytes + longestZipComment));
  for (let at = tail.indexOf(zipEnd); at >= 0; at = tail.indexOf(zipEnd, at + 1)) {
    if (at + zipEndBytes <= tail.length && at + zipEndBytes + tail.readUInt16LE(at + 20) <= tail.length) {
      return true;
    }
  }
  return false;
}
