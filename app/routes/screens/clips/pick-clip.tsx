import { redirect } from "react-router";
import { LoginPrompt } from "#app/features/accounts/sign-in/components/login-prompt.tsx";
import { requireMember } from "#app/features/accounts/viewer.ts";
import {
  clipPath,
  maxClipSentences,
  pickClipPath,
  placeOf,
  placeSentences,
} from "#app/features/clips/clip.ts";
import { pickClipForm } from "#app/features/clips/clips.schema.ts";
import { createClip } from "#app/features/clips/clips.server.ts";
import { formTitle } from "#app/features/site/page-meta.ts";
import { findTrack } from "#app/features/tracks/server/find-track.server.ts";
import { trackPath } from "#app/features/tracks/track.ts";
import { parseTrackId } from "#app/features/tracks/tracks.schema.ts";
import { listCues } from "#app/features/tracks/transcript/list-cues.server.ts";
import { formAction } from "#app/http/core/form-action.server.ts";
import { type ByViewer, viewerLoader } from "#app/http/core/page-loader.server.ts";
import { rateLimits } from "#app/http/limits/rate-limits.server.ts";
import { formatTime } from "#app/lib/format-time.ts";
import { Button } from "#app/ui/button.tsx";
import { firstMessage, submittedValue } from "#app/ui/form/form-result.ts";
import { Notice } from "#app/ui/notice.tsx";
import { Page } from "#app/ui/page.tsx";
import type { Route } from "./+types/pick-clip";

const heading = "一節を選ぶ";

export const meta: Route.MetaFunction = ({ matches }) => [
  { title: formTitle(heading, matches) },
  { name: "robots", content: "noindex" },
];

export const loader = viewerLoader(async ({ params, viewer }: ByViewer<Route.LoaderArgs>) => {
  const trackId = parseTrackId(params);
  if (!viewer) return { trackId, page: null };
  requireMember(viewer);
  const track = await findTrack({ viewer, trackId });
  const sentences = placeSentences(await listCues({ viewer, track })).map((one) => ({
    place: placeOf(one),
    text: one.cue.text,
    time: formatTime(one.cue.startMs / 1000),
    speaker: one.cue.speaker,
  }));
  return { trackId, page: { title: track.title, path: trackPath(track), sentences } };
});

export const action = formAction({
  schema: pickClipForm,
  who: "member",
  limit: rateLimits.changePlaylists,
  async run({ params, viewer, value }) {
    return redirect(clipPath(await createClip({ viewer, trackId: parseTrackId(params), ...value })), 303);
  },
});

export { formClientAction as clientAction } from "#app/ui/form/form-client-action.ts";

export default function PickClip({ loaderData, actionData }: Route.ComponentProps) {
  const { trackId, page } = loaderData;
  if (!page)
    return (
      <LoginPrompt
        returnPath={pickClipPath(trackId)}
        heading={heading}
        lead="選んだ文だけが鳴るリンクを作れます。"
      />
    );
  return (
    <Page
      title={heading}
      lead={`「${page.title}」から、つづく${maxClipSentences}文までを選びます。その一節だけが鳴るリンクができます。`}
      back={{ to: page.path, label: "音声に戻る" }}
    >
      {page.sentences.length === 0 ? (
        <Notice title="文字のない音声です">一節は、台本のある音声から選べます。</Notice>
      ) : (
        <form method="post" className="space-y-4">
          {actionData && <Notice tone="error">{firstMessage(actionData)}</Notice>}
          <div className="flex gap-3 text-xs text-muted">
            <span className="w-11 text-center">はじめ</span>
            <span className="w-11 text-center">おわり</span>
          </div>
          <ol className="divide-y divide-line border-y border-line">
            {page.sentences.map(({ place, text, time, speaker }) => (
              <li key={place} className="flex items-center gap-3 py-1">
                {(["from", "to"] as const).map((name) => (
                  <label key={name} className="grid size-11 shrink-0 place-items-center">
                    <input
                      type="radio"
                      name={name}
                      value={place}
                      required
                      defaultChecked={submittedValue(actionData, name) === place}
                      className="size-5"
                    />
                    <span className="sr-only">{`${name === "from" ? "はじめ" : "おわり"}: ${text}`}</span>
                  </label>
                ))}
                <p
                  className={`min-w-0 flex-1 border-l-4 pl-3 ${speaker === "A" ? "border-voice-a" : "border-voice-b"}`}
                >
                  <span className="mr-2 text-xs text-muted tabular-nums">{time}</span>
                  {text}
                </p>
              </li>
            ))}
          </ol>
          <div className="sticky bottom-[calc(80px+env(safe-area-inset-bottom))] flex justify-center rail:bottom-6">
            <Button className="shadow-floating">この一節のリンクを作る</Button>
          </div>
        </form>
      )}
    </Page>
  );
}
