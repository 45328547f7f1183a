import { Icon } from "#app/ui/icon.tsx";
import { CopyButton } from "#app/ui/share/copy-button.tsx";
import { embedCode } from "./embed-code.ts";

interface EmbedDetailsProps {
  address: string;
  title: string;
  height: number;
  explanation: string;
}

/** The embed code with a copy button. */
export function EmbedDetails({ address, title, height, explanation }: EmbedDetailsProps) {
  const code = embedCode({ address, title, width: "100%", height });
  return (
    <details className="group open:basis-full">
      <summary className="mx-auto flex min-h-11 w-fit list-none items-center gap-2 rounded-full px-4 text-sm font-bold text-accent hover:bg-sunken [&::-webkit-details-marker]:hidden">
        <Icon name="code" />
        埋め込み
        <Icon name="down" className="transition-transform group-open:rotate-180" />
      </summary>
      <div className="mt-2 space-y-2 rounded-card border border-line bg-surface p-4 text-left">
        <p className="text-sm text-muted">{explanation}</p>
        <textarea
          readOnly
          rows={6}
          value={code}
          aria-label="埋め込みコード"
          onFocus={(event) => event.currentTarget.select()}
          className="block w-full resize-none rounded-card border border-line bg-sunken px-4 py-3 font-mono text-xs leading-relaxed break-all text-ink"
        />
        <CopyButton text={code} label="コードをコピー" variant="primary" />
      </div>
    </details>
  );
}
