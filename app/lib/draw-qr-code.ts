import { encodeQR } from "qr";

export interface QrCode {
  /** Modules along one side, quiet zone included. */
  size: number;
  /** SVG path data of the dark modules; one unit is one module. */
  path: string;
}

/** Width of the light border that readers need, in modules (ISO/IEC 18004). */
const quietZone = 4;

/** The QR code of `text`. */
export function drawQrCode(text: string): QrCode {
  const rows = encodeQR(text, "raw", { ecc: "medium", border: quietZone });
  let path = "";
  for (const [y, row] of rows.entries()) {
    for (let x = 0; x < row.length; x++) {
      if (!row[x]) continue;
      const start = x;
      while (row[x + 1]) x++;
      const length = x + 1 - start;
      path += `M${start} ${y}h${length}v1h-${length}z`;
    }
  }
  return { size: rows.length, path };
}
