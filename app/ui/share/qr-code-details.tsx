import type { ReactNode } from "react";
import type { QrCode } from "#app/lib/draw-qr-code.ts";
import { classNames } from "../class-names.ts";
import { Icon } from "../icon.tsx";

interface QrCodeDetailsProps {
  qr: QrCode;
  /** Accessible name of the picture. */
  label: string;
  /** What reading it does. */
  children: ReactNode;
  className?: string;
}

/** A QR code, folded away: black on white in both themes, as many readers need it. */
export function QrCodeDetails({ qr, label, children, className }: QrCodeDetailsProps) {
  return (
    <details className={classNames("group", className)}>
      <summary className="inline-flex min-h-11 items-center gap-2 rounded-full pr-2 text-sm font-bold text-accent">
        <Icon name="qr" />
        QRコード
        <Icon name="down" className="transition-transform group-open:rotate-180" />
      </summary>
      <svg
        viewBox={`0 0 ${qr.size} ${qr.size}`}
        role="img"
        aria-label={label}
        shapeRendering="crispEdges"
        className="mx-auto my-2 block w-full max-w-56 rounded-card border border-line"
      >
        <rect width={qr.size} height={qr.size} fill="#fff" />
        <path d={qr.path} fill="#000" />
      </svg>
      <p className="pb-2 text-center text-xs text-muted">{children}</p>
    </details>
  );
}
