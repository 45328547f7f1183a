import { useEffect, useState } from "react";
import { Button } from "#app/ui/button.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { Switch } from "#app/ui/switch.tsx";
import { type Switched, sendTestNotification, switchPushOff, switchPushOn } from "../switch-push.ts";
import { type PushState, syncPush } from "../sync-push.ts";
import { PushWords } from "./push-words.tsx";

/** Push messages on this device: on or off, what stands in the way, and a message to try them out. */
export function PushSwitch() {
  const [state, setState] = useState<PushState | null>(null);
  const [outcome, setOutcome] = useState<Switched | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  useEffect(() => {
    let isHere = true;
    void syncPush().then((found) => isHere && setState(found));
    return () => {
      isHere = false;
    };
  }, []);
  const change = async (next: boolean) => {
    setIsBusy(true);
    setOutcome(null);
    const switched = await (next ? switchPushOn() : switchPushOff());
    setOutcome(switched);
    const isState = switched !== "dismissed" && switched !== "setup-failed" && switched !== "signed-out";
    setState(isState ? switched : "off");
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
      <PushWords state={state} outcome={outcome} />
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
          {sent.refusal}
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
