import { Link } from "react-router";
import { Badge } from "#app/ui/badge.tsx";
import { Card } from "#app/ui/card.tsx";
import { Icon } from "#app/ui/icon.tsx";
import type { AttentionItem } from "./attention.server.ts";
import type { InstallationState } from "./installation.server.ts";

export function AttentionList({
  items,
  installation,
}: {
  items: readonly AttentionItem[];
  installation: InstallationState;
}) {
  const { disk, backup, trial, newerVersion } = installation;
  const isBackedUp = backup !== null && !backup.isOld && !trial?.isOld && !trial?.error;
  const isCalm = items.length === 0 && !disk?.isLow && isBackedUp && !newerVersion;
  return (
    <section aria-labelledby="attention" className="mb-8">
      <h2 id="attention" className="mb-3 text-base font-bold">
        いま必要なこと
      </h2>
      {isCalm && (
        <Card className="mb-3 flex items-center gap-3">
          <span className="grid size-10 shrink-0 place-items-center rounded-full bg-voice-b-tint text-voice-b">
            <Icon name="check" />
          </span>
          <p>いま対応が必要なことはありません。</p>
        </Card>
      )}
      {!isCalm && (
        <Card flush className="mb-3">
          <ul className="divide-y divide-line">
            {items.map((item) => (
              <li key={item.key}>
                <Link
                  to={item.to}
                  className="flex min-h-14 items-center gap-3 px-4 py-2.5 hover:bg-sunken rail:px-5"
                >
                  <span className="min-w-0 flex-1">
                    <span className="font-bold">{item.label}</span>
                    <span className="block text-xs text-muted">
                      最も古いもの：{item.oldest}
                      {item.help && <span className="block">{item.help}</span>}
                    </span>
                  </span>
                  <Badge tone="accent">
                    {item.count}件{item.isMore && "以上"}
                  </Badge>
                  <Icon name="forward" className="shrink-0 text-muted" />
                </Link>
              </li>
            ))}
            {disk?.isLow && (
              <Warning title="ディスクの空きが少なくなっています">
                空き {disk.free}（{disk.freePercent}%）。いっぱいになると、会員は保存ができなくなります。
              </Warning>
            )}
            {backup === null && (
              <Warning title="バックアップの記録がありません">
                npm run backup -- --to フォルダ で、動かしたまま取れます。設定 BACKUP_TO
                があれば、毎晩取ります。取れないわけは、モニタリングの一覧で分かります。DATA_DIR
                を共有しない別のホストで取ったものは、ここには出ません。
              </Warning>
            )}
            {backup?.isOld && (
              <Warning title="バックアップが2日以上ありません">
                最後のバックアップは{backup.ago}です。取れないわけは、モニタリングの一覧で分かります。
              </Warning>
            )}
            {trial?.error && (
              <Warning title="バックアップから戻せませんでした">
                {trial.ago}に試した結果：{trial.error}
              </Warning>
            )}
            {trial?.isOld && !trial.error && (
              <Warning title="バックアップから戻せるか、2週間以上確かめていません">
                npm run restore -- --from フォルダ --check で確かめられます。何も変わりません。
              </Warning>
            )}
            {newerVersion && (
              <Warning title={`新しい版 ${newerVersion.version} があります`}>
                データベースを変える更新は、始まる前に控えを取ります。
                {newerVersion.address && (
                  <a
                    href={newerVersion.address}
                    rel="noreferrer"
                    className="ml-1 inline-flex min-h-6 items-center underline"
                  >
                    変わったところを見る
                  </a>
                )}
              </Warning>
            )}
          </ul>
        </Card>
      )}
      <p className="flex flex-wrap gap-x-5 gap-y-1 text-xs text-muted tabular-nums">
        {disk && (
          <span>
            ディスクの空き {disk.free} / {disk.total}（{disk.freePercent}%）
          </span>
        )}
        {backup && <span>最後のバックアップ {backup.ago}</span>}
        {trial && !trial.error && <span>最後に確かめた復元 {trial.ago}</span>}
      </p>
    </section>
  );
}

function Warning({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <li className="flex items-start gap-3 px-4 py-3 rail:px-5">
      <Icon name="warning" className="mt-1 shrink-0 text-voice-a" />
      <div className="min-w-0">
        <p className="font-bold">{title}</p>
        <p className="text-xs text-muted">{children}</p>
      </div>
    </li>
  );
}
