import { classNames } from "#app/ui/class-names.ts";
import type { QrCode } from "../server/draw-qr-code.server.ts";

/** A QR code, black on white in both themes: many readers know no other. */
export function QrCodeImage({ qr, label, className }: { qr: QrCode; label: string; className?: string }) {
  return (
    <svg
      viewBox={`0 0 ${qr.size} ${qr.size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
      className={classNames("block", className)}
    >
      <rect width={qr.size} height={qr.size} fill="#fff" />
      <path d={qr.path} fill="#000" />
    </svg>
  );
}
