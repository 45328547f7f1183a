import { useRef } from "react";
import { Button, IconButton } from "../button.tsx";
import { Icon } from "../icon.tsx";
import { copiedLabel } from "./copy-button.tsx";
import { useCopy } from "./use-copy.ts";
import { useShareSheet } from "./use-share-sheet.ts";

const label = "共有";

interface ShareButtonProps {
  url: string;
  title: string;
  iconOnly?: boolean;
  onlyCopies?: boolean;
}

/** Shares a URL, or copies it. Not rendered without JavaScript: show the URL too. */
export function ShareButton({ url, title, iconOnly = false, onlyCopies = false }: ShareButtonProps) {
  const share = useShareSheet();
  const { copied, copy } = useCopy();
  const place = useRef<HTMLSpanElement>(null);
  const press = async () => {
    try {
      if (share && !onlyCopies) return await share({ title, url });
    } catch {
      // The share sheet failed: copy instead.
    }
    if (place.current) await copy(url, place.current);
  };
  return (
    <span ref={place} className="relative inline-flex unscripted:hidden">
      {iconOnly ? (
        <IconButton icon={copied ? "check" : "share"} label={label} onClick={() => void press()} />
      ) : (
        <Button type="button" variant="quiet" onClick={() => void press()}>
          {/* Both in one place, so that nothing moves. */}
          <span className="grid">
            <Words icon="share" text={label} isShown={!copied} />
            <Words icon="check" text={copiedLabel} isShown={copied} />
          </span>
        </Button>
      )}
      <span role="status" className="sr-only">
        {copied && copiedLabel}
      </span>
    </span>
  );
}

function Words({ icon, text, isShown }: { icon: "share" | "check"; text: string; isShown: boolean }) {
  return (
    <span
      className={`col-start-1 row-start-1 inline-flex items-center justify-center gap-2 ${isShown ? "" : "invisible"}`}
    >
      <Icon name={icon} />
      {text}
    </span>
  );
}
