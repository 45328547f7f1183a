import type { ReactNode } from "react";
import { ButtonLink, buttonClass } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Seal } from "#app/ui/seal.tsx";
import { QrCodeDetails } from "#app/ui/share/qr-code-details.tsx";
import { headingEditPath } from "../correction/heading/heading-edit.ts";
import type { Publication } from "./load-publication.server.ts";

/** Above the cover of a track that has just been published. */
export function PublishedHeading() {
  return (
    <div className="flex items-center justify-center gap-3">
      <Seal text="投稿" />
      <p id="published" className="font-title text-xl font-bold">
        できました
      </p>
    </div>
  );
}

interface PublishedActsProps {
  track: { id: number };
  publication: Publication;
  children: ReactNode;
}

/** After the player of a track that has just been published, beside it in a wide window: how to pass it on, and the next one. */
export function PublishedActs({ track, publication, children }: PublishedActsProps) {
  const { qr, cardPath, remaining } = publication;
  return (
    <section
      aria-labelledby="published"
      className="space-y-4 rounded-card border border-line bg-surface p-4 text-center"
    >
      <p className="text-sm text-muted">リンクを開いた方は、登録しなくても聴けます。</p>
      {children}
      <div className="flex flex-wrap items-start justify-center gap-2">
        <a href={cardPath} download={`mugen-${track.id}.png`} className={buttonClass({ variant: "quiet" })}>
          <Icon name="download" />
          <span>画像カードを保存</span>
        </a>
        <QrCodeDetails qr={qr} label="この音声のQRコード" className="open:basis-full">
          カメラで読み取ると、この音声が開きます。
        </QrCodeDetails>
      </div>
      <div className="flex flex-wrap justify-center gap-2 border-t border-line pt-4">
        <ButtonLink to="/create-post" icon="plus">
          次の投稿
        </ButtonLink>
        <ButtonLink to={headingEditPath(track.id)} variant="quiet" icon="edit">
          説明とカバーを整える
        </ButtonLink>
        <p className="w-full text-xs text-muted">
          {remaining > 0
            ? `今日は、あと${remaining}回生成できます。`
            : "今日の生成は使い切りました。明日また作れます。"}
        </p>
      </div>
    </section>
  );
}
