import { useEffect, useState } from "react";
import { Button } from "#app/ui/button.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { Switch } from "#app/ui/switch.tsx";
import {
  disablePush,
  enablePush,
  type PushState,
  type SwitchOutcome,
  sendTestNotification,
  syncPush,
} from "../hooks/push-subscription.ts";

/** The switch for push messages on this device, with what blocks them and a test button. */
export function PushSwitch() {
  const [state, setState] = useState<PushState | null>(null);
  const [outcome, setOutcome] = useState<SwitchOutcome | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  useEffect(() => {
    let isMounted = true;
    void syncPush().then((synced) => isMounted && setState(synced));
    return () => {
      isMounted = false;
    };
  }, []);
  const change = async (next: boolean) => {
    setIsBusy(true);
    setOutcome(null);
    const result = await (next ? enablePush() : disablePush());
    setOutcome(result);
    const isState = result !== "dismissed" && result !== "setup-failed" && result !== "signed-out";
    setState(isState ? result : "off");
    setIsBusy(false);
  };
  const isOn = state === "on" || state === "local";
  return (
    <div className="space-y-3">
      <Switch
        label="プッシュ通知"
        help="いいねやフォローを、Mugenを開いていないときもお知らせします。"
        isOn={isOn}
        disabled={state === null || state === "denied" || isBusy}
        onChange={(next) => void change(next)}
      />
      <PushNotice state={state} outcome={outcome} />
      {state === "on" && <TestButton />}
    </div>
  );
}

function TestButton() {
  const [isBusy, setIsBusy] = useState(false);
  const [sent, setSent] = useState<Awaited<ReturnType<typeof sendTestNotification>> | null>(null);
  const send = async () => {
    setIsBusy(true);
    setSent(await sendTestNotification());
    setIsBusy(false);
  };
  return (
    <>
      <Button type="button" variant="quiet" icon="bell" busy={isBusy} onClick={() => void send()}>
        テスト通知を送る
      </Button>
      {sent?.devices === null && (
        <Notice tone="error" title="送信できませんでした">
          {sent.message}
        </Notice>
      )}
      {sent?.devices != null && (
        <Notice live="politely">
          {sent.devices === 0
            ? "通知を受け取る端末がありません。スイッチを入れ直してください。"
            : `${sent.devices}台の端末に送りました。まもなく届きます。`}
        </Notice>
      )}
    </>
  );
}

function PushNotice({ state, outcome }: { state: PushState | null; outcome: SwitchOutcome | null }) {
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
  // Announced only as the result of a click.
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
