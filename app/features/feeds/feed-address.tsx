import type { ReactNode } from "react";
import { Icon } from "#app/ui/icon.tsx";
import { CopyButton } from "#app/ui/share/copy-button.tsx";

interface FeedAddressProps {
  address: string;
  /** Opened from the start, when the owner's form in it was refused. */
  isOpen?: boolean;
  /** What only the feed's owner sees. */
  children?: ReactNode;
}

/** Disclosure with the feed's absolute URL and a copy button, for podcast apps. */
export function FeedAddress({ address, isOpen = false, children }: FeedAddressProps) {
  return (
    <details className="group open:basis-full" open={isOpen}>
      <summary className="flex min-h-11 w-fit list-none items-center gap-2 rounded-full px-4 text-sm font-bold text-accent hover:bg-sunken max-rail:mx-auto [&::-webkit-details-marker]:hidden">
        <Icon name="rss" />
        ポッドキャストで聴く
        <Icon name="down" className="transition-transform group-open:rotate-180" />
      </summary>
      <div className="mt-2 space-y-3 rounded-card border border-line bg-surface p-4 text-left">
        <p className="text-sm text-muted">
          ポッドキャストアプリの「URLで番組を追加」に、このアドレスを貼り付けてください。新しい音声も届きます。
        </p>
        <input
          readOnly
          value={address}
          aria-label="フィードのアドレス"
          onFocus={(event) => event.currentTarget.select()}
          className="block min-h-12 w-full rounded-card border border-line bg-sunken px-4 text-sm text-ink"
        />
        <div className="flex flex-wrap items-center gap-2">
          <CopyButton
            text={address}
            label="アドレスをコピー"
            copiedLabel="コピーしました"
            variant="primary"
          />
          <a
            href={address}
            className="inline-flex min-h-11 items-center rounded-full px-4 text-sm font-bold text-accent hover:bg-sunken"
          >
            RSSを開く
          </a>
        </div>
        {children && <div className="border-t border-line pt-4">{children}</div>}
      </div>
    </details>
  );
}
