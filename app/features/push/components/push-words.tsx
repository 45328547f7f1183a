import { Button } from "#app/ui/button.tsx";
import { Notice } from "#app/ui/notice.tsx";
import type { Switched } from "../switch-push.ts";
import type { PushState } from "../sync-push.ts";

/** What should be known of how push messages stand on this device, and of what came of a press (spec 1 §8). */
export function PushWords({ state, outcome }: { state: PushState | null; outcome: Switched | null }) {
  if (outcome === "setup-failed")
    return (
      <Notice
        tone="error"
        title="通知を設定できませんでした"
        actions={
          <Button type="button" variant="quiet" icon="refresh" onClick={() => location.reload()}>
            再読み込み
          </Button>
        }
      >
        ページを再読み込みして、もう一度お試しください。
      </Notice>
    );
  if (outcome === "dismissed")
    return (
      <Notice tone="warning" live title="通知が許可されていません">
        もう一度スイッチを押して、ブラウザの確認で「許可」を選んでください。
      </Notice>
    );
  if (outcome === "signed-out")
    return (
      <Notice tone="warning" live title="ログインが必要です">
        ログインしてから、もう一度スイッチを押してください。
      </Notice>
    );
  // What a press has led to is read out; what has been so before is not.
  const live = outcome !== null;
  if (state === "unsupported")
    return (
      <Notice tone="warning" live={live} title="このブラウザはプッシュ通知に対応していません">
        最新のChrome、Edge、Firefox、Safariでお試しください。
      </Notice>
    );
  if (state === "home-screen")
    return (
      <Notice live={live} title="ホーム画面に追加すると使えます">
        iPhoneとiPadでは、共有メニューの「ホーム画面に追加」で追加したMugenを開くと、通知を設定できます。
      </Notice>
    );
  if (state === "denied")
    return (
      <Notice tone="warning" live={live} title="通知がブロックされています">
        ブラウザの設定（アドレス欄の左のアイコン）や端末の設定で、このサイトの通知を「許可」に変えてから、ページを再読み込みしてください。
      </Notice>
    );
  if (state === "local")
    return (
      <Notice tone="warning" live={live} title="Mugenを開いている間だけお知らせします">
        この端末はプッシュ通知のサービスにつながりませんでした。次に開いたときに、もう一度つなぎます。
      </Notice>
    );
  return null;
}
