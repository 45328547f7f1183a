import { Link } from "react-router";
import { classNames } from "#app/ui/class-names.ts";
import { Notice } from "#app/ui/notice.tsx";
import type { Takedown } from "./moderation.ts";

/** Tells the author that nobody else can find the track, why, and whom to ask. */
export function TakedownNotice({ takedown, className }: { takedown: Takedown; className?: string }) {
  return (
    <Notice tone="warning" title="公開を止めています" className={classNames("text-left", className)}>
      <div className="space-y-2 leading-[1.7]">
        {takedown.reason !== null && (
          <p className="whitespace-pre-line [overflow-wrap:anywhere]">理由：{takedown.reason}</p>
        )}
        <p>
          ほかの方には表示されず、聴くこともできません。公開状態は変更できませんが、削除はできます。納得できないときは、
          <Link to="/appeal" className="font-bold underline">
            異議を申し立てる
          </Link>
          ことができます。
        </p>
      </div>
    </Notice>
  );
}
