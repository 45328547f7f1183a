import { useEffect, useEffectEvent, useState } from "react";
import { useSubmit } from "react-router";
import { Button } from "#app/ui/button.tsx";
import { TextField } from "#app/ui/form/field.tsx";
import { submittedValue } from "#app/ui/form/form-result.ts";
import { Notice } from "#app/ui/notice.tsx";
import { ConfirmForm } from "../parts/confirm-form.tsx";
import { useRefusedForm } from "../parts/refused-form.ts";
import { adminAccountPath } from "../session/admin-session.ts";
import type { PasskeySupport } from "./browser-passkeys.ts";
import { passkeyMessages } from "./passkeys.ts";

export interface PasskeyCreation {
  name: string;
  options: PublicKeyCredentialCreationOptionsJSON;
}

/** Name and password first, then the browser's own dialog, whose answer is posted. */
export function AddPasskey({ creation }: { creation: PasskeyCreation | null }) {
  const [support, setSupport] = useState<PasskeySupport | null>(null);
  useEffect(() => {
    let isMounted = true;
    void import("./browser-passkeys.ts").then(
      ({ passkeySupport }) => isMounted && setSupport(passkeySupport()),
      () => {},
    );
    return () => {
      isMounted = false;
    };
  }, []);
  const values = { intent: "begin-passkey" };
  const refused = useRefusedForm(values);
  if (support === "no-host") return <p className="text-sm">{passkeyMessages.noHost}</p>;
  if (support === "unsupported")
    return <p className="text-sm">このブラウザでは、パスキーを追加できません。</p>;
  if (creation) return <CreatePasskey key={creation.options.challenge} creation={creation} />;
  return (
    <ConfirmForm
      values={values}
      label="パスキーを追加"
      icon="plus"
      disabled={support === null}
      title="パスキーを追加"
      text="このあと、端末の画面で指紋、顔、またはPINを使います。"
      fields={
        <TextField
          name="name"
          label="名前"
          help="「仕事用のスマートフォン」など、見分けられる名前です。"
          autoComplete="off"
          defaultValue={submittedValue(refused, "name")}
        />
      }
      confirmLabel="つづける"
      needsPassword
    />
  );
}

function CreatePasskey({ creation: { name, options } }: { creation: PasskeyCreation }) {
  const submit = useSubmit();
  const [state, setState] = useState<"asking" | "known" | "failed">("asking");
  const ask = async () => {
    setState("asking");
    const { createPasskey } = await import("./browser-passkeys.ts");
    const made = await createPasskey(options);
    if (made === null || made === "known") {
      setState(made ?? "failed");
      return;
    }
    await submit(
      { intent: "add-passkey", name, credential: made.credential },
      { method: "post", action: adminAccountPath, preventScrollReset: true },
    );
  };
  const askAtOnce = useEffectEvent(() => void ask());
  useEffect(() => askAtOnce(), []);
  if (state === "asking") return <Notice live="politely" title="端末の画面で、パスキーを作ってください" />;
  return (
    <Notice
      tone="warning"
      live
      title={
        state === "known"
          ? "この端末には、このサイトのパスキーがもうあります"
          : "パスキーは作られませんでした"
      }
      actions={
        <Button type="button" variant="quiet" onClick={() => void ask()}>
          もう一度
        </Button>
      }
    />
  );
}
