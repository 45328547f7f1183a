import { useLocation } from "react-router";
import { hidePopover } from "#app/ui/dialog/hide-popover.ts";
import { iconBeforeClass } from "#app/ui/icon.tsx";
import type { ConsentFields } from "../use-consent.tsx";

/** Opens the cookie banner again. */
export function ConsentMenuEntry({ answer }: { answer: (fields: ConsentFields) => void }) {
  const { pathname, search } = useLocation();
  return (
    <form
      method="post"
      action="/consent"
      onSubmit={(event) => {
        event.preventDefault();
        hidePopover(event.currentTarget.closest<HTMLElement>("[popover]"));
        answer({ choice: "ask" });
      }}
    >
      <input type="hidden" name="choice" value="ask" />
      <input type="hidden" name="redirect" value={`${pathname}${search}`} />
      <button type="submit" className={`menu-entry ${iconBeforeClass("check")}`}>
        Cookieの設定
      </button>
    </form>
  );
}
