import { Form, Link, useNavigation } from "react-router";
import { Button } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { Notice } from "#app/ui/notice.tsx";
import type { SettingsPage } from "./settings-page.ts";

/** Whether sound goes on while the installed app is hidden: a plain form, for premium members (spec 1 §5). */
export function BackgroundPlayForm(
  props: SettingsPage["backgroundPlay"] & {
    /** Somebody without premium has just tried. */
    isRefused: boolean;
  },
) {
  const { isAllowed, isOn, isRefused } = props;
  const { formData } = useNavigation();
  const isBusy = formData?.get("intent") === "background-play";
  return (
    <>
      <Card as="div">
        <Form method="post" preventScrollReset className="flex flex-wrap items-center gap-x-4 gap-y-3">
          <input type="hidden" name="intent" value="background-play" />
          <input type="hidden" name="isOn" value={isOn ? "off" : "on"} />
          <p className="min-w-[min(12rem,100%)] flex-1">
            <span className="block font-bold">バックグラウンド再生：{isOn ? "オン" : "オフ"}</span>
            <span className="block text-xs text-muted">
              アプリとしてホーム画面に追加したMugenで、画面を閉じても、ほかのアプリを開いても、再生を続けます。
            </span>
          </p>
          <Button variant="quiet" busy={isBusy}>
            {isOn ? "オフにする" : "オンにする"}
          </Button>
        </Form>
      </Card>
      {(isRefused || !isAllowed) && (
        <Notice
          tone={isRefused ? "warning" : "info"}
          live={isRefused}
          title="バックグラウンド再生はプレミアム会員限定機能です"
        >
          <Link to="/premium" className="inline-block py-2 font-bold text-accent underline">
            プレミアムを見る
          </Link>
        </Notice>
      )}
    </>
  );
}
