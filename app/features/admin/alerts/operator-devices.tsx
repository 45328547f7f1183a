import { useEffect, useState } from "react";
import { Form, useRevalidator } from "react-router";
import {
  disableOperatorPush,
  enableOperatorPush,
  type OperatorPushOutcome,
  readOperatorPush,
} from "#app/features/push/hooks/operator-push.ts";
import { Badge } from "#app/ui/badge.tsx";
import { Button } from "#app/ui/button.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { HiddenFields } from "../parts/console-form.tsx";
import { TitledCard } from "../parts/titled-card.tsx";
import { alertsPath } from "./alerts.ts";

export interface OperatorDeviceView {
  id: string;
  device: string;
  since: string;
  digest: string;
}

/** The operator's browsers with push, and the switch for this one. */
export function OperatorDevices({ devices }: { devices: readonly OperatorDeviceView[] }) {
  return (
    <TitledCard title="プッシュが届く端末">
      <p className="text-sm text-muted">
        管理画面からログアウトしても届きます。人に渡す端末では、止めてください。
      </p>
      {devices.length > 0 && (
        <ul className="divide-y divide-line">
          {devices.map(({ id, device, since }, index) => (
            <li key={id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-2">
              <div>
                <p className="font-bold">{device}</p>
                <p className="text-xs text-muted">{since} から</p>
              </div>
              <Form method="post" action={alertsPath} preventScrollReset>
                <HiddenFields values={{ intent: "remove-device", device: id }} />
                <Button variant="quiet" aria-label={`${index + 1}台目の${device}への通知を止める`}>
                  止める
                </Button>
              </Form>
            </li>
          ))}
        </ul>
      )}
      <p className="hidden text-sm unscripted:block">
        端末の登録にはJavaScriptが必要です。メールは、JavaScriptなしで使えます。
      </p>
      <div className="unscripted:hidden">
        <ThisDevice digests={devices.map(({ digest }) => digest)} />
      </div>
    </TitledCard>
  );
}

function ThisDevice({ digests }: { digests: readonly string[] }) {
  const [state, setState] = useState<OperatorPushOutcome | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const { revalidate } = useRevalidator();
  const known = digests.join(" ");
  useEffect(() => {
    let isMounted = true;
    void readOperatorPush(known === "" ? [] : known.split(" ")).then((read) => isMounted && setState(read));
    return () => {
      isMounted = false;
    };
  }, [known]);
  const change = async () => {
    setIsBusy(true);
    const outcome = await (state === "on" ? disableOperatorPush() : enableOperatorPush());
    setState(outcome);
    if (outcome === "on" || outcome === "off") await revalidate();
    setIsBusy(false);
  };
  const message = state && messages[state];
  return (
    <div className="space-y-3">
      <div className="flex flex-wrap items-center gap-3">
        <Button
          type="button"
          variant={state === "on" ? "quiet" : undefined}
          icon="bell"
          busy={isBusy}
          disabled={
            state === null || state === "unsupported" || state === "home-screen" || state === "denied"
          }
          onClick={() => void change()}
        >
          {state === "on" ? "この端末への通知を止める" : "この端末に届ける"}
        </Button>
        {state === "on" && <Badge tone="info">届きます</Badge>}
      </div>
      {message && (
        <Notice tone="warning" live title={message.title}>
          {message.text}
        </Notice>
      )}
    </div>
  );
}

const messages: Record<OperatorPushOutcome, { title: string; text: string } | null> = {
  on: null,
  off: null,
  unsupported: {
    title: "このブラウザはプッシュ通知に対応していません",
    text: "最新のChrome、Edge、Firefox、Safariでお試しください。",
  },
  "home-screen": {
    title: "ホーム画面に追加すると使えます",
    text: "iPhoneとiPadでは、共有メニューの「ホーム画面に追加」で追加したMugenから、管理画面を開いてください。",
  },
  denied: {
    title: "通知がブロックされています",
    text: "ブラウザや端末の設定で、このサイトの通知を「許可」に変えてから、再読み込みしてください。",
  },
  dismissed: {
    title: "通知が許可されていません",
    text: "もう一度押して、ブラウザの確認で「許可」を選んでください。",
  },
  failed: {
    title: "この端末を登録できませんでした",
    text: "接続を確認して、もう一度お試しください。",
  },
};
