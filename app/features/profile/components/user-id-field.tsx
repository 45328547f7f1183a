import { type ComponentProps, useCallback, useEffect, useRef, useState } from "react";
import { fetchJson } from "#app/lib/fetch-json.ts";
import { classNames } from "#app/ui/class-names.ts";
import { TextField } from "#app/ui/form/field.tsx";
import { Icon, type IconName, Spinner } from "#app/ui/icon.tsx";
import { customUserIdMessages, customUserIdProblem } from "../profile.ts";

const debounceMs = 500;

interface Check {
  state: "unchecked" | "checking" | "available" | "unavailable" | "failed";
  reason: string;
}

const unchecked: Check = { state: "unchecked", reason: "" };
const failed: Check = { state: "failed", reason: customUserIdMessages.checkFailed };

interface UserIdFieldProps
  extends Pick<ComponentProps<typeof TextField>, "id" | "name" | "defaultValue" | "focused"> {
  /** The member's own, which needs no check. */
  own: string | null;
  errors: string[] | undefined;
}

/** The ユーザーID, with its availability below. */
export function UserIdField({ own, errors, ...field }: UserIdFieldProps) {
  const [check, startCheck] = useCheck(own);
  return (
    <TextField
      {...field}
      label="ユーザーID"
      hint={own === null ? "任意" : undefined}
      errors={errors}
      aria-invalid={check.state === "unavailable"}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      onInput={(event) => startCheck(event.currentTarget.value.trim())}
      help={
        <>
          <span className="block">半角の英数字、ハイフン、アンダースコアで3〜30文字。</span>
          <span role="status" className="block min-h-[1.6em] text-sm unscripted:hidden">
            {!errors && <CheckResult check={check} />}
          </span>
        </>
      }
    />
  );
}

/** Ignores answers about an older text. */
function useCheck(own: string | null): [Check, (text: string) => void] {
  const [check, setCheck] = useState(unchecked);
  const running = useRef<{ timer: ReturnType<typeof setTimeout>; abort: AbortController }>(undefined);
  const stop = useCallback(() => {
    clearTimeout(running.current?.timer);
    running.current?.abort.abort();
    running.current = undefined;
  }, []);
  useEffect(() => stop, [stop]);
  const start = (text: string) => {
    stop();
    if (text === (own ?? "")) return setCheck(unchecked);
    const problem = customUserIdProblem(text);
    if (problem) return setCheck({ state: "unavailable", reason: problem });
    setCheck({ state: "checking", reason: "" });
    const abort = new AbortController();
    const timer = setTimeout(async () => {
      const formResult = await fetchJson("GET", `/api/auth/check-user-id/${encodeURIComponent(text)}`, {
        signal: abort.signal,
      });
      if (!abort.signal.aborted) setCheck(formResult.ok ? readCheck(formResult.body) : failed);
    }, debounceMs);
    running.current = { timer, abort };
  };
  return [check, start];
}

function readCheck(body: unknown): Check {
  if (typeof body !== "object" || body === null || !("available" in body) || !("reason" in body))
    return failed;
  const reason = typeof body.reason === "string" ? body.reason : "";
  return { state: body.available === true ? "available" : "unavailable", reason };
}

function CheckResult({ check }: { check: Check }) {
  if (check.state === "unchecked") return null;
  if (check.state === "checking") {
    return (
      <span className="inline-flex items-center gap-1">
        <Spinner />
        確認しています
      </span>
    );
  }
  const icon: IconName = check.state === "available" ? "check" : "error";
  return (
    <span
      className={classNames(
        "inline-flex items-start gap-1 font-bold",
        check.state === "available" ? "text-voice-b" : "text-danger",
      )}
    >
      <Icon name={icon} className="mt-[0.15em]" />
      {check.reason}
    </span>
  );
}
