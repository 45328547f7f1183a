import { useCallback, useEffect, useRef, useState } from "react";
import { customUserIdAnswers, customUserIdProblem } from "#app/features/accounts/custom-user-id.ts";
import { askServer } from "#app/lib/ask-server.ts";
import { classNames } from "#app/ui/class-names.ts";
import { TextField } from "#app/ui/field.tsx";
import { Icon, type IconName, Spinner } from "#app/ui/icon.tsx";

/** Asked when typing has stopped for so long (spec 2 §5). */
const restMs = 500;

interface Check {
  state: "unchecked" | "checking" | "available" | "unavailable" | "failed";
  reason: string;
}

const unchecked: Check = { state: "unchecked", reason: "" };
const failed: Check = { state: "failed", reason: customUserIdAnswers.checkFailed };

/** The ユーザーID, with an answer below it about whether it can be had. */
export function UserIdField(props: {
  id: string;
  /** What is in the field at first. */
  value: string;
  /** The member's own, which needs no check. */
  own: string | null;
  /** The server's refusal of the whole form; it stands until something else is typed. */
  errors: string[] | undefined;
  focused: boolean;
}) {
  const { id, value, own, errors, focused } = props;
  const [check, ask] = useCheck(own);
  const [answered, setAnswered] = useState<string[]>();
  const refusal = errors === answered ? undefined : errors;
  return (
    <TextField
      id={id}
      name="customUserId"
      label="ユーザーID"
      hint={own === null ? "任意" : undefined}
      defaultValue={value}
      errors={refusal}
      focused={focused}
      aria-invalid={check.state === "unavailable"}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      onInput={(event) => {
        setAnswered(errors);
        ask(event.currentTarget.value.trim());
      }}
      help={
        <>
          <span className="block">半角の英数字、ハイフン、アンダースコアで3〜30文字。</span>
          <span role="status" className="block min-h-[1.6em] text-sm unscripted:hidden">
            {!refusal && <Answer check={check} />}
          </span>
        </>
      }
    />
  );
}

/** The check of what is typed, and the way to begin one. An answer about an older text is dropped. */
function useCheck(own: string | null): [Check, (text: string) => void] {
  const [check, setCheck] = useState(unchecked);
  const running = useRef<{ timer: ReturnType<typeof setTimeout>; abort: AbortController }>(undefined);
  const stop = useCallback(() => {
    clearTimeout(running.current?.timer);
    running.current?.abort.abort();
    running.current = undefined;
  }, []);
  useEffect(() => stop, [stop]);
  const ask = (text: string) => {
    stop();
    if (text === (own ?? "")) return setCheck(unchecked);
    const problem = customUserIdProblem(text);
    if (problem) return setCheck({ state: "unavailable", reason: problem });
    setCheck({ state: "checking", reason: "" });
    const abort = new AbortController();
    const timer = setTimeout(async () => {
      const answer = await askServer("GET", `/api/auth/check-user-id/${encodeURIComponent(text)}`, {
        signal: abort.signal,
      });
      if (!abort.signal.aborted) setCheck(answer.ok ? readCheck(answer.body) : failed);
    }, restMs);
    running.current = { timer, abort };
  };
  return [check, ask];
}

function readCheck(body: unknown): Check {
  if (typeof body !== "object" || body === null || !("available" in body) || !("reason" in body))
    return failed;
  const reason = typeof body.reason === "string" ? body.reason : "";
  return { state: body.available === true ? "available" : "unavailable", reason };
}

function Answer({ check }: { check: Check }) {
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
