import { Form, Link, useNavigation } from "react-router";
import { playlistPath } from "#app/features/playlists/playlist.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { classNames } from "#app/ui/class-names.ts";
import type { FormResult } from "#app/ui/form/form-result.ts";
import { Icon } from "#app/ui/icon.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { ProgressBar } from "#app/ui/progress-bar.tsx";
import { type EpisodeAct, seriesPath } from "../series.ts";
import type { EpisodeView, SeriesView } from "../server/find-series.server.ts";
import { CadenceFields } from "./cadence-fields.tsx";

interface SeriesPartsProps {
  shown: SeriesView;
  formResult: FormResult | undefined;
}

export function SeriesParts({ shown, formResult }: SeriesPartsProps) {
  const { id, state, problem, playlist, published, count, episodes } = shown;
  const { formData } = useNavigation();
  const action = seriesPath(id);
  const busy = (intent: string) => formData?.get("intent") === intent;
  const error = formResult?.result.error?.[""]?.[0];
  return (
    <div className="space-y-8">
      {error && (
        <Notice tone="error" title="変更できませんでした">
          {error}
        </Notice>
      )}
      {problem && (
        <Notice tone="warning" title="いま止まっています">
          {problem}
        </Notice>
      )}
      {state === "paused" && (
        <Notice tone="warning" title="一時停止中です">
          新しい回を作らず、公開もしません。できている音声は30日間とっておきます。
        </Notice>
      )}
      <div className="space-y-4">
        <ProgressBar value={count === 0 ? 0 : Math.round((published / count) * 100)} label="公開した回" />
        <p className="text-sm tabular-nums text-muted">
          {published === 0
            ? `全${count}回、これから公開します`
            : `${count}回のうち${published}回を公開しました`}
          {state === "ended" && "。この番組は終わりです。"}
        </p>
        <div className="flex flex-wrap gap-2">
          {state !== "ended" && (
            <Form method="post" action={action}>
              <Button
                variant={state === "paused" ? "primary" : "quiet"}
                name="intent"
                value={state === "paused" ? "resume" : "pause"}
                icon={state === "paused" ? "play" : "pause"}
                busy={busy("pause") || busy("resume")}
              >
                {state === "paused" ? "再開する" : "一時停止"}
              </Button>
            </Form>
          )}
          {playlist ? (
            <ButtonLink to={playlistPath(playlist)} variant="quiet" icon="headphones">
              プレイリスト
            </ButtonLink>
          ) : (
            <p className="self-center text-sm text-muted">
              プレイリストは削除されました。続きは、プレイリストに入れずに公開します。
            </p>
          )}
        </div>
      </div>
      <section aria-labelledby="episodes" className="space-y-2">
        <h2 id="episodes" className="text-lg">
          各回
        </h2>
        <ol className="divide-y divide-line border-y border-line">
          {episodes.map((episode) => (
            <EpisodeRow key={episode.id} action={action} episode={episode} />
          ))}
        </ol>
      </section>
      {state !== "ended" && (
        <details className="group rounded-card border border-line bg-surface">
          <summary className="flex min-h-12 cursor-pointer items-center justify-between px-4 text-sm font-bold">
            公開のしかたを変える
            <Icon name="down" className="transition-transform group-open:rotate-180" />
          </summary>
          <Form method="post" action={action} className="space-y-4 border-t border-line p-4">
            <CadenceFields
              initial={{
                when: shown.days.length === 0 ? "now" : "days",
                days: shown.days.length === 0 ? null : shown.days,
                hour: String(shown.hour),
              }}
              formResult={formResult}
            />
            <Button wide name="intent" value="cadence" busy={busy("cadence")}>
              変更する
            </Button>
          </Form>
        </details>
      )}
      <details className="group rounded-card border border-line">
        <summary className="flex min-h-12 cursor-pointer items-center justify-between px-4 text-sm text-muted">
          この連続番組を消す
          <Icon name="down" className="transition-transform group-open:rotate-180" />
        </summary>
        <Form method="post" action={action} className="space-y-4 border-t border-line p-4">
          <p className="text-sm leading-[1.7]">
            まだ公開していない回の文章を消します。公開した音声とプレイリストは残ります。
          </p>
          <Button variant="danger" wide name="intent" value="delete" icon="trash" busy={busy("delete")}>
            消す
          </Button>
        </Form>
      </details>
    </div>
  );
}

const actNames: Readonly<Record<EpisodeAct, string>> = {
  up: "前へ",
  down: "後へ",
  drop: "この回をやめる",
  restore: "この回を戻す",
  remake: "もう一度作る",
};

function EpisodeRow({ action, episode }: { action: string; episode: EpisodeView }) {
  const { id, number, heading, length, missed, state, status, path, acts } = episode;
  const name = number === null ? "—" : `第${number}回`;
  const isDropped = state === "dropped";
  const title = heading || (number === null ? "この回" : name);
  return (
    <li>
      <details className="group">
        <summary
          className={classNames(
            "flex min-h-14 list-none items-center gap-3 py-2",
            acts.length + (path ? 1 : 0) > 0 && "cursor-pointer",
          )}
        >
          <span className="w-14 shrink-0 text-sm text-muted tabular-nums">{name}</span>
          <span className="min-w-0 flex-1">
            <span className={classNames("block", isDropped ? "text-muted" : "font-bold")}>{title}</span>
            <span className="flex flex-wrap gap-x-3 text-xs text-muted tabular-nums">
              <span className={classNames(state === "making" && "text-accent")}>{status}</span>
              {state !== "published" && length && !missed && <span>{length}</span>}
              {missed && <span className="text-ink">{missed}</span>}
            </span>
          </span>
          <Icon name="down" className="shrink-0 text-muted transition-transform group-open:rotate-180" />
        </summary>
        <Form method="post" action={action} className="flex flex-wrap gap-2 pb-3">
          <input type="hidden" name="episode" value={id} />
          {path && (
            <Link to={path} className="inline-flex min-h-11 items-center px-2 text-sm text-accent underline">
              {state === "published" ? "音声を開く" : "下書きを開く"}
            </Link>
          )}
          {acts.map((act) => (
            <Button
              key={act}
              variant="quiet"
              name="intent"
              value={act}
              aria-label={`${title}: ${actNames[act]}`}
            >
              {actNames[act]}
            </Button>
          ))}
          {!path && acts.length === 0 && <p className="text-sm text-muted">できることはありません。</p>}
        </Form>
      </details>
    </li>
  );
}
