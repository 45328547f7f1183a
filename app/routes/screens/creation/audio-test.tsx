import { Form, useNavigation } from "react-router";
import type { Viewer } from "#app/features/accounts/viewer.ts";
import { nullIfNotFound } from "#app/features/domain-error.ts";
import { AudioDiagnostics } from "#app/features/playback/components/audio-diagnostics.tsx";
import { documentTitle } from "#app/features/site/page-meta.ts";
import type { TrackViewer } from "#app/features/tracks/excerpt.ts";
import { findTrack } from "#app/features/tracks/server/find-track.server.ts";
import { listTracks } from "#app/features/tracks/server/list-tracks.server.ts";
import { trackParams } from "#app/features/tracks/tracks.schema.ts";
import { pageLoader } from "#app/http/core/page-loader.server.ts";
import { getViewer, requestContext } from "#app/http/core/request-context.ts";
import { Button } from "#app/ui/button.tsx";
import { TextField } from "#app/ui/form/field.tsx";
import { Page } from "#app/ui/page.tsx";
import type { Route } from "./+types/audio-test";

export const meta: Route.MetaFunction = () => [{ title: documentTitle("音声の動作確認") }];

/** `?source=internal&track=` plays a track as the site streams it, `?source=sample` a file beside it. */
export const loader = pageLoader(async ({ context }: Route.LoaderArgs) => {
  const { searchParams } = context.get(requestContext).url;
  const viewer = await getViewer(context);
  const asked = searchParams.get("track")?.trim() ?? "";
  const isSample = searchParams.get("source") === "sample";
  const track = asked ? await findAsked(viewer, asked) : await findNewest(viewer);
  return { asked: asked || (track ? String(track.id) : ""), isSample, track };
});

async function findNewest(viewer: Viewer | null) {
  const [newest] = (await listTracks({ viewer, limit: 1 })).tracks;
  return newest ? { id: newest.id, title: newest.title } : null;
}

async function findAsked(viewer: TrackViewer, asked: string) {
  const { success, data } = trackParams.safeParse({ id: asked });
  if (!success) return null;
  const track = await nullIfNotFound(findTrack({ viewer, trackId: data.id }));
  return track && { id: track.id, title: track.title };
}

/** Helps to find out why there is no sound. */
export default function AudioTest({ loaderData }: Route.ComponentProps) {
  const { asked, isSample, track } = loaderData;
  const { state } = useNavigation();
  const isMissing = !isSample && !track;
  const source = isSample
    ? { src: "/audio-sample.mp3", label: "外部サンプル" }
    : track && { src: `/api/stream/${track.id}`, label: `音声 ${track.id}「${track.title}」` };
  return (
    <Page
      title="音声の動作確認"
      lead="音が出ないときに、どこまで届いているかを確かめるページです。結果をコピーして、お問い合わせに添えられます。"
    >
      <Form className="space-y-5 rounded-card border border-line bg-surface p-4">
        <fieldset className="space-y-2">
          <legend className="pb-1 text-sm font-bold">音源</legend>
          {[
            { value: "internal", label: "内部ストリーム（公開中の音声）", isChosen: !isSample },
            { value: "sample", label: "外部サンプル（8秒のチャイム）", isChosen: isSample },
          ].map(({ value, label, isChosen }) => (
            <label key={value} className="flex min-h-11 items-center gap-3">
              <input
                type="radio"
                name="source"
                value={value}
                defaultChecked={isChosen}
                className="size-5 shrink-0 accent-accent"
              />
              {label}
            </label>
          ))}
        </fieldset>
        <TextField
          key={asked}
          label="音声の番号"
          name="track"
          inputMode="numeric"
          autoComplete="off"
          maxLength={10}
          defaultValue={asked}
          help="音声ページのアドレスの最後にある数字です。"
          errors={isMissing ? [asked ? "音声が見つかりません" : "まだ音声がありません"] : undefined}
          focused={isMissing && asked !== ""}
        />
        <Button busy={state !== "idle"}>この音源で試す</Button>
      </Form>
      {source && (
        <section aria-labelledby="tried" className="space-y-4 pt-8">
          <h2 id="tried" className="text-lg">
            {source.label}
          </h2>
          <AudioDiagnostics key={source.src} {...source} />
        </section>
      )}
    </Page>
  );
}
