import { type FormEvent, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useNavigate } from "react-router";
import { uploadMessages, uploadPagePath, uploadPath } from "#app/features/tracks/upload/upload.ts";
import { failureMessage } from "#app/ui/form/form-result.ts";

/** By field name; `""` is the whole form. */
export type UploadErrors = Record<string, string[] | undefined>;

/** `XMLHttpRequest`: neither `fetch` nor a plain form tells the progress. `percent`: null while nothing is sent. */
export function useUpload() {
  const navigate = useNavigate();
  const request = useRef<XMLHttpRequest>(null);
  const [percent, setPercent] = useState<number | null>(null);
  const [errors, setErrors] = useState<UploadErrors>();
  useEffect(() => () => request.current?.abort(), []);

  function send(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    if (request.current) return;
    const form = event.currentTarget;
    const sending = new XMLHttpRequest();
    request.current = sending;
    setErrors(undefined);
    setPercent(0);
    sending.upload.onprogress = ({ loaded, total }) => setPercent(total > 0 ? (100 * loaded) / total : 0);
    sending.onloadend = () => {
      request.current = null;
      setPercent(null);
      const { status, response } = sending;
      const uploadId = idOf(response);
      if (uploadId) {
        form.reset();
        void navigate(uploadPagePath(uploadId), { preventScrollReset: true });
        return;
      }
      flushSync(() => setErrors(errorsOf(status, response)));
      // As in other forms.
      form.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
    };
    // Answers a press on 中止, which needs no message.
    sending.onabort = () => {
      sending.onloadend = null;
      request.current = null;
      setPercent(null);
    };
    sending.open("POST", uploadPath);
    sending.responseType = "json";
    sending.setRequestHeader("Accept", "application/json");
    sending.setRequestHeader("Prefer", "respond-async");
    sending.send(new FormData(form));
  }

  return { send, abort: () => request.current?.abort(), percent, errors };
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null;

function idOf(body: unknown): string | null {
  if (!isObject(body) || !isObject(body.upload)) return null;
  return typeof body.upload.id === "string" ? body.upload.id : null;
}

function errorsOf(status: number, body: unknown): UploadErrors {
  const fields = isObject(body) && isObject(body.fields) ? body.fields : {};
  const messages = Object.entries(fields).flatMap(([name, list]): [string, string[]][] =>
    Array.isArray(list) ? [[name, list.map(String)]] : [],
  );
  if (messages.length > 0) return Object.fromEntries(messages);
  const text = isObject(body) && typeof body.error === "string" ? body.error : "";
  if (status === 413 || status === 415) return { audio: [text || uploadMessages.tooLarge] };
  return { "": [failureMessage({ status, error: text })] };
}
