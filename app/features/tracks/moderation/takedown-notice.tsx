import { Link } from "react-router";
import { Notice } from "#app/ui/notice.tsx";
import type { Takedown } from "./moderation.ts";

/** To the author of a taken down track: that nobody else can find it, why, and whom to ask. */
export function TakedownNotice({ takedown, className }: { takedown: Takedown; className?: string }) {
  return (
    <Notice tone="warning" title="運営が公開を停止しています" className={className}>
      <div className="space-y-2 text-left leading-[1.7]">
        {takedown.reason !== null && (
          <p className="whitespace-pre-line [overflow-wrap:anywhere]">理由：{takedown.reason}</p>
        )}
        <p>
          ほかの方には表示されず、聴くこともできません。公開状態は変更できませんが、削除はできます。ご不明な点は
          <Link to="/contact" className="font-bold underline">
            お問い合わせ
          </Link>
          ください。
        </p>
      </div>
    </Notice>
  );
}
